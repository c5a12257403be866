/** What Node's server calls for each request: a lane for the most frequent ones, or Hono. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Admission, Fetch } from "../admission/admission.ts";
import type { RequestHead } from "./request-head.ts";
import { type Sent, sendTo } from "./sent.ts";

/** Answers requests without Hono. */
export interface Lane {
  /** Null for a request that is Hono's. */
  take(incoming: IncomingMessage): RequestHead | null;
  /** Never throws. `leavePlace`: see Admission.admit. */
  answer(head: RequestHead, env: NodeEnv, leavePlace: () => void): Promise<Sent>;
}

export interface NodeEnv {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** `fetch` is behind the admission queue already. `failed` is told of an answer that could not be sent. */
export function createListener(
  fetch: Fetch,
  admission: Admission,
  lane: Lane | null,
  failed: (error: unknown, env: NodeEnv) => void,
): RequestListener {
  const throughHono = getRequestListener(async (request, env) => fetch(request, env));
  return async (incoming, outgoing) => {
    const head = lane?.take(incoming);
    if (!lane || !head) return throughHono(incoming, outgoing);
    const env = { incoming, outgoing };
    const answer = (leavePlace: () => void) => lane.answer(head, env, leavePlace);
    try {
      sendTo(outgoing, await admission.admit<Sent>(head, env, answer, (refusal) => refusal));
    } catch (error) {
      outgoing.destroy();
      failed(error, env);
    }
  };
}

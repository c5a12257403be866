/**
 * The data API below Hono, for requests as clients send them: a plain address, and a body of known length. Without a Request and a
 * Response of Fetch and Hono's routes, a call takes a fifth less of the host's processor time (record 93). Other requests keep them.
 */
import type { IncomingMessage } from "node:http";
import type { Database } from "../database/database.ts";
import type { Lane } from "../gateway/http/listener.ts";
import { NodeRequest } from "../gateway/http/request-head.ts";
import type { RestService } from "./rest.ts";

const TARGET = /^\/rest\/v1\/(rpc\/)?([A-Za-z_]\w*)(?:\?|$)/;
const WITHOUT_BODY = new Set(["GET", "HEAD", "DELETE"]);
const WITH_BODY = new Set(["POST", "PATCH", "PUT"]);

export function createLane(service: RestService, database: Pick<Database, "available">): Lane {
  return {
    take(incoming) {
      // Hono's routes answer what the database cannot.
      if (!hasKnownLength(incoming) || !targetOf(incoming) || !database.available) return null;
      return NodeRequest.of(incoming);
    },
    answer(head, env, leavePlace) {
      const { incoming } = env;
      return service.answer({
        head,
        env,
        target: targetOf(incoming),
        readBody: (most) => readBody(incoming, most),
        leavePlace,
      });
    },
  };
}

function targetOf({ url = "" }: IncomingMessage) {
  const [, rpc, name] = TARGET.exec(url) ?? [];
  return name === undefined ? null : { kind: rpc ? ("function" as const) : ("table" as const), name };
}

function hasKnownLength({ method = "", headers }: IncomingMessage): boolean {
  if (headers["transfer-encoding"] !== undefined) return false;
  const length = headers["content-length"];
  return WITH_BODY.has(method) ? length !== undefined : WITHOUT_BODY.has(method) && (length ?? "0") === "0";
}

/** Rejects if the client leaves before it has sent the declared bytes. */
function readBody(incoming: IncomingMessage, most: number): Promise<Uint8Array | null> {
  if (Number(incoming.headers["content-length"]) > most) return Promise.resolve(null);
  // What has left before anyone listened would never be heard of.
  if (incoming.destroyed) return Promise.reject(incoming.errored ?? new Error("aborted"));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    incoming
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
      .once("error", reject);
  });
}

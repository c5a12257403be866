import { noteEndedSession } from "./ended-session.ts";
import { noteFailure } from "./failed-requests.ts";
import { deviceNow, learnClock } from "./server-clock.ts";
import {
  type Asked,
  asksForPicture,
  BAD_GATEWAY,
  isBodiless,
  isNoAnswer,
  isServiceAnswer,
} from "./service-answer.ts";

/**
 * The `fetch` of every client of the club's services. Resolves when the whole body has arrived. An answer that no service can
 * have given becomes 502, which all clients treat as no answer. Rejects as `fetch` does, also if the request is redirected:
 * services redirect navigations only.
 */
export async function serviceFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const asked: Asked = {
    url: input instanceof Request ? input.url : String(input),
    method: (init.method ?? (input instanceof Request ? input.method : "GET")).toUpperCase(),
    headers: new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined)),
  };
  const sent = deviceNow();
  const answer = await fetch(input, { ...init, redirect: "error" });
  const received = deviceNow();
  // A body that breaks off. Each browser has its own words for that error.
  const read = await withBody(answer, asked).catch((error: unknown) => {
    if (init.signal?.aborted) throw error;
    return null;
  });
  if (!read) return isNoAnswer(answer.status) ? answer : new Response(null, { status: BAD_GATEWAY });
  // Portals and filters have clocks of their own.
  learnClock(answer, sent, received);
  noteEndedSession(read, asked.headers.get("authorization"));
  return noteFailure(read);
}

/** The answer with its body in memory; null if it is not of a service. */
async function withBody(answer: Response, asked: Asked): Promise<Response | null> {
  const { status, statusText, headers } = answer;
  const isPicture = answer.ok && asksForPicture(asked);
  const bytes = isPicture ? await answer.blob() : null;
  const text = bytes ? null : await answer.text();
  const body = text ?? (bytes?.size ? "picture" : "");
  if (!isServiceAnswer(asked, { status, headers, body })) return null;
  if (isBodiless(status)) return new Response(null, { status, statusText, headers });
  return new Response(bytes ?? text, { status, statusText, headers });
}

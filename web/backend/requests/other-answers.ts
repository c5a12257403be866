import { tellEndedSession } from "./ended-session-listener.ts";
import { type Asked, isTable, jsonOf } from "./service-answer.ts";

/**
 * Whether a service can have given this answer, which is no result in JSON. `body`: its text, or a picture. A refusal because the
 * session has ended is told to the listener of `onEndedSession`.
 */
export function isOtherAnswer(
  { url, method, headers }: Asked,
  answer: Response,
  body: string | Blob,
): boolean {
  const { status } = answer;
  const asks = (header: string, part: string) => headers.get(header)?.includes(part) ?? false;
  // Counts have no body: the number is in a header.
  if (method === "HEAD")
    return (
      /^$|json/.test(answer.headers.get("content-type") ?? "") &&
      (!asks("prefer", "count=") || answer.headers.has("content-range"))
    );
  if (typeof body !== "string") return body.size > 0 && body.type.startsWith("image/");
  // Deletions, functions without a result, sign-outs, and inserts that ask for no rows.
  if (body === "" && (status === 204 || (status === 201 && isTable(url))))
    return method !== "GET" && !asks("prefer", "=representation");
  if (answer.ok || !isServiceRefusal(answer, body)) return false;
  if (isForEndedSession(answer, body)) tellEndedSession(headers.get("authorization"));
  return true;
}

/** Refusals because the caller's session has ended: of the database, the auth service and edge functions. */
const endedCodes: readonly unknown[] = ["SL012", "session_not_found", "session_expired"];

function isForEndedSession(answer: Response, text: string): boolean {
  const { code, error_code } = Object(jsonOf(answer, text)) as { code?: unknown; error_code?: unknown };
  return answer.status < 500 && (endedCodes.includes(code) || endedCodes.includes(error_code));
}

/** Whether an answer with this `content-type` and body is the refusal of a service. */
export function isServiceRefusal(answer: Pick<Response, "headers">, text: string): boolean {
  const json = jsonOf(answer, text);
  // PostgREST, storage and functions; the auth service; functions and OAuth.
  return ["message", "msg", "error"].some((field) => typeof Reflect.get(Object(json), field) === "string");
}

/**
 * What an answer of the club's services looks like. Captive portals, company filters and phone operators answer in place of
 * the services, with their pages or with nothing, and such an answer must not count as a success or as a refusal.
 */

/** The facts of a request that decide what its answer looks like. */
export interface Asked {
  url: string;
  method: string;
  headers: Headers;
}

/** The facts of an answer. `body`: its text, or only whether it has one if a picture was asked for. */
export interface Answered {
  status: number;
  headers: Headers;
  body: string;
}

/** The status for an answer that is not of the services: a gateway received an invalid one. */
export const BAD_GATEWAY = 502;

/** Whether a status means that the host did not answer: 0 for a failed connection, 502 to 504 from a proxy. */
export function isNoAnswer(status: number): boolean {
  return status === 0 || (status >= BAD_GATEWAY && status <= 504);
}

/** Statuses whose answers have no body. */
export function isBodiless(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Whether the request asks for a picture. All other answers of the services are JSON. */
export function asksForPicture({ headers }: Asked): boolean {
  return headers.get("accept")?.startsWith("image/") ?? false;
}

/** Whether a service of the club can have given this answer to this request. */
export function isServiceAnswer(asked: Asked, { status, headers, body }: Answered): boolean {
  const isSuccess = status >= 200 && status < 300;
  const type = headers.get("content-type") ?? "";
  if (asked.method === "HEAD") return isHeadAnswer(asked, headers, type);
  if (isBodiless(status)) return !asksForBody(asked);
  if (isSuccess && asksForPicture(asked)) return type.startsWith("image/") && body !== "";
  // PostgREST answers an insert without rows with 201 and no body.
  if (status === 201 && body === "") return isRest(asked) && !asksForBody(asked);
  if (!isSuccess) return isServiceRefusal(type, body);
  const json = isJsonType(type) ? jsonIn(body) : undefined;
  return json !== undefined && isResult(asked, json);
}

/** Where the services write what they refuse: PostgREST, storage and functions, the auth service, and OAuth. */
const refusalFields = ["message", "msg", "error", "error_description"];

/** Whether an answer with this `content-type` and body is the refusal of a service. */
export function isServiceRefusal(type: string, body: string): boolean {
  const json = isJsonType(type) ? jsonIn(body) : undefined;
  return refusalFields.some((field) => typeof fieldIn(json, field) === "string");
}

/** Counts have no body: the number is in `content-range`. */
function isHeadAnswer({ headers: sent }: Asked, headers: Headers, type: string): boolean {
  if (type !== "" && !isJsonType(type)) return false;
  return !sent.get("prefer")?.includes("count=") || headers.has("content-range");
}

const isRest = ({ url }: Asked) => url.includes("/rest/v1/");

/** Whether a success without a body is no answer to it. */
function asksForBody(asked: Asked): boolean {
  if (asked.method === "GET" || asksForPicture(asked)) return true;
  if (asked.headers.get("prefer")?.includes("return=representation")) return true;
  return asked.url.includes("/auth/v1/token");
}

/** Tables answer with an array, or with one object if the request accepts only that. */
function isResult(asked: Asked, json: unknown): boolean {
  if (asked.url.includes("/auth/v1/token")) return typeof fieldIn(json, "access_token") === "string";
  if (!isRest(asked) || asked.url.includes("/rest/v1/rpc/")) return true;
  const asksForObject = asked.headers.get("accept")?.includes("vnd.pgrst.object") ?? false;
  return asksForObject ? isObject(json) : Array.isArray(json);
}

function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
}

/** The parsed text; undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(json: unknown): json is object {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function fieldIn(json: unknown, field: string): unknown {
  return isObject(json) ? Reflect.get(json, field) : undefined;
}

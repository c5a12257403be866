/**
 * What an answer of the club's services looks like. Captive portals, company filters and phone operators answer in place of
 * the services, with their pages or with nothing, and such an answer must not count as a success or as a refusal.
 * Every visit loads this file before its first page, so the answers without rows are in `other-answers.ts`.
 */

/** The status for an answer that is not of the services: a gateway received an invalid one. */
export const BAD_GATEWAY = 502;

/** Whether a status means that the host did not answer: 0 for a failed connection, 502 to 504 from a proxy. */
export function isNoAnswer(status: number): boolean {
  return status === 0 || (status >= BAD_GATEWAY && status <= 504);
}

/** The facts of a request that decide what its answer looks like. */
export interface Asked {
  url: string;
  method: string;
  headers: Headers;
}

/** Whether an answer with this body is the result of this request: rows, or whatever else a service answers in JSON. */
export function isResult({ url, headers }: Asked, answer: Response, text: string): boolean {
  const json = answer.ok ? jsonOf(answer, text) : undefined;
  // Tables answer with an array, or with one object if the request accepts only that.
  return isTable(url)
    ? typeof json === "object" && Array.isArray(json) === !headers.get("accept")?.includes("pgrst.object")
    : json !== undefined;
}

export const isTable = (url: string) => /rest\/v1\/(?!rpc\/)/.test(url);

/** The body of an answer in JSON; undefined if it is something else. */
export function jsonOf({ headers }: Pick<Response, "headers">, text: string): unknown {
  try {
    return /^application\/\S*json/.test(headers.get("content-type") ?? "") ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

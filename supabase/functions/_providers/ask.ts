import type { Limits } from "./provider.ts";

export const NO_LIMITS: Limits = { minuteLeft: null, minuteEndsIn: null, dayLeft: null };

/**
 * Why there is no answer to use. `refused`: the key is not good enough, asking again will
 * not help. `restricted`: nor is the plan. `limited`: too many requests. `unavailable`: no answer in time, or an error of theirs. `unreadable`: an answer that is not what they document.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  constructor(
    readonly kind: "refused" | "restricted" | "limited" | "unavailable" | "unreadable",
    message: string,
    /** Seconds until it is worth asking again, where the provider says so. */
    readonly waitSeconds: number | null = null,
    readonly limits: Limits = NO_LIMITS,
  ) {
    super(message);
  }
}

export interface Reply {
  status: number;
  headers: Headers;
  json: unknown;
}

/** GETs JSON within `patience` milliseconds, from the first byte asked for to the last one read. Throws ProviderError (unavailable, unreadable). */
export async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  patience: number,
): Promise<Reply> {
  const host = url.hostname;
  let reply: { response: Response; text: string };
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(patience), redirect: "error" });
    reply = { response, text: await response.text() };
  } catch (error) {
    const late = error instanceof Error && error.name === "TimeoutError";
    const why = late ? `did not answer within ${patience / 1000} seconds` : "could not be reached";
    throw new ProviderError("unavailable", `${host} ${why}`);
  }
  const { response, text } = reply;
  if (response.status >= 500)
    throw new ProviderError("unavailable", `${host} answered ${response.status}`, retryAfter(response));
  try {
    return { status: response.status, headers: response.headers, json: JSON.parse(text) };
  } catch {
    throw new ProviderError("unreadable", `${host} answered ${response.status} with what is not JSON`);
  }
}

/** Seconds of a Retry-After header; dates in it are not understood. */
export function retryAfter({ headers }: Pick<Response, "headers">): number | null {
  return wholeNumber(headers.get("retry-after"));
}

export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** `refusal` without the key, should the provider repeat it, and not too long for one line. */
export function inShort(refusal: string, key: string): string {
  const text = refusal.replaceAll(key, "***").replace(/\s+/g, " ").trim();
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

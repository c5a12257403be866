import { AnswerTooLargeError, send } from "../_http/outgoing.ts";
import { plural } from "../_http/plural.ts";
import type { Said } from "../_http/said.ts";
import { shorten } from "../_http/shorten.ts";
import type { Limits } from "./provider.ts";

export const NO_LIMITS: Limits = { minuteLeft: null, minuteEndsIn: null, dayLeft: null };

/**
 * Why there is no usable response. `refused`: the key is not accepted, retrying does
 * not help. `restricted`: the plan does not include it. `limited`: too many requests. `unavailable`: a timeout or server
 * error. `unreadable`: the response does not follow the documentation.
 */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  /** The message as facts; null for one that only the log has words for. */
  readonly facts: object | null;
  constructor(
    readonly kind: "refused" | "restricted" | "limited" | "unavailable" | "unreadable",
    said: string | Said,
    /** Seconds until the next attempt, if the provider states them. */
    readonly waitSeconds: number | null = null,
    readonly limits: Limits = NO_LIMITS,
  ) {
    super(typeof said === "string" ? said : said.text);
    this.facts = typeof said === "string" ? null : said.facts;
  }
}

export interface Reply {
  status: number;
  headers: Headers;
  json: unknown;
}

/** GETs JSON within `patience` milliseconds including the body. Throws ProviderError (unavailable, unreadable). */
export async function ask(
  url: URL,
  headers: Readonly<Record<string, string>>,
  patience: number,
): Promise<Reply> {
  const host = url.hostname;
  const response = await send(url, { headers }, { timeMs: patience, compressed: true }).catch(
    (error: unknown) => {
      if (error instanceof AnswerTooLargeError)
        throw new ProviderError("unreadable", `${host} cannot be read: ${error.message}`);
      const late = error instanceof Error && error.name === "TimeoutError";
      throw new ProviderError("unavailable", late ? tooSlow(host, patience / 1000) : notReached(host));
    },
  );
  if (response.status >= 500 || (response.status >= 300 && response.status < 400))
    throw new ProviderError("unavailable", answered(host, response.status), retryAfter(response));
  try {
    return { status: response.status, headers: response.headers, json: await response.json() };
  } catch {
    throw new ProviderError("unreadable", withoutJson(host, response.status));
  }
}

function notReached(host: string): Said {
  return { text: `${host} could not be reached`, facts: { kind: "provider_not_reached", host } };
}

function tooSlow(host: string, seconds: number): Said {
  return {
    text: `${host} did not answer within ${plural(seconds, "second")}`,
    facts: { kind: "provider_too_slow", host, seconds },
  };
}

export function answered(host: string, status: number): Said {
  return { text: `${host} answered ${status}`, facts: { kind: "provider_answered", host, status } };
}

function withoutJson(host: string, status: number): Said {
  return {
    text: `${host} answered ${status} without valid JSON`,
    facts: { kind: "provider_without_json", host, status },
  };
}

/** Seconds of a Retry-After header; dates are not supported. */
export function retryAfter({ headers }: Pick<Response, "headers">): number | null {
  return wholeNumber(headers.get("retry-after"));
}

export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
}

/** `refusal` without the key, in case the provider repeats it, and shortened to one line. */
export function inShort(refusal: string, key: string): string {
  return shorten(refusal.replaceAll(key, "***").replace(/\s+/g, " ").trim(), 200);
}

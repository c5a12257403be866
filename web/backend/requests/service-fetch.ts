import { deviceNow, learnClock } from "../connection/server-clock.ts";
import { earlyAnswer } from "./early-reads.ts";
import { noteFailure } from "./failed-requests.ts";
import { BAD_GATEWAY, isResult } from "./service-answer.ts";

/** What is added to requests by files that load later than the first ones. */
export const later: {
  /** The `fetch` of `limited-fetch.ts`. */
  fetch?: (input: RequestInfo | URL, init: ServiceInit) => Promise<Response>;
  /** Called with what each of the caller's own writes changed. Set by `own-writes.ts`. */
  noteWrite?: (changed: string) => void;
  /** Sends joined reads. Set by `read-together.ts`, which every joined read brings with it. */
  sendTogether?: (reads: readonly Read[], send: Fetch) => void;
} = {};

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** A request that waits to be sent with others. */
export interface Read {
  url: string;
  init: RequestInit;
  answer: (response: Promise<Response>) => void;
}

export interface ServiceInit extends RequestInit {
  /** A write of what is the caller's own (`marks.ts`). */
  isOwnWrite?: boolean;
}

/**
 * The `fetch` of every client of the club's services. Resolves when the whole body has arrived. An answer that no service can
 * have given becomes 502, which all clients treat as no answer. Rejects as `fetch` does, also if the request is redirected:
 * services redirect navigations only.
 */
export async function serviceFetch(input: RequestInfo | URL, init: ServiceInit = {}): Promise<Response> {
  const asked = { url: String(input), method: init.method ?? "GET", headers: new Headers(init.headers) };
  const early = await earlyAnswer(asked.url, init);
  const sent = deviceNow();
  // Browsers repeat the answers of the last visit when Back leads to the page again, unless they may not store them.
  const answer =
    early ?? (await (later.fetch ?? fetch)(input, { ...init, cache: "no-store", redirect: "error" }));
  const received = deviceNow();
  const { ok, status, headers } = answer;
  const isPicture = ok && asked.headers.get("accept")?.startsWith("image/");
  try {
    const body = await (isPicture ? answer.blob() : answer.text());
    if (
      (typeof body === "string" && !isPicture && isResult(asked, answer, body)) ||
      (await import("./other-answers.ts")).isOtherAnswer(asked, answer, body)
    ) {
      // Portals and filters have clocks of their own. The times of an early read are not known here.
      if (!early) learnClock(answer, sent, received);
      return noteFailure(new Response(body || null, { status, headers }));
    }
  } catch (error) {
    if (init.signal?.aborted) throw error;
    // The body broke off, for which each browser has its own words, or the network keeps the code back.
  }
  return new Response(null, { status: BAD_GATEWAY });
}

/**
 * Repeats what a busy host refuses: requests that hash a password, which take a hundred times as long as others. The host
 * says in `Retry-After` when there is a place, and gives a ticket that keeps it.
 */

import { serviceFetch } from "../requests/service-fetch.ts";
import { BUSY } from "./error-kinds.ts";

const ticketHeader = "retry-ticket";
/** A minute more than the longest `Retry-After`. */
const longestWait = 120_000;

let waits = 0;
let leaving = new AbortController();
const listeners = new Set<() => void>();

/** Whether a request waits for a place on the host. */
export function isWaiting(): boolean {
  return waits > 0;
}

export function subscribeToWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Ends every wait, because the reader has left the form. */
export function stopWaiting(): void {
  leaving.abort();
  leaving = new AbortController();
}

/** The requests of auth-js that hash a password: sign-in, sign-up and changes of the account. */
const hashes = /token\?grant_type=password|POST .*\/signup|^PUT /;

/** The same as `untilAdmitted` for requests that hash a password. auth-js repeats others itself. */
export async function untilPasswordAdmitted(
  answer: Response,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  if (!hashes.test(`${init.method} ${input}`)) return answer;
  const headers = Object.fromEntries(new Headers(init.headers));
  return untilAdmitted(answer, (added, signal) =>
    serviceFetch(input, { ...init, headers: { ...headers, ...added }, signal }),
  );
}

/**
 * Resolves to `answer`, unless the host was busy: then to the answer of a later attempt. `send` gets the headers to add, and
 * a signal that ends it when the reader leaves. After two minutes, or when the reader leaves, it resolves to a refusal with the
 * code of a busy host that auth-js reports.
 */
export async function untilAdmitted(
  answer: Response,
  send: (added: Readonly<Record<string, string>>, signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  if (!(await isBusy(answer))) return answer;
  const last = performance.now() + longestWait;
  const { signal } = leaving;
  let latest = answer;
  count(1);
  try {
    do {
      const ticket = latest.headers.get(ticketHeader);
      // Clients with the same answer come back at different moments of the second.
      const wait = (Number(latest.headers.get("retry-after")) + Math.random()) * 1_000;
      if (performance.now() + wait > last || !(await delayed(wait, signal))) return refusal();
      latest = await send(ticket ? { [ticketHeader]: ticket } : {}, signal).catch((error: unknown) => {
        if (signal.aborted) return refusal();
        throw error;
      });
    } while (await isBusy(latest));
    return latest;
  } finally {
    count(-1);
  }
}

function count(by: number): void {
  waits += by;
  for (const listener of listeners) listener();
}

async function isBusy(answer: Response): Promise<boolean> {
  if (answer.status !== 503 || !answer.headers.has("retry-after")) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return typeof body === "object" && body !== null && Reflect.get(body, "code") === BUSY;
}

/** auth-js keeps the code of a refusal, and loses that of a 503. */
function refusal(): Response {
  // not a text: read by the clients of the API, which messageFor translates
  return Response.json({ error_code: BUSY, msg: "The server is busy." }, { status: 429 });
}

/** Resolves after the delay to true, or to false as soon as the signal aborts. */
function delayed(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const end = (isOver: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve(isOver);
    };
    const abort = () => end(false);
    const timer = setTimeout(() => end(true), milliseconds);
    signal.addEventListener("abort", abort);
  });
}

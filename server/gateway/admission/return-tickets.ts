import { createHmac, timingSafeEqual } from "node:crypto";

/** The header with a ticket, in refusals and in the requests that come back. */
export const TICKET_HEADER = "retry-ticket";

/** A client's clock and the network are not exact. */
const EARLY_MS = 1000;
const LATE_MS = 60_000;

/**
 * Tickets of refused requests. A client that comes back with one when it was asked to waits in the queue instead of being
 * refused again, so that later clients cannot take its place again and again. Signed, so that hosts need not store them and
 * accept one another's.
 */
export class ReturnTickets {
  constructor(private readonly key: string) {}

  /** A ticket for a request of this class that comes back at `due`, in milliseconds since 1970. */
  issue(kind: string, due: number): string {
    return `${due}.${this.#sign(kind, due)}`;
  }

  isValid(ticket: string | null, kind: string, now: number): boolean {
    const [, digits = "", signature = ""] = /^(\d{1,15})\.([\w-]{43})$/.exec(ticket ?? "") ?? [];
    const due = Number(digits);
    if (signature === "" || now < due - EARLY_MS || now > due + LATE_MS) return false;
    return timingSafeEqual(Buffer.from(signature), Buffer.from(this.#sign(kind, due)));
  }

  #sign(kind: string, due: number): string {
    return createHmac("sha256", this.key).update(`retry ticket ${kind} ${due}`).digest("base64url");
  }
}

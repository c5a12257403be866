/** The queue of calls that wait for a connection: urgent ones first, at most three in a row, and otherwise first in, first out. */
import type { DatabaseError } from "../database.ts";
import type { Connection } from "./connection.ts";

export interface Waiting {
  /** A batch can be sent behind others; a transaction needs a connection with nothing in flight. */
  kind: "batch" | "transaction";
  isUrgent?: boolean;
  start(connection: Connection): void;
  reject(error: DatabaseError): void;
}

interface Entry {
  waiting: Waiting;
  since: number;
}

/** After so many urgent calls one of the others has its turn, or they would wait as long as members save. */
const URGENT_IN_A_ROW = 3;

export class Queue {
  readonly #urgent: Entry[] = [];
  readonly #others: Entry[] = [];
  /** Urgent calls that have left since one of the others did. */
  #inARow = 0;

  get length(): number {
    return this.#urgent.length + this.#others.length;
  }

  get first(): Waiting | undefined {
    return this.#next[0]?.waiting;
  }

  push(waiting: Waiting): void {
    const entries = waiting.isUrgent ? this.#urgent : this.#others;
    entries.push({ waiting, since: performance.now() });
  }

  shift(): void {
    const next = this.#next;
    this.#inARow = next === this.#urgent ? this.#inARow + 1 : 0;
    next.shift();
  }

  /** Rejects calls that have waited for `ms` or longer. */
  rejectAfter(ms: number, error: DatabaseError): void {
    const latest = performance.now() - ms;
    for (const entries of [this.#urgent, this.#others]) {
      for (let first = entries[0]; first && first.since <= latest; first = entries[0]) {
        entries.shift();
        first.waiting.reject(error);
      }
    }
  }

  get #next(): Entry[] {
    const isTheirTurn = this.#inARow >= URGENT_IN_A_ROW && this.#others.length > 0;
    return this.#urgent.length > 0 && !isTheirTurn ? this.#urgent : this.#others;
  }
}

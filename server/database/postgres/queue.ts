/** The queue of calls that wait for a connection: urgent ones first, otherwise first in, first out. */
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

export class Queue {
  readonly #urgent: Entry[] = [];
  readonly #others: Entry[] = [];

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
    this.#next.shift();
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
    return this.#urgent.length > 0 ? this.#urgent : this.#others;
  }
}

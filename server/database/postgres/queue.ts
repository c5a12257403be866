/** The queue of calls that wait for a connection, first in, first out. */
import type { DatabaseError } from "../database.ts";
import type { Connection } from "./connection.ts";

export interface Waiting {
  /** A batch can be sent behind others; a transaction needs a connection with nothing in flight. */
  kind: "batch" | "transaction";
  start(connection: Connection): void;
  reject(error: DatabaseError): void;
}

export class Queue {
  readonly #entries: { waiting: Waiting; since: number }[] = [];

  get length(): number {
    return this.#entries.length;
  }

  get first(): Waiting | undefined {
    return this.#entries[0]?.waiting;
  }

  push(waiting: Waiting): void {
    this.#entries.push({ waiting, since: performance.now() });
  }

  shift(): void {
    this.#entries.shift();
  }

  /** Rejects calls that have waited for `ms` or longer. */
  rejectAfter(ms: number, error: DatabaseError): void {
    const latest = performance.now() - ms;
    for (let first = this.#entries[0]; first && first.since <= latest; first = this.#entries[0]) {
      this.#entries.shift();
      first.waiting.reject(error);
    }
  }
}

/** Which statements one connection has prepared, and the bytes of a batch that uses them. */
import type { Statement } from "../database.ts";
import { BatchReply, type Prepared } from "./batch-reply.ts";
import { Encoder } from "./encoder.ts";

/** Enough for every request shape of an application; an open-ended cache would be a leak that a client can drive. */
const KEPT = 500;

export interface Batch {
  bytes: Uint8Array<ArrayBuffer>;
  reply: BatchReply;
}

export class PreparedStatements {
  readonly #kept = new Map<string, Prepared>();
  #next = 1;

  /**
   * Parse and Describe (first use only), Bind and Execute of each statement, then one Sync: one implicit transaction.
   * `scope` separates roles: under row-level security PostgreSQL plans a statement again whenever its role changes.
   */
  encode(scope: string, statements: readonly Statement[]): Batch {
    const encoder = new Encoder();
    const used: Prepared[] = [];
    const fresh: number[] = [];
    for (const { text, params = [] } of statements) {
      const key = `${scope}\0${text}`;
      let prepared = this.#kept.get(key);
      if (prepared) {
        this.#kept.delete(key); // put back below, as the most recently used
      } else {
        prepared = { key, name: `s${this.#next++}`, fields: [] };
        fresh.push(used.length);
        encoder.parse(prepared.name, text).describe(prepared.name);
      }
      this.#kept.set(key, prepared);
      used.push(prepared);
      encoder.bind(prepared.name, params).execute();
    }
    this.#evict(encoder, used);
    return { bytes: encoder.sync().take(), reply: new BatchReply(used, fresh) };
  }

  /** Call once the reply is complete: forgets what the server did not prepare, or everything that is stale. */
  settle(reply: BatchReply): void {
    if (!reply.error) return;
    for (const { key, name } of reply.isStale ? reply.statements : reply.unprepared) {
      if (this.#kept.get(key)?.name === name) this.#kept.delete(key);
    }
  }

  #evict(encoder: Encoder, used: readonly Prepared[]): void {
    for (const [key, { name }] of this.#kept) {
      if (this.#kept.size <= KEPT || used.some((prepared) => prepared.name === name)) return;
      this.#kept.delete(key);
      encoder.close(name);
    }
  }
}

/** A statement under the unnamed name, for interactive transactions: parsed each time, never stale. */
export function encodeUnnamed(statements: readonly Statement[]): Batch {
  const encoder = new Encoder();
  const used = statements.map(({ text, params = [] }): Prepared => {
    encoder.parse("", text).describe("").bind("", params).execute();
    return { key: text, name: "", fields: [] };
  });
  return { bytes: encoder.sync().take(), reply: new BatchReply(used, []) };
}

/** Tracks the statements that one connection has prepared, and encodes batches that use them. */
import type { Statement } from "../database.ts";
import { BatchReply, type Prepared } from "./batch-reply.ts";
import { Encoder } from "./encoder.ts";

/** Enough for every request shape of an application. Clients choose the shapes, so the cache needs a limit. */
const KEPT = 500;

export interface Batch {
  bytes: Buffer;
  reply: BatchReply;
}

/** One encoder serves every batch, because encoding a batch never waits. */
const encoder = new Encoder();

export class PreparedStatements {
  /** In order of use, the least recent first. */
  readonly #kept = new Map<string, Prepared>();
  /** Names that the server still has and no later batch uses. */
  #unused: string[] = [];
  #next = 1;

  /**
   * Encodes Parse and Describe (first use only), Bind and Execute of each statement, then one Sync: one implicit
   * transaction. `scope` separates roles, because under row-level security PostgreSQL plans a statement again when its
   * role changes.
   */
  encode(scope: string, statements: readonly Statement[]): Batch {
    encoder.start();
    this.#closeUnused();
    const used: Prepared[] = [];
    const fresh: number[] = [];
    for (const { text, params = [] } of statements) {
      const key = `${scope}\0${text}`;
      let prepared = this.#kept.get(key);
      if (prepared) {
        this.#kept.delete(key); // put back below, as the most recently used
      } else {
        prepared = { key, name: `s${this.#next++}`, fields: [], tookMs: null };
        fresh.push(used.length);
        encoder.parse(prepared.name, text).describe(prepared.name);
      }
      this.#kept.set(key, prepared);
      used.push(prepared);
      encoder.bind(prepared.name, params).execute();
    }
    return { bytes: encoder.sync().take(), reply: new BatchReply(used, fresh) };
  }

  /** Call when the reply is complete: forgets statements that the server did not prepare, or all if they are stale. */
  settle(reply: BatchReply): void {
    if (!reply.error) return;
    for (const { key, name } of reply.isStale ? reply.statements : reply.unprepared) {
      if (this.#kept.get(key)?.name !== name) continue;
      this.#kept.delete(key);
      this.#unused.push(name); // closing an unknown name is not an error
    }
  }

  /** At the start of a batch, where no failing statement can skip the Close messages. */
  #closeUnused(): void {
    for (const [key, { name }] of this.#kept) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(key);
      this.#unused.push(name);
    }
    for (const name of this.#unused) encoder.close(name);
    this.#unused = [];
  }
}

/** Unnamed statements for interactive transactions: parsed each time, never stale. */
export function encodeUnnamed(statements: readonly Statement[]): Batch {
  encoder.start();
  const used = statements.map(({ text, params = [] }): Prepared => {
    encoder.parse("", text).describe("").bind("", params).execute();
    return { key: text, name: "", fields: [], tookMs: null };
  });
  return { bytes: encoder.sync().take(), reply: new BatchReply(used, []) };
}

/** A script of several statements as a simple query: one implicit transaction. */
export function encodeScript(sql: string): Batch {
  encoder.start();
  return { bytes: encoder.query(sql).take(), reply: new BatchReply([], []) };
}

/** Tracks the statements that one connection has prepared, and encodes batches that use them. */
import type { Statement } from "../database.ts";
import { BatchReply, type Prepared } from "./batch-reply.ts";
import { Encoder } from "./encoder.ts";

/** Enough for every request shape of an application. Clients choose the shapes, so the cache needs a limit. */
const KEPT = 500;
/** How many are forgotten at once, because finding the least recently used takes a look at all. */
const FORGOTTEN = 50;

export interface Batch {
  bytes: Buffer;
  reply: BatchReply;
}

/** One encoder serves every batch, because encoding a batch never waits. */
const encoder = new Encoder();

export class PreparedStatements {
  /** By role, then by text: a key made of both would be hashed again for every statement. */
  readonly #kept = new Map<string, Map<string, Prepared>>();
  #size = 0;
  #uses = 0;
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
    const kept = this.#keptFor(scope);
    for (const { text, params = [] } of statements) {
      let prepared = kept.get(text);
      if (!prepared) {
        prepared = { scope, text, name: `s${this.#next++}`, fields: [], tookMs: null, lastUse: 0 };
        fresh.push(used.length);
        encoder.parse(prepared.name, text).describe(prepared.name);
        kept.set(text, prepared);
        this.#size++;
      }
      prepared.lastUse = ++this.#uses;
      used.push(prepared);
      encoder.bind(prepared.name, params).execute();
    }
    return { bytes: encoder.sync().take(), reply: new BatchReply(used, fresh) };
  }

  /** Call when the reply is complete: forgets statements that the server did not prepare, or all if they are stale. */
  settle(reply: BatchReply): void {
    if (!reply.error) return;
    for (const prepared of reply.isStale ? reply.statements : reply.unprepared) {
      if (this.#kept.get(prepared.scope)?.get(prepared.text) === prepared) this.#forget(prepared);
    }
  }

  #keptFor(scope: string): Map<string, Prepared> {
    let kept = this.#kept.get(scope);
    if (!kept) {
      kept = new Map();
      this.#kept.set(scope, kept);
    }
    return kept;
  }

  #forget({ scope, text, name }: Prepared): void {
    const kept = this.#kept.get(scope);
    if (kept?.delete(text)) this.#size--;
    if (kept?.size === 0) this.#kept.delete(scope);
    this.#unused.push(name); // closing an unknown name is not an error
  }

  /** At the start of a batch, where no failing statement can skip the Close messages. */
  #closeUnused(): void {
    if (this.#size > KEPT) {
      const all = [...this.#kept.values()].flatMap((kept) => [...kept.values()]);
      const oldest = all.sort((a, b) => a.lastUse - b.lastUse).slice(0, this.#size - KEPT + FORGOTTEN);
      for (const prepared of oldest) this.#forget(prepared);
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
    return { scope: "", text, name: "", fields: [], tookMs: null, lastUse: 0 };
  });
  return { bytes: encoder.sync().take(), reply: new BatchReply(used, []) };
}

/** A script of several statements as a simple query: one implicit transaction. */
export function encodeScript(sql: string): Batch {
  encoder.start();
  return { bytes: encoder.query(sql).take(), reply: new BatchReply([], []) };
}

/** Implements the Database interface for a PostgreSQL server. */
import type pg from "pg";
import { becomeCaller } from "../become-caller.ts";
import type {
  Caller,
  Database,
  DatabaseActivity,
  Param,
  Result,
  Statement,
  Transaction,
} from "../database.ts";
import { rowObjects } from "../rows.ts";
import {
  type Batch,
  encodeScript,
  encodeUnnamed,
  type PreparedStatements,
} from "../wire/prepared-statements.ts";
import { configOf } from "./connect.ts";
import { Listener } from "./listener.ts";
import { Pool } from "./pool.ts";
import { WriteGuard } from "./write-guard.ts";

export interface PostgresOptions {
  /** A postgres:// URL, or settings whose `host` may be the folder of a Unix socket. */
  connection: string | pg.ClientConfig;
  /** True if other hosts may use the same database. */
  shared: boolean;
  /** The maximum number of connections, in addition to one for LISTEN. Migrations need two. Default: 10. */
  connections?: number;
  /** The time limit of a caller's statement. The host's own work (migrations, jobs) is not limited. Default: 8000. */
  callerLimitMs?: number;
  /** How long surplus connections stay open without work. Default: 60000. */
  idleMs?: number;
  /** Called when the server reports that its disk is full, with what failed. */
  diskFull?: (failed: "statement" | "connection") => void;
}

export class PostgresDatabase implements Database {
  readonly shared: boolean;
  readonly #pool: Pool;
  readonly #listener: Listener;
  readonly #guard: WriteGuard;
  readonly #callerLimitMs: number;
  #calls = 0;
  #seconds = 0;
  #closed: Promise<void> | null = null;

  constructor({
    connection,
    shared,
    connections = 10,
    callerLimitMs = 8000,
    idleMs = 60_000,
    diskFull,
  }: PostgresOptions) {
    const config = configOf(connection);
    this.shared = shared;
    this.#guard = new WriteGuard(diskFull);
    this.#pool = new Pool(config, this.#guard, { connections, idleMs });
    this.#listener = new Listener(config);
    this.#callerLimitMs = callerLimitMs;
  }

  get available(): boolean {
    return this.#pool.available;
  }

  get activity(): DatabaseActivity {
    return { ...this.#pool.load, calls: this.#calls, seconds: this.#seconds };
  }

  async query<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    const [result] = await this.run(null, [{ text, params }]);
    return rowObjects<Row>(result);
  }

  run(caller: Caller | null, statements: readonly Statement[], isUrgent = false): Promise<Result[]> {
    if (!caller) return this.#sent("", statements, 0, isUrgent);
    return this.#sent(caller.role, [becomeCaller(caller, this.#callerLimitMs), ...statements], 1, isUrgent);
  }

  async transaction<T>(caller: Caller | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const started = performance.now();
    try {
      return await this.#transaction(caller, work);
    } finally {
      this.#finished(started);
    }
  }

  async #transaction<T>(caller: Caller | null, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const opening = caller ? [becomeCaller(caller, this.#callerLimitMs)] : [];
    return this.#pool.lease(async (connection) => {
      const run = async (...statements: Statement[]) => connection.exchange(encodeUnnamed(statements));
      let ended = false;
      const expectOpen = () => {
        if (ended) throw new Error("The transaction has ended"); // the connection may be another call's now
      };
      try {
        await run({ text: "begin" }, ...opening);
        const value = await work({
          script: async (sql) => {
            expectOpen();
            await connection.exchange(encodeScript(sql));
          },
          query: async <Row extends object>(text: string, params: readonly Param[] = []) => {
            expectOpen();
            const [result] = await run({ text, params });
            return rowObjects<Row>(result);
          },
        });
        ended = true;
        await run({ text: "commit" });
        return value;
      } catch (error) {
        ended = true;
        if (connection.inTransaction && !connection.closed) await run({ text: "rollback" });
        throw error;
      }
    });
  }

  listen(
    channel: string,
    heard: (payload: string) => void,
    resumed?: () => void,
  ): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, { heard, resumed });
  }

  async script(sql: string): Promise<void> {
    await this.#pool.lease(async (connection) => connection.exchange(encodeScript(sql)));
  }

  async refuseWrites(message: string | null): Promise<void> {
    this.#guard.refusal = message; // each connection applies it before its next transaction
  }

  close(): Promise<void> {
    this.#closed ??= Promise.all([this.#listener.close(), this.#pool.close()]).then(() => {});
    return this.#closed;
  }

  /**
   * Sends a batch of prepared statements, and sends it again unnamed if some of them are stale. The first `hidden` results are
   * left out.
   */
  #sent(
    scope: string,
    statements: readonly Statement[],
    hidden: number,
    isUrgent: boolean,
  ): Promise<Result[]> {
    const started = performance.now();
    return new Promise<Result[]>((resolve, reject) => {
      const finished = () => this.#finished(started);
      const failed = (error: unknown) => {
        finished();
        reject(error);
      };
      const attempt = (encode: (prepared: PreparedStatements) => Batch) =>
        this.#pool.enqueue({
          kind: "batch",
          isUrgent,
          start(connection) {
            try {
              const batch = encode(connection.statements);
              connection.send(batch, (error) => {
                if (error) {
                  if (batch.reply.isStale) attempt(() => encodeUnnamed(statements));
                  else failed(error);
                  return;
                }
                finished();
                resolve(batch.reply.results.slice(hidden));
              });
            } catch (error) {
              failed(error); // a NUL in a name or a statement
            }
          },
          reject: failed,
        });
      attempt((prepared) => prepared.encode(scope, statements));
    });
  }

  #finished(started: number): void {
    this.#calls++;
    this.#seconds += (performance.now() - started) / 1000;
  }
}

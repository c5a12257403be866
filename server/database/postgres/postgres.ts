/** The Database interface over a PostgreSQL server, through a pool of node-postgres clients. */
import pg from "pg";
import { becomeCaller } from "../caller.ts";
import {
  type Caller,
  type Database,
  DatabaseError,
  type Param,
  type Queryable,
  type Result,
  type Statement,
} from "../database.ts";
import { rowObjects } from "../rows.ts";
import { BatchReply } from "../wire/batch-reply.ts";
import { Encoder } from "../wire/encoder.ts";
import { type Batch, encodeUnnamed, PreparedStatements } from "../wire/prepared-statements.ts";
import { BatchQuery } from "./batch-query.ts";
import { Listener } from "./listener.ts";

/** No request of a caller may hold a connection longer; the host's own work (migrations, jobs) is not limited. */
const CALLER_TIMEOUT = "8s";
const CALLER_LIMIT: Statement = {
  text: "select set_config('statement_timeout', $1, true)",
  params: [CALLER_TIMEOUT],
};

export class PostgresDatabase implements Database {
  readonly engine = "postgres";
  readonly #pool: pg.Pool;
  readonly #listener: Listener;
  readonly #prepared = new WeakMap<pg.PoolClient, PreparedStatements>();

  constructor(url: string, connections = 10) {
    const config = {
      connectionString: url,
      application_name: "scoreline",
      options: "-c search_path=public,extensions",
    };
    this.#pool = new pg.Pool({
      ...config,
      max: connections,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 60_000,
    });
    // A connection that breaks tells its query too, and is replaced; without listeners it would end the process.
    this.#pool.on("error", () => {});
    this.#pool.on("connect", (client) => client.on("error", () => {}));
    this.#listener = new Listener(config);
  }

  async query<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    const [result] = await this.run(null, [{ text, params }]);
    return rowObjects<Row>(result);
  }

  async run(caller: Caller | null, statements: readonly Statement[]): Promise<Result[]> {
    const all = caller ? [CALLER_LIMIT, becomeCaller(caller), ...statements] : statements;
    return this.#withClient(async (client) => {
      const results = await this.#settled(client, caller?.role ?? "", all);
      return caller ? results.slice(2) : results;
    });
  }

  async transaction<T>(caller: Caller | null, work: (tx: Queryable) => Promise<T>): Promise<T> {
    return this.#withClient(async (client) => {
      const opening = caller ? [CALLER_LIMIT, becomeCaller(caller)] : [];
      try {
        await sent(client, encodeUnnamed([{ text: "begin" }, ...opening]));
        const value = await work({
          query: async <Row extends object>(text: string, params: readonly Param[] = []) => {
            const [result] = await sent(client, encodeUnnamed([{ text, params }]));
            return rowObjects<Row>(result);
          },
        });
        await sent(client, encodeUnnamed([{ text: "commit" }]));
        return value;
      } catch (error) {
        await sent(client, encodeUnnamed([{ text: "rollback" }]));
        throw error;
      }
    });
  }

  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#listener.listen(channel, heard);
  }

  async script(sql: string): Promise<void> {
    await this.#withClient((client) =>
      sent(client, { bytes: new Encoder().query(sql).take(), reply: new BatchReply([], []) }),
    );
  }

  async close(): Promise<void> {
    await Promise.all([this.#listener.close(), this.#pool.end()]);
  }

  /** Sends a batch of prepared statements, and again unnamed when some of them turn out to be stale. */
  async #settled(client: pg.PoolClient, scope: string, statements: readonly Statement[]): Promise<Result[]> {
    const prepared = this.#statementsOf(client);
    const batch = prepared.encode(scope, statements);
    try {
      return await sent(client, batch);
    } catch (error) {
      if (batch.reply.isStale) return await sent(client, encodeUnnamed(statements));
      throw error;
    } finally {
      prepared.settle(batch.reply);
    }
  }

  #statementsOf(client: pg.PoolClient): PreparedStatements {
    const known = this.#prepared.get(client);
    if (known) return known;
    const fresh = new PreparedStatements();
    this.#prepared.set(client, fresh);
    return fresh;
  }

  /** A client whose connection broke (SQLSTATE class 08, 57P) leaves the pool with its error. */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      const value = await work(client);
      client.release();
      return value;
    } catch (error) {
      const broken = error instanceof DatabaseError ? /^(08|57P)/.test(error.code) : false;
      client.release(broken);
      throw error;
    }
  }
}

async function sent(client: pg.PoolClient, batch: Batch): Promise<Result[]> {
  const reply = await client.query(new BatchQuery(batch)).done;
  if (reply.error) throw reply.error;
  return reply.results;
}

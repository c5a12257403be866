/** The Database interface over PGlite in a worker thread. It has one connection, so everything takes turns. */
import { becomeCaller } from "../caller.ts";
import type { Caller, Database, Param, Queryable, Result, Statement } from "../database.ts";
import { rowObjects } from "../rows.ts";
import { BatchReply } from "../wire/batch-reply.ts";
import { Encoder } from "../wire/encoder.ts";
import { type Batch, encodeUnnamed, PreparedStatements } from "../wire/prepared-statements.ts";
import { Channels } from "./channels.ts";
import { startHousekeeping } from "./housekeeping.ts";
import type { WorkerConnection } from "./worker-connection.ts";

export class PgliteDatabase implements Database {
  readonly engine = "pglite";
  readonly #prepared = new PreparedStatements();
  readonly #channels: Channels;
  readonly #stopHousekeeping: () => void;
  /** The interactive transaction that holds the connection, and those that wait for it. */
  #held: Promise<void> | null = null;

  /** `stop` ends what else belongs to the folder: its backups and its lock. */
  constructor(
    private readonly connection: WorkerConnection,
    private readonly stop: () => Promise<void>,
  ) {
    this.#channels = new Channels((sql) => this.script(sql));
    connection.notified = (channel, payload) => this.#channels.heard(channel, payload);
    this.#stopHousekeeping = startHousekeeping(this);
  }

  async query<Row extends object>(text: string, params: readonly Param[] = []): Promise<Row[]> {
    const [result] = await this.run(null, [{ text, params }]);
    return rowObjects<Row>(result);
  }

  async run(caller: Caller | null, statements: readonly Statement[]): Promise<Result[]> {
    const all = caller ? [becomeCaller(caller), ...statements] : statements;
    while (this.#held) await this.#held;
    const reply = await this.connection.send(this.#prepared.encode(caller?.role ?? "", all));
    this.#prepared.settle(reply);
    if (reply.error && !reply.isStale) throw reply.error;
    while (reply.isStale && this.#held) await this.#held;
    const results = reply.isStale ? await this.#sent(encodeUnnamed(all)) : reply.results;
    return caller ? results.slice(1) : results;
  }

  async transaction<T>(caller: Caller | null, work: (tx: Queryable) => Promise<T>): Promise<T> {
    const release = await this.#hold();
    try {
      await this.#sent(encodeUnnamed([{ text: "begin" }, ...(caller ? [becomeCaller(caller)] : [])]));
      const value = await work({
        query: async <Row extends object>(text: string, params: readonly Param[] = []) => {
          const [result] = await this.#sent(encodeUnnamed([{ text, params }]));
          return rowObjects<Row>(result);
        },
      });
      await this.#sent(encodeUnnamed([{ text: "commit" }]));
      return value;
    } catch (error) {
      await this.#sent(encodeUnnamed([{ text: "rollback" }]));
      throw error;
    } finally {
      release();
    }
  }

  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>> {
    return this.#channels.listen(channel, heard);
  }

  async script(sql: string): Promise<void> {
    while (this.#held) await this.#held;
    await this.#sent({ bytes: new Encoder().query(sql).take(), reply: new BatchReply([], []) });
  }

  async close(): Promise<void> {
    this.#stopHousekeeping();
    while (this.#held) await this.#held;
    await this.connection.close();
    await this.stop();
  }

  async #hold(): Promise<() => void> {
    while (this.#held) await this.#held;
    let release = (): void => {};
    this.#held = new Promise((resolve) => {
      release = () => {
        this.#held = null;
        resolve();
      };
    });
    return release;
  }

  async #sent(batch: Batch): Promise<Result[]> {
    const reply = await this.connection.send(batch);
    if (reply.error) throw reply.error;
    return reply.results;
  }
}

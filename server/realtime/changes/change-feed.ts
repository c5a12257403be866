import { setImmediate as nextTick } from "node:timers/promises";
import { type Database, DatabaseError } from "../../database/database.ts";
import { LIMITS } from "../limits.ts";
import { encode, type Frame } from "../protocol.ts";
import { type Binding, coversTable, matchesBinding, type RowChange } from "./bindings.ts";
import { matchPatterns } from "./patterns.ts";
import { type PublishedTable, PublishedTables } from "./published-tables.ts";
import type { Subscriber } from "./subscriber.ts";
import { visibleRows } from "./visible-rows.ts";

/** A change as the triggers of bootstrap/realtime.sql recorded it. */
interface RecordedChange {
  at: string;
  relation: string;
  operation: RowChange["operation"];
  record: Record<string, unknown> | null;
  old_record: Record<string, unknown> | null;
}

/** Messages sent before the event loop continues. Sending 10,000 at once would block it for 0.1 s. */
const SENDS_PER_TICK = 500;
/** The same limit in bytes, so that a fast reader can keep up with a burst of long rows. */
const BYTES_PER_TICK = 1024 * 1024;
const RETENTION_SECONDS = 60;
const SWEEP_MS = 30_000;

/** Reads the changes of each committed statement once and sends them to the subscribers that may see them. */
export class ChangeFeed {
  readonly tables: PublishedTables;
  readonly #subscribers = new Set<Subscriber>();
  #queue: Promise<void> = Promise.resolve();
  #stop: (() => Promise<void>)[] = [];
  #sweeper: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly log: (event: string, error: unknown) => void,
  ) {
    this.tables = new PublishedTables(database);
  }

  async open(): Promise<void> {
    // Notices changes of the publication in databases where the host could not create an event trigger.
    await this.database.query("select host.follow_publication()");
    this.#stop = [
      await this.database.listen("realtime_changes", (batch) => this.#enqueue(batch)),
      await this.database.listen("realtime_schema", () => this.tables.invalidate()),
    ];
    this.#sweeper = setInterval(() => void this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.#stop.map((stop) => stop()));
    await this.#queue;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Handles statements one after the other, in commit order. */
  #enqueue(batch: string): void {
    if (this.#subscribers.size === 0 || !/^\d+$/.test(batch)) return;
    this.#queue = this.#queue
      .then(() => this.#deliver(batch))
      .catch((error) => this.log("realtime changes", error));
  }

  async #deliver(batch: string): Promise<void> {
    const noted = await this.database.query<RecordedChange>(
      `select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, relation::text as relation,
         operation, record, old_record
       from host.changes where batch = $1::bigint order by id`,
      [batch],
    );
    const relation = (await this.tables.all()).get(noted[0]?.relation ?? "");
    if (relation) await this.#send(relation, noted);
  }

  async #send(relation: PublishedTable, noted: readonly RecordedChange[]): Promise<void> {
    const rows = noted.map(rowOf);
    const matched = await matchPatterns(this.database, this.#bindings(relation), rows);
    const changes = noted.map(
      ({ operation }, position): RowChange => ({
        operation,
        row: rows[position] ?? {},
        matched: matched[position] ?? new Set(),
      }),
    );
    const seen = new Map<string, Promise<ReadonlySet<number>>>();
    const frames = new Map<string, readonly Frame[]>();
    let [sent, written] = [0, 0];
    for (const subscriber of [...this.#subscribers]) {
      const { role } = subscriber.caller;
      const group = relation.uniformRoles.has(role) ? role : subscriber.identity;
      const kind = `${role}\n${subscriber.version}\n${subscriber.bindingsKey}\n${subscriber.topic}`;
      for (const [position, change] of changes.entries()) {
        const wanted = getOrCreate(frames, `${position}\n${kind}`, () =>
          framesFor(subscriber, relation, change, noted[position]?.at ?? ""),
        );
        if (wanted.length === 0) continue;
        // As in Realtime, a delete sends only the key, because the row no longer exists. Rows without a primary key
        // cannot be checked either; their subscribers get an error instead of the row.
        if (change.operation !== "DELETE" && relation.key.length > 0) {
          const visible = getOrCreate(seen, group, () => this.#visible(subscriber, relation, rows));
          if (!(await visible).has(position)) continue;
        }
        for (const frame of wanted) {
          subscriber.send(frame);
          written += frame.bytes.length;
        }
        if (++sent < SENDS_PER_TICK && written < BYTES_PER_TICK) continue;
        [sent, written] = [0, 0];
        await nextTick();
      }
    }
  }

  *#bindings(relation: PublishedTable): Iterable<Binding> {
    for (const { bindings } of this.#subscribers)
      for (const binding of bindings) if (coversTable(binding, relation)) yield binding;
  }

  async #visible(subscriber: Subscriber, relation: PublishedTable, rows: readonly RowChange["row"][]) {
    try {
      return await visibleRows(this.database, subscriber.caller, relation, rows);
    } catch (error) {
      // Without the privilege no row is visible.
      if (error instanceof DatabaseError && error.code === "42501") return new Set<number>();
      this.log(
        `realtime cannot read ${relation.schema}.${relation.table} as ${subscriber.caller.role}`,
        error,
      );
      return new Set<number>();
    }
  }

  async #sweep(): Promise<void> {
    await this.database
      .query(
        `delete from host.changes where at < clock_timestamp() - interval '${RETENTION_SECONDS} seconds'`,
      )
      .catch((error: unknown) => this.log("realtime sweep", error));
  }
}

/** The new row, or the primary key of a deleted row. */
function rowOf({ operation, record, old_record }: RecordedChange): RowChange["row"] {
  return (operation === "DELETE" ? old_record : record) ?? {};
}

/** One message for each selection of columns among the matching bindings; none if no binding matches. */
function framesFor(subscriber: Subscriber, relation: PublishedTable, change: RowChange, at: string): Frame[] {
  const { role } = subscriber.caller;
  const choices = new Map<string, Binding[]>();
  for (const binding of subscriber.bindings) {
    if (!matchesBinding(binding, relation, change, role)) continue;
    const choice = binding.select?.join() ?? "";
    choices.set(choice, [...(choices.get(choice) ?? []), binding]);
  }
  const frames: Frame[] = [];
  for (const bindings of choices.values()) {
    const data = dataFor(relation, change, role, bindings[0]?.select, at);
    if (data === null) continue;
    frames.push(
      encode(subscriber.version, {
        joinRef: null,
        ref: null,
        topic: subscriber.topic,
        event: "postgres_changes",
        payload: { ids: bindings.map(({ id }) => id), data },
      }),
    );
  }
  return frames;
}

/** The data of a change: its key and the readable columns that `select` names. */
function dataFor(
  relation: PublishedTable,
  change: RowChange,
  role: string,
  select: readonly string[] | undefined,
  at: string,
): Record<string, unknown> | null {
  const { schema, table, key } = relation;
  const common = { schema, table, commit_timestamp: at, type: change.operation };
  if (key.length === 0) return { ...common, columns: [], errors: ["Error 400: Bad Request, no primary key"] };
  const readable = relation.readable[role] ?? [];
  const isKey = (name: string) => key.some((column) => column.name === name);
  // A delete must not reveal a key that the role may not read.
  if (!readable.some(({ name }) => isKey(name))) return null;
  const columns = readable.filter(({ name }) => !select || select.includes(name) || isKey(name));
  const long = JSON.stringify(change.row).length > LIMITS.record;
  const short = (value: unknown) => !long || (JSON.stringify(value)?.length ?? 0) <= LIMITS.shortValue;
  const only = (wanted: (name: string) => boolean) =>
    Object.fromEntries(
      columns
        .filter(({ name }) => wanted(name) && short(change.row[name]))
        .map(({ name }) => [name, change.row[name] ?? null]),
    );
  return {
    ...common,
    columns,
    ...(change.operation === "DELETE" ? {} : { record: only(() => true) }),
    ...(change.operation === "INSERT" ? {} : { old_record: only(isKey) }),
    errors: long ? ["Error 413: Payload Too Large"] : null,
  };
}

function getOrCreate<Value>(known: Map<string, Value>, key: string, make: () => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}

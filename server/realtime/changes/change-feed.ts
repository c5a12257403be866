import { setImmediate as nextTick } from "node:timers/promises";
import type { Database } from "../../database/database.ts";
import type { RowChange } from "./bindings.ts";
import { framesFor } from "./frames.ts";
import { matchPatterns } from "./patterns.ts";
import { type PublishedTable, PublishedTables } from "./published-tables.ts";
import type { Subscriber } from "./subscriber.ts";
import { type Audience, Subscriptions } from "./subscriptions.ts";
import { type RowMessages, VisibleRows } from "./visibility.ts";

/** A change as the triggers of bootstrap/realtime.sql recorded it. */
interface RecordedChange {
  id: string;
  at: string;
  relation: string;
  operation: RowChange["operation"];
  record: Record<string, unknown> | null;
  old_record: Record<string, unknown> | null;
}

/** Rows that are read and sent together. Their messages are in memory until they are sent. */
const ROWS_AT_ONCE = 250;
/** Milliseconds of work before other work of the process continues. */
const TURN_MS = 5;
/** Bytes that are sent before it continues, so that a fast reader can keep up with a burst of long rows. */
const BYTES_PER_TURN = 1024 * 1024;
const RETENTION_MS = 60_000;
const SWEEP_MS = 30_000;

/**
 * Reads the changes of each committed statement once and sends them to the subscribers that may see them. What was committed
 * while the listening connection was lost is read from `host.changes`, where other hosts' notifications find it too.
 */
export class ChangeFeed {
  readonly tables: PublishedTables;
  readonly #subscriptions = new Subscriptions();
  #queue: Promise<void> = Promise.resolve();
  #stop: (() => Promise<void>)[] = [];
  #sweeper: NodeJS.Timeout | undefined;
  /** The statements that were handed on, by the time at which they may be forgotten. */
  readonly #handedOn = new Map<string, number>();
  /** When the server started whose `host.changes` this process follows, and when it last read the table. */
  #serverStart = "";
  #readAt = 0;

  /** `missed`: called when changes can no longer be read, so that subscribers have to read everything again. */
  constructor(
    private readonly database: Database,
    private readonly log: (event: string, error: unknown) => void,
    private readonly missed: () => void = () => {},
  ) {
    this.tables = new PublishedTables(database);
  }

  async open(): Promise<void> {
    // Notices changes of the publication in databases where the host could not create an event trigger.
    await this.database.query("select host.follow_publication()");
    const invalidate = () => this.tables.invalidate();
    this.#stop = [
      await this.database.listen(
        "realtime_changes",
        (batch) => this.#enqueue(batch),
        () => this.#catchUp(),
      ),
      await this.database.listen("realtime_schema", invalidate, invalidate),
    ];
    await this.#readUndelivered(() => {});
    this.#sweeper = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweeper.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all(this.#stop.map((stop) => stop()));
    await this.#queue;
  }

  add(subscriber: Subscriber): void {
    this.#subscriptions.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscriptions.remove(subscriber);
  }

  /** Handles statements one after the other, in commit order. */
  #enqueue(batch: string): void {
    if (!/^\d+$/.test(batch)) return;
    this.#next(async () => {
      if (this.#markHandedOn(batch) && this.#subscriptions.size > 0) await this.#deliver(batch);
    });
  }

  #next(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error) => this.log("realtime changes", error));
  }

  /** False if the statement was handed on already. */
  #markHandedOn(batch: string): boolean {
    if (this.#handedOn.has(batch)) return false;
    this.#handedOn.set(batch, performance.now() + 2 * RETENTION_MS);
    return true;
  }

  /** Delivers what was committed since the last notification, before further ones. */
  #catchUp(): void {
    this.#next(() => this.#readUndelivered((batch) => this.#deliver(batch)));
  }

  async #readUndelivered(deliver: (batch: string) => Promise<void> | void): Promise<void> {
    const noted = await this.database.query<{ started: string; batch: string | null }>(
      `select pg_postmaster_start_time()::text as started, batch::text from (values (1)) as v
         left join (select batch, min(id) as first from host.changes group by batch) as c on true order by first`,
    );
    const started = noted[0]?.started ?? "";
    // The table is unlogged, so a server that crashed has lost rows, and another host deletes old ones.
    const isLost = started !== this.#serverStart || performance.now() - this.#readAt > RETENTION_MS;
    if (this.#serverStart !== "" && isLost) this.missed();
    this.#serverStart = started;
    this.#readAt = performance.now();
    for (const { batch } of noted) if (batch !== null && this.#markHandedOn(batch)) await deliver(batch);
  }

  async #deliver(batch: string): Promise<void> {
    let after = "0";
    for (;;) {
      const noted = await this.database.query<RecordedChange>(
        `select c.id::text as id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
           relation::text as relation, operation, record, old_record
         from host.changes as c where batch = $1::bigint and c.id > $2::bigint order by c.id limit ${ROWS_AT_ONCE}`,
        [batch, after],
      );
      const relation = (await this.tables.all()).get(noted[0]?.relation ?? "");
      if (relation) await this.#send(relation, noted);
      if (noted.length < ROWS_AT_ONCE) return;
      after = noted.at(-1)?.id ?? after;
    }
  }

  /** Sends the changes of one statement, or a part of them, in their order. */
  async #send(relation: PublishedTable, noted: readonly RecordedChange[]): Promise<void> {
    const rows = noted.map(rowOf);
    const matched = await matchPatterns(this.database, this.#subscriptions.patternBindings(), rows);
    const turn = new Turn();
    const rolesOf = new Map<Audience, ReadonlySet<string>>();
    const messages: RowMessages[] = [];
    for (const [position, { operation, at }] of noted.entries()) {
      const row = rows[position] ?? {};
      const change = { operation, row, matched: matched[position] ?? new Set<string>() };
      for (const audience of this.#subscriptions.candidates(relation, row))
        for (const role of getOrCreate(rolesOf, audience, rolesIn)) {
          const frames = framesFor(audience, role, relation, change, at);
          if (frames.length > 0) messages.push({ position, row, audience, role, frames, operation });
        }
      if (turn.isOver) await turn.end();
    }
    const visible = new VisibleRows(this.database, relation, this.log);
    for (const message of messages) {
      if (!isChecked(message, relation)) continue;
      for (const subscriber of visible.groupsIn(message)) {
        visible.want(subscriber, message);
        if (turn.isOver) await turn.end();
      }
    }
    await visible.look();
    turn.restart();
    for (const message of messages)
      for (const subscriber of [...message.audience.subscribers]) {
        // The token may have been renewed meanwhile.
        if (subscriber.caller.role !== message.role) continue;
        if (
          isChecked(message, relation) &&
          !(visible.isTo(subscriber, message) ?? (await visible.lookAgain(subscriber, message)))
        )
          continue;
        for (const frame of message.frames) {
          subscriber.send(frame);
          turn.written += frame.bytes.length;
        }
        if (turn.isOver) await turn.end();
      }
  }

  /** Also delivers what a connection missed whose loss was not noticed. */
  #sweep(): void {
    this.#catchUp();
    this.#next(async () => {
      const now = performance.now();
      for (const [batch, until] of this.#handedOn) if (until < now) this.#handedOn.delete(batch);
      await this.database.query(
        `delete from host.changes where at < clock_timestamp() - interval '${RETENTION_MS} milliseconds'`,
      );
    });
  }
}

/** The new row, or the primary key of a deleted row. */
function rowOf({ operation, record, old_record }: RecordedChange): RowChange["row"] {
  return (operation === "DELETE" ? old_record : record) ?? {};
}

function rolesIn({ subscribers }: Audience): ReadonlySet<string> {
  return new Set([...subscribers].map(({ caller }) => caller.role));
}

/**
 * As in Realtime, a delete sends only the key, because the row no longer exists. Rows without a primary key cannot be
 * checked either; their subscribers get an error instead of the row.
 */
function isChecked({ operation }: RowMessages, { key }: PublishedTable): boolean {
  return operation !== "DELETE" && key.length > 0;
}

function getOrCreate<Key, Value>(known: Map<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make(key);
  known.set(key, made);
  return made;
}

/** Work in slices, between which the process answers requests. */
class Turn {
  written = 0;
  #began = performance.now();

  get isOver(): boolean {
    return this.written >= BYTES_PER_TURN || performance.now() - this.#began >= TURN_MS;
  }

  /** Lets other work of the process continue. */
  async end(): Promise<void> {
    await nextTick();
    this.restart();
  }

  restart(): void {
    this.written = 0;
    this.#began = performance.now();
  }
}

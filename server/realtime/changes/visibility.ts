import { type Database, DatabaseError } from "../../database/database.ts";
import type { Frame } from "../protocol.ts";
import type { RowChange } from "./bindings.ts";
import type { PublishedTable } from "./published-tables.ts";
import type { Subscriber } from "./subscriber.ts";
import type { Audience } from "./subscriptions.ts";
import { type Look, visibleRows } from "./visible-rows.ts";

/** What the callers of one role in an audience receive about one row, if they may read it. */
export interface RowMessages {
  position: number;
  operation: RowChange["operation"];
  row: RowChange["row"];
  audience: Audience;
  role: string;
  frames: readonly Frame[];
}

/**
 * Which subscribers may read which rows. Callers that no policy can distinguish are one group, which looks once, and only
 * for the rows that it would receive.
 */
export class VisibleRows {
  readonly #looks = new Map<string, Look & { rows: Map<number, RowChange["row"]> }>();
  readonly #seen = new Map<string, ReadonlySet<number>>();

  constructor(
    private readonly database: Database,
    private readonly relation: PublishedTable,
    private readonly log: (event: string, error: unknown) => void,
  ) {}

  /** The subscribers of these messages, or one of them if all of their role see the same rows. */
  *groupsIn({ audience, role }: RowMessages): Iterable<Subscriber> {
    for (const subscriber of [...audience.subscribers]) {
      if (subscriber.caller.role !== role) continue;
      yield subscriber;
      if (this.relation.uniformRoles.has(role)) return;
    }
  }

  want(subscriber: Subscriber, { position, row }: RowMessages): void {
    const group = this.#groupOf(subscriber);
    const look = this.#looks.get(group) ?? { caller: subscriber.caller, rows: new Map() };
    this.#looks.set(group, look);
    look.rows.set(position, row);
  }

  /** Looks for everything that is wanted. */
  async look(): Promise<void> {
    const looks = [...this.#looks];
    this.#looks.clear();
    const visible = await visibleRows(
      this.database,
      this.relation,
      looks.map(([, look]) => look),
      ({ caller }, error) => {
        // Without the privilege no row is visible.
        if (error instanceof DatabaseError && error.code === "42501") return;
        const { schema, table } = this.relation;
        this.log(`realtime cannot read ${schema}.${table} as ${caller.role}`, error);
      },
    );
    for (const [at, [group]] of looks.entries()) this.#seen.set(group, visible[at] ?? new Set());
  }

  /** Undefined if nobody of the subscriber's group was there when the rows were looked for. */
  isTo(subscriber: Subscriber, { position }: RowMessages): boolean | undefined {
    return this.#seen.get(this.#groupOf(subscriber))?.has(position);
  }

  /** For a subscriber that has joined or renewed its token meanwhile. */
  async lookAgain(subscriber: Subscriber, { position, row }: RowMessages): Promise<boolean> {
    const rows = new Map([[position, row]]);
    const [seen] = await visibleRows(
      this.database,
      this.relation,
      [{ caller: subscriber.caller, rows }],
      () => undefined,
    );
    return seen?.has(position) ?? false;
  }

  #groupOf({ caller, identity }: Subscriber): string {
    return this.relation.uniformRoles.has(caller.role) ? caller.role : identity;
  }
}

import { createHash } from "node:crypto";
import { z } from "zod";
import { type Condition, isPattern, matchesFilter, parseFilter } from "./filters.ts";
import type { PublishedTable } from "./published-tables.ts";

/** One `postgres_changes` entry of a join. */
export interface Binding {
  /** The same for equal bindings on every socket, so that one serialised message can be sent to all of them. */
  id: number;
  event: "*" | "INSERT" | "UPDATE" | "DELETE";
  schema: string;
  table?: string;
  filter?: string;
  /** The columns to send in addition to the key; without it, all readable columns. */
  select?: readonly string[];
  conditions: readonly Condition[];
}

const MAX_BINDINGS = 100;
const MAX_SELECTED = 100;
/** The limit for all bindings of a join together, because every change of their tables is compared with each value. */
const MAX_VALUES = 1000;
const MAX_PATTERNS = 10;

const bindingSchema = z.object({
  event: z
    .string()
    .toUpperCase()
    .pipe(z.enum(["*", "INSERT", "UPDATE", "DELETE"])),
  schema: z.string().max(63).default("public"),
  table: z.string().max(63).optional(),
  filter: z.string().max(1000).nullish(),
  select: z.array(z.string().min(1).max(63)).min(1).max(MAX_SELECTED).nullish(),
});
const bindingsSchema = z.array(bindingSchema).max(MAX_BINDINGS);

/** Parses the bindings of a join; null if they are invalid. */
export function parseBindings(config: unknown): Binding[] | null {
  const parsed = bindingsSchema.safeParse(config ?? []);
  if (!parsed.success) return null;
  const bindings: Binding[] = [];
  for (const { event, schema, table, filter, select } of parsed.data) {
    const conditions = parseFilter(filter ?? "");
    if (!conditions) return null;
    const text = JSON.stringify([event, schema, table ?? "*", filter ?? "", select ?? null]);
    // 32 bits, never 0, because the client treats a falsy id as missing.
    const id = createHash("sha256").update(text).digest().readUInt32BE(0) || 1;
    bindings.push({
      id,
      event,
      schema,
      ...(table === undefined ? {} : { table }),
      ...(filter ? { filter } : {}),
      ...(select ? { select } : {}),
      conditions,
    });
  }
  const conditions = bindings.flatMap((binding) => binding.conditions);
  const tooMany =
    conditions.flatMap(({ values }) => values).length > MAX_VALUES ||
    conditions.filter(isPattern).length > MAX_PATTERNS;
  return tooMany ? null : bindings;
}

/** Identifies a set of bindings. Ids do not: with 32 bits, anyone can find two different bindings with the same id. */
export function bindingsKey(bindings: readonly Binding[]): string {
  return bindings.length === 0 ? "" : createHash("sha256").update(JSON.stringify(bindings)).digest("base64");
}

/** The first binding whose table is not published or whose columns are not readable, or null. */
export function findUnservable(
  bindings: readonly Binding[],
  relations: Iterable<PublishedTable>,
  role: string,
): Binding | null {
  const live = [...relations];
  const served = (binding: Binding) =>
    live.some(
      (relation) =>
        coversTable(binding, relation) &&
        [...binding.conditions.map(({ column }) => column), ...(binding.select ?? [])].every((column) =>
          (relation.readable[role] ?? []).some(({ name }) => name === column),
        ),
    );
  return bindings.find((binding) => !served(binding)) ?? null;
}

export interface RowChange {
  operation: "INSERT" | "UPDATE" | "DELETE";
  /** The new row, or the primary key of a deleted row. */
  row: Readonly<Record<string, unknown>>;
  /** Keys of the patterns that the row matches. */
  matched: ReadonlySet<string>;
}

/** True if the binding covers this change. Row-level security is checked separately. */
export function matchesBinding(
  binding: Binding,
  relation: PublishedTable,
  change: RowChange,
  role: string,
): boolean {
  if (!coversTable(binding, relation) || (binding.event !== "*" && binding.event !== change.operation))
    return false;
  // Only the key of a deleted row is known, so conditions on other columns do not match, as in Realtime's apply_rls.
  const known =
    change.operation !== "DELETE" || binding.conditions.every(({ column }) => column in change.row);
  return (
    known && matchesFilter(binding.conditions, change.row, relation.readable[role] ?? [], change.matched)
  );
}

export function coversTable({ schema, table }: Binding, relation: PublishedTable): boolean {
  return (
    (schema === "*" || schema === relation.schema) &&
    (table === undefined || table === "*" || table === relation.table)
  );
}

import { LIMITS } from "../limits.ts";
import { encode, type Frame } from "../protocol.ts";
import { type Binding, matchesBinding, type RowChange } from "./bindings.ts";
import type { PublishedTable } from "./published-tables.ts";
import type { Audience } from "./subscriptions.ts";

/** One message for each selection of columns among the matching bindings; none if no binding matches. */
export function framesFor(
  { topic, version, bindings: all }: Audience,
  role: string,
  relation: PublishedTable,
  change: RowChange,
  at: string,
): Frame[] {
  const choices = new Map<string, Binding[]>();
  for (const binding of all) {
    if (!matchesBinding(binding, relation, change, role)) continue;
    const choice = binding.select?.join() ?? "";
    choices.set(choice, [...(choices.get(choice) ?? []), binding]);
  }
  const frames: Frame[] = [];
  for (const bindings of choices.values()) {
    const data = dataFor(relation, change, role, bindings[0]?.select, at);
    if (data === null) continue;
    frames.push(
      encode(version, {
        joinRef: null,
        ref: null,
        topic,
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

/** The schema cache. Loaded on first use and dropped when the database announces a schema change. */
import type { Database } from "../../database/database.ts";
import { type Catalog, type CatalogRoutine, type CatalogTable, readCatalog } from "./catalog.ts";
import { mediaHandlersOf } from "./media-handlers.ts";
import { relationshipsOf } from "./relationships.ts";
import { representationsOf } from "./representations.ts";
import { settingsOf } from "./settings.ts";
import type {
  ComputedRelationship,
  Relationship,
  Representation,
  Routine,
  SchemaCache,
  Table,
} from "./types.ts";
import { shownColumns } from "./view-keys.ts";

const key = (schema: string, name: string) => JSON.stringify([schema, name]);

export class SchemaCacheHolder {
  #loading: Promise<SchemaCache> | null = null;
  #readAt = 0;
  /** Counts reloads. Values derived from an older version are invalid. */
  version = 0;

  constructor(
    private readonly db: Database,
    private readonly exposed: readonly string[],
  ) {}

  get(): Promise<SchemaCache> {
    if (this.#loading) return this.#loading;
    this.#readAt = performance.now();
    this.#loading = readCatalog(this.db)
      .then((catalog) => buildSchemaCache(catalog, this.exposed))
      .catch((error: unknown) => {
        this.#loading = null;
        throw error;
      });
    return this.#loading;
  }

  /** Milliseconds since the catalog was read. */
  get age(): number {
    return performance.now() - this.#readAt;
  }

  invalidate(): void {
    this.#loading = null;
    this.version++;
  }
}

export function buildSchemaCache(catalog: Catalog, exposed: readonly string[]): SchemaCache {
  const views = shownColumns(catalog);
  const tables = new Map<string, Table>();
  const unique = new Map<Table, readonly (readonly string[])[]>();
  const casts = representationsOf(catalog.casts);
  const computedOf = computedColumns(catalog.routines);
  for (const found of catalog.tables) {
    const primaryKey = found.is_view ? views.primaryKeyOf(found) : found.primary_key;
    const table = tableOf(found, primaryKey, casts, computedOf(found));
    tables.set(key(table.schema, table.name), table);
    unique.set(table, found.unique_keys);
  }
  const table = (schema: string, name: string) => tables.get(key(schema, name)) ?? null;
  const found = relationshipsOf(
    catalog.foreignKeys,
    table,
    (of, columns) =>
      (unique.get(of) ?? []).some(
        (set) => set.length === columns.length && set.every((name) => columns.includes(name)),
      ),
    (of, columns) =>
      views.showing(of, columns).flatMap((shown) => {
        const view = table(shown.schema, shown.name);
        return view ? [{ view, columns: shown.columns }] : [];
      }),
  );
  const isExposed = ({ schema }: { schema: string }) => exposed.includes(schema);
  const related = groupBy<Relationship>(
    [...found, ...catalog.routines.flatMap((routine) => computed(routine, table))].filter(
      (known) =>
        isExposed(known.origin) &&
        // Embedding is limited to the requested schema: `public.users` has no relationship with `auth.users`.
        known.target.schema === known.origin.schema &&
        (known.kind !== "many-to-many" || isExposed(known.junction)),
    ),
    ({ origin }) => key(origin.schema, origin.name),
  );
  for (const list of related.values()) list.sort(inOrder);
  const routines = groupBy(
    catalog.routines.filter((routine) => routine.callable && isExposed(routine)).map(routineOf),
    ({ schema, name }) => key(schema, name),
  );
  for (const list of routines.values()) list.sort(byArguments);
  const namesIn = (schema: string, keys: Iterable<string>) =>
    [...keys]
      .map((text) => JSON.parse(text) as [string, string])
      .flatMap(([of, name]) => (of === schema ? name : []));
  return {
    settings: settingsOf(catalog.settings),
    table: (schema, name) => (exposed.includes(schema) ? table(schema, name) : null),
    tableNames: (schema) => namesIn(schema, tables.keys()),
    relationships: ({ schema, name }) => related.get(key(schema, name)) ?? [],
    origins: (schema) => namesIn(schema, related.keys()),
    routines: (schema, name) => routines.get(key(schema, name)) ?? [],
    routineNames: (schema) => namesIn(schema, routines.keys()),
    mediaHandlers: mediaHandlersOf(catalog.mediaHandlers, isExposed),
  };
}

function tableOf(
  { schema, name, is_view, may_hide_rows, columns, takes }: CatalogTable,
  primaryKey: readonly string[],
  casts: ReadonlyMap<string, Representation>,
  computed: ReadonlyMap<string, string>,
): Table {
  const presented = columns.map((column) => ({ ...column, representation: casts.get(column.type) ?? null }));
  return {
    schema,
    name,
    isView: is_view,
    mayHideRows: may_hide_rows,
    columns: new Map(presented.map((column) => [column.name, column])),
    computed,
    isFormatted: presented.some(({ representation }) => representation?.toJson),
    primaryKey,
    takes,
  };
}

/** The functions of a table's row that return one value, which requests use like columns. */
function computedColumns(
  routines: readonly CatalogRoutine[],
): (of: { schema: string; name: string }) => ReadonlyMap<string, string> {
  const found = groupBy(
    routines.filter(({ returns, returns_set }) => returns === "scalar" && !returns_set),
    ({ of_schema, of_table }) => key(of_schema ?? "", of_table ?? ""),
  );
  return ({ schema, name }) =>
    new Map((found.get(key(schema, name)) ?? []).map((one) => [one.name, one.column_type ?? ""]));
}

function routineOf(found: CatalogRoutine): Routine {
  return {
    schema: found.schema,
    name: found.name,
    arguments: found.arguments.map(({ name, type, has_default, variadic }) => ({
      name,
      type,
      hasDefault: has_default,
      variadic,
    })),
    returns: found.returns,
    returnsSet: found.returns_set,
    returnsTable:
      found.returns_schema !== null && found.returns_table !== null
        ? { schema: found.returns_schema, name: found.returns_table }
        : null,
    volatility: found.volatility,
    settings: found.settings,
    tag: found.tag,
  };
}

/**
 * `create function upcoming(teams) returns setof matches` embeds matches in teams; `returns matches` or `rows 1` makes
 * it to-one.
 */
function computed(
  routine: CatalogRoutine,
  table: (schema: string, name: string) => Table | null,
): ComputedRelationship[] {
  const { of_schema, of_table, returns_schema, returns_table } = routine;
  if (of_schema === null || of_table === null || returns_schema === null || returns_table === null) return [];
  const origin = table(of_schema, of_table);
  const target = table(returns_schema, returns_table);
  if (!origin || !target) return [];
  return [
    {
      kind: "computed",
      origin,
      target,
      schema: routine.schema,
      function: routine.name,
      toOne: !routine.returns_set || routine.rows === 1,
    },
  ];
}

/** PostgREST's order of ambiguous relationships. */
const KINDS: readonly Relationship["kind"][] = [
  "one-to-many",
  "many-to-one",
  "one-to-one",
  "many-to-many",
  "computed",
];

function inOrder(a: Relationship, b: Relationship): number {
  const words = (known: Relationship) => [
    known.target.name,
    String(KINDS.indexOf(known.kind)),
    known.kind === "computed"
      ? known.function
      : known.kind === "many-to-many"
        ? known.junction.name
        : known.constraint,
  ];
  return compared(words(a), words(b));
}

function byArguments(a: Routine, b: Routine): number {
  const words = ({ arguments: args }: Routine) => args.flatMap(({ name, type }) => [name, type]);
  return a.arguments.length - b.arguments.length || compared(words(a), words(b));
}

function compared(a: readonly string[], b: readonly string[]): number {
  for (const [index, word] of a.entries()) {
    const other = b[index] ?? "";
    if (word !== other) return word < other ? -1 : 1;
  }
  return 0;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

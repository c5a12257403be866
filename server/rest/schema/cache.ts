/** The schema cache: read at first use, dropped when the database says that its schema changed. */
import type { Database } from "../../database/database.ts";
import { type Catalog, type CatalogRoutine, type CatalogTable, readCatalog } from "./catalog.ts";
import { relationshipsOf } from "./relationships.ts";
import type { ComputedRelationship, Relationship, Routine, SchemaCache, Table } from "./types.ts";

const key = (schema: string, name: string) => JSON.stringify([schema, name]);

export class SchemaCacheHolder {
  #loading: Promise<SchemaCache> | null = null;
  #readAt = 0;
  /** Counts reloads; whatever was derived from an older cache is void. */
  version = 0;

  constructor(private readonly db: Database) {}

  get(): Promise<SchemaCache> {
    if (this.#loading) return this.#loading;
    this.#readAt = performance.now();
    this.#loading = readCatalog(this.db)
      .then(buildSchemaCache)
      .catch((error: unknown) => {
        this.#loading = null;
        throw error;
      });
    return this.#loading;
  }

  /** How long ago the catalog was read, in milliseconds. */
  get age(): number {
    return performance.now() - this.#readAt;
  }

  drop(): void {
    this.#loading = null;
    this.version++;
  }
}

export function buildSchemaCache(catalog: Catalog): SchemaCache {
  const tables = new Map<string, Table>();
  const unique = new Map<Table, readonly (readonly string[])[]>();
  for (const found of catalog.tables) {
    const table = tableOf(found);
    tables.set(key(table.schema, table.name), table);
    unique.set(table, found.unique_keys);
  }
  const table = (schema: string, name: string) => tables.get(key(schema, name)) ?? null;
  const related = grouped<Relationship>(
    [
      ...relationshipsOf(catalog.foreignKeys, table, (of, columns) =>
        (unique.get(of) ?? []).some(
          (set) => set.length === columns.length && set.every((name) => columns.includes(name)),
        ),
      ),
      ...catalog.routines.flatMap((routine) => computed(routine, table)),
    ],
    ({ origin }) => key(origin.schema, origin.name),
  );
  const routines = grouped(catalog.routines.filter(callable).map(routineOf), ({ schema, name }) =>
    key(schema, name),
  );
  return {
    table,
    tables: (schema) => [...tables.values()].filter((known) => known.schema === schema),
    relationships: (origin) => related.get(key(origin.schema, origin.name)) ?? [],
    routines: (schema, name) => routines.get(key(schema, name)) ?? [],
    routineNames: (schema) =>
      [...routines.values()].flatMap(([first]) => (first?.schema === schema ? first.name : [])),
  };
}

function tableOf({ schema, name, is_view, columns, primary_key }: CatalogTable): Table {
  return {
    schema,
    name,
    isView: is_view,
    columns: new Map(columns.map((column) => [column.name, column])),
    primaryKey: primary_key,
  };
}

/** By name a function can be called when all its arguments have one, or when its only argument has none. */
function callable({ arguments: args }: CatalogRoutine): boolean {
  return args.length === 1 || args.every(({ name }) => name !== "");
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
  };
}

/** `create function upcoming(teams) returns setof matches` embeds matches in teams; `rows 1` makes it a to-one. */
function computed(
  routine: CatalogRoutine,
  table: (schema: string, name: string) => Table | null,
): ComputedRelationship[] {
  const [argument] = routine.arguments;
  if (
    !argument ||
    routine.arguments.length !== 1 ||
    !routine.returns_set ||
    !routine.returns_schema ||
    !routine.returns_table
  )
    return [];
  const [schema, name] = typeName(argument.type);
  const origin = table(schema, name);
  const target = table(routine.returns_schema, routine.returns_table);
  if (!origin || !target) return [];
  return [
    {
      kind: "computed",
      origin,
      target,
      schema: routine.schema,
      function: routine.name,
      toOne: routine.rows === 1,
    },
  ];
}

function typeName(type: string): [string, string] {
  const [, schema = "", name = ""] = /^("(?:[^"]|"")*"|[^.]*)\.(.*)$/.exec(type) ?? [];
  return [unquoted(schema), unquoted(name)];
}

function unquoted(identifier: string): string {
  return identifier.startsWith('"') ? identifier.slice(1, -1).replaceAll('""', '"') : identifier;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** OpenAPI 2.0 descriptions of columns and arguments. Source: PostgREST's OpenAPI.hs. */
import type { ColumnDescription } from "../schema-cache/descriptions.ts";
import type { SchemaCache, Table } from "../schema-cache/types.ts";

export type Json = Readonly<Record<string, unknown>>;

/** A table as the object definition of its rows. */
export function definitionOf(
  cache: SchemaCache,
  table: Table,
  described: Readonly<Record<string, ColumnDescription>>,
  comment: string | null,
): Json {
  const required = [...table.columns.keys()].filter((name) => described[name]?.required);
  const properties = [...table.columns.values()].map((column) => {
    const found = described[column.name];
    const {
      type = column.type,
      description = null,
      maxLength,
      enum: values,
      references = null,
    } = found ?? {};
    const standard = defaultOf(type, column.default);
    const notes = notesOf(cache, table, column.name, references);
    const text = [description, notes.length > 0 ? ["Note:", ...notes].join("\n") : null].filter(Boolean);
    return [
      column.name,
      {
        ...typed(type),
        ...(standard === undefined ? {} : { default: standard }),
        ...(text.length > 0 ? { description: text.join("\n\n") } : {}),
        ...(maxLength ? { maxLength } : {}),
        ...(values ? { enum: values } : {}),
      },
    ];
  });
  return {
    ...(comment ? { description: comment } : {}),
    ...(required.length > 0 ? { required } : {}),
    type: "object",
    properties: Object.fromEntries(properties),
  };
}

/** Notes about keys in PostgREST's format, which programs read. A view has the keys of its tables. */
function notesOf(
  cache: SchemaCache,
  table: Table,
  column: string,
  references: ColumnDescription["references"],
): string[] {
  const target = references ?? referenceOf(cache, table, column);
  return [
    ...(table.primaryKey.includes(column) ? ["This is a Primary Key.<pk/>"] : []),
    ...(target
      ? [
          `This is a Foreign Key to \`${target.table}.${target.column}\`.<fk table='${target.table}' column='${target.column}'/>`,
        ]
      : []),
  ];
}

function referenceOf(cache: SchemaCache, table: Table, column: string): ColumnDescription["references"] {
  for (const known of cache.relationships(table)) {
    if (known.kind !== "many-to-one" || known.columns.length > 1 || known.target.isView) continue;
    const [from, to] = known.columns[0] ?? [];
    if (from === column && to !== undefined) return { table: known.target.name, column: to };
  }
  return null;
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: "boolean",
  smallint: "integer",
  integer: "integer",
  bigint: "integer",
  numeric: "number",
  real: "number",
  "double precision": "number",
};

/** OpenAPI's names of PostgreSQL's integers. */
const FORMATS: Readonly<Record<string, string>> = { smallint: "int32", integer: "int32", bigint: "int64" };

/** The OpenAPI type of a PostgreSQL type, by its full name. JSON has none, because it may be anything. */
export function typed(type: string): { type?: string; format: string; items?: Json } {
  if (type === "json" || type === "jsonb") return { format: type };
  if (!type.endsWith("[]")) return { type: KINDS[type] ?? "string", format: FORMATS[type] ?? type };
  const { type: kind } = typed(type.slice(0, -2));
  return { type: "array", format: type, items: kind ? { type: kind } : {} };
}

/**
 * The default value: `'open'::text` becomes open, `now()` stays text. Columns of other types only get values that JSON
 * can express.
 */
function defaultOf(type: string, sql: string | null): unknown {
  if (sql === null) return undefined;
  if (typed(type).type === "string") {
    const text = sql.endsWith(`::${type}`) ? sql.slice(0, -type.length - 2) : sql;
    return text.replace(/^'([\s\S]*)'$/, "$1");
  }
  try {
    return JSON.parse(sql);
  } catch {
    return undefined;
  }
}

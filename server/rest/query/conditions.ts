/** SQL of filters and logic trees. */
import { badEmbedFilter } from "../errors.ts";
import type { EmbedNode, ReadNode } from "../plan/read-plan.ts";
import type { Field, Filter, JsonStep, Logic, Operation } from "../request/types.ts";
import type { Column, Table } from "../schema-cache/types.ts";
import { arrayLiteral, identifier, JSON_OF_EMBED, literal, type Parameters, qualified } from "../sql-text.ts";

const OPERATORS: Readonly<Record<string, string>> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  match: "~",
  imatch: "~*",
  cs: "@>",
  cd: "<@",
  ov: "&&",
  sl: "<<",
  sr: ">>",
  nxr: "&<",
  nxl: "&>",
  adj: "-|-",
};

const FTS: Readonly<Record<string, string>> = {
  fts: "to_tsquery",
  plfts: "plainto_tsquery",
  phfts: "phraseto_tsquery",
  wfts: "websearch_to_tsquery",
};

export type Scope = Pick<ReadNode, "alias" | "table" | "children" | "isUntypedRow">;

/** Operators whose operand is a pattern, and is not cast to the column's type. */
const PATTERNS = new Set(["like", "ilike", "match", "imatch"]);

/** One condition of a WHERE clause. `embedIsNull` makes the SQL of "nothing is embedded" for this query. */
export function condition(
  scope: Scope,
  logic: Logic,
  parameters: Parameters,
  embedIsNull: (child: EmbedNode) => string = nothingEmbedded,
): string {
  if (logic.kind === "group") {
    const members = logic.members.map((member) => condition(scope, member, parameters, embedIsNull));
    return `${logic.negated ? "not " : ""}(${members.join(` ${logic.operator} `)})`;
  }
  const child = logic.field.path.length === 0 ? childNamed(scope, logic.field.name) : null;
  if (child && filtersEmbed(scope, child, logic)) return nullEmbed(child, logic, embedIsNull);
  const compared = comparison(scope, logic.field, logic.operation, parameters);
  return logic.negated ? `not (${compared})` : compared;
}

/** A to-one spread has no JSON. Without a match its row is null. */
function nothingEmbedded({ lateral, spread }: EmbedNode): string {
  return spread === "one" ? `${lateral} is not distinct from null` : `${lateral}.${JSON_OF_EMBED} is null`;
}

export function childNamed(scope: Scope, name: string): EmbedNode | null {
  return scope.children.find((child) => child.name === name) ?? null;
}

/**
 * A column may have the embed's name. Then only `is.null` concerns the embed. Throws PGRST120. Source: PostgREST's
 * Plan.hs, addNullEmbedFilters.
 */
function filtersEmbed({ table }: Scope, { name }: EmbedNode, { operation }: Filter): boolean {
  const word = operation.kind === "is" ? operation.value : null;
  if (word === "null") return true;
  if (table?.columns.has(name)) return false;
  if (word !== "not_null") throw badEmbedFilter(name);
  return true;
}

function nullEmbed(
  child: EmbedNode,
  { operation, negated }: Filter,
  embedIsNull: (child: EmbedNode) => string,
): string {
  const wantsNull = (operation.kind === "is" && operation.value === "null") !== negated;
  return wantsNull ? embedIsNull(child) : `not (${embedIsNull(child)})`;
}

function comparison(scope: Scope, field: Field, operation: Operation, parameters: Parameters): string {
  const column = fieldSql(scope, field);
  const value = (text: string) => valueSql(scope, field, parameters.add(text));
  const list = (text: string) => listSql(scope, field, parameters.add(text));
  switch (operation.kind) {
    case "in":
      return `${column} = any (${list(arrayLiteral(operation.values))})`;
    case "is":
      return `${column} is ${operation.value === "not_null" ? "not null" : operation.value}`;
    case "isdistinct":
      return `${column} is distinct from ${value(operation.value)}`;
    case "fts": {
      const language =
        operation.language === null ? "" : `${parameters.add(operation.language)}::regconfig, `;
      const vector = isSearchable(scope.table, field) ? column : `to_tsvector(${language}${column})`;
      return `${vector} @@ ${FTS[operation.operator]}(${language}${parameters.add(operation.value)})`;
    }
    case "compare": {
      const { operator, quantifier } = operation;
      const symbol = OPERATORS[operator];
      // In a URL `*` replaces `%`, which would need escaping.
      const text = /like$/.test(operator) ? operation.value.replaceAll("*", "%") : operation.value;
      if (PATTERNS.has(operator)) {
        const pattern = parameters.add(text);
        return `${column} ${symbol} ${quantifier === null ? pattern : `${quantifier} (${pattern})`}`;
      }
      return `${column} ${symbol} ${quantifier === null ? value(text) : `${quantifier} (${list(text)})`}`;
    }
  }
}

/** A filter's value, read by the cast of the column's domain if there is one. */
function valueSql({ table }: Scope, field: Field, parameter: string): string {
  const read = representationOf(table, field)?.fromText;
  return read ? `${qualified(read)}(${parameter}::text)` : parameter;
}

function listSql({ table }: Scope, field: Field, parameter: string): string {
  const read = representationOf(table, field)?.fromText;
  return read ? `select ${qualified(read)}(v) from unnest(${parameter}::text[]) as v` : parameter;
}

/**
 * True if the search operator takes the value as it is; any other, text and json too, is converted. A function's own
 * columns have unknown types and are not converted. Source: PostgREST's Plan.hs, resolveTypeOrUnknown.
 */
function isSearchable(table: Table | null, { name, path }: Field): boolean {
  if (path.length > 0) return false;
  const column = table?.columns.get(name);
  const type = column ? (column.base ?? column.type) : table?.computed.get(name);
  return type === undefined ? table === null : type === "tsvector";
}

/** The column or json path as the response shows it: formatted by the cast of its domain if there is one. */
export function shownSql(scope: Scope, field: Field): string {
  const shown = fieldSql(scope, field);
  const format = representationOf(scope.table, field)?.toJson;
  return format ? `${qualified(format)}(${shown})` : shown;
}

/** The casts of a column's domain. A json path leads into the stored value. */
export function representationOf(table: Table | null, { name, path }: Field): Column["representation"] {
  return path.length === 0 ? (table?.columns.get(name)?.representation ?? null) : null;
}

/** A column or a json path in it. Columns of other types are converted to json first. */
export function fieldSql(
  { alias, table, isUntypedRow = false }: Omit<Scope, "children">,
  { name, path }: Field,
): string {
  const row = isUntypedRow && table?.computed.has(name) ? `(${alias}::${qualified(table)})` : alias;
  const column = `${row}.${identifier(name)}`;
  if (path.length === 0) return column;
  const type = columnType(table, name);
  const json = type === "json" || type === "jsonb" ? column : `to_jsonb(${column})`;
  return `(${json}${path.map(stepSql).join("")})`;
}

function stepSql({ asText, key }: JsonStep): string {
  return `${asText ? "->>" : "->"}${typeof key === "number" ? key : literal(key)}`;
}

function columnType(table: Table | null, column: string): string | null {
  return table?.columns.get(column)?.type ?? null;
}

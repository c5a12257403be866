/** SQL of a JSON body as rows of typed columns. Source: PostgREST's SqlFragment.hs, fromJsonBodyF. */
import type { Payload } from "../plan/mutate-plan.ts";
import type { Column } from "../schema-cache/types.ts";
import { identifier, literal, type Parameters, qualified } from "../sql-text.ts";

type PayloadColumn = Pick<Column, "name" | "type" | "default" | "representation">;

/** A FROM item named `alias` with the columns. With `useDefaults`, missing keys get the column's default. */
export function payloadSql(
  payload: Payload,
  columns: readonly PayloadColumn[],
  useDefaults: boolean,
  alias: string,
  parameters: Parameters,
): string {
  // PostgreSQL refuses a parameter that the statement does not use.
  if (columns.length === 0 && !payload.isArray) return `(values (1)) as ${alias}`;
  const kind = useDefaults ? "jsonb" : "json";
  const body = `${parameters.addBody(payload.text)}::${kind}`;
  const source = useDefaults ? withDefaults(body, payload.isArray, columns) : body;
  if (columns.length === 0) return `${kind}_array_elements(${source}) as ${alias}`;
  const typed = columns.map(
    ({ name, type, representation }) => `${identifier(name)} ${representation?.fromJson ? "json" : type}`,
  );
  const rows = `${kind}_to_record${payload.isArray ? "set" : ""}(${source}) as ${alias}(${typed.join(", ")})`;
  if (!columns.some(({ representation }) => representation?.fromJson)) return rows;
  return `(select ${columns.map(readColumn).join(", ")} from ${rows}) as ${alias}`;
}

/** The column's value, from JSON by the cast of its domain if there is one. */
function readColumn({ name, representation }: PayloadColumn): string {
  const column = identifier(name);
  return representation?.fromJson ? `${qualified(representation.fromJson)}(${column}) as ${column}` : column;
}

function withDefaults(body: string, isArray: boolean, columns: readonly PayloadColumn[]): string {
  const pairs = columns.flatMap((column) =>
    column.default === null ? [] : `${literal(column.name)}, ${column.default}`,
  );
  const defaults = `jsonb_build_object(${pairs.join(", ")})`;
  if (!isArray) return `${defaults} || ${body}`;
  return `(select coalesce(jsonb_agg(${defaults} || o), '[]') from jsonb_array_elements(${body}) as o)`;
}

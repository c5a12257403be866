/** A read plan as SQL. Each embed is a lateral subquery that hands out its JSON as `j`. */
import type { EmbedNode, ReadNode } from "../plan/read-plan.ts";
import type { SelectedField } from "../request/types.ts";
import { isToOne } from "../schema/types.ts";
import { condition, fieldSql, hiddenOrder, orderBy } from "./conditions.ts";
import { identifier, type Parameters, qualified } from "./text.ts";

/** Where the root's rows come from when not from its table: the result of a write or of a function. */
export const SOURCE = "pgrst_source";

interface Source {
  /** After FROM. */
  tables: string;
  /** Conditions that tie an embed to its parent's row. */
  joins: readonly string[];
}

/** `select <columns> from … where … order by … limit …` */
export function rowsSql(root: ReadNode, parameters: Parameters, source?: string): string {
  return query(root, columns(root), { tables: named(root, source), joins: [] }, parameters);
}

/** `select 1 from … where …`: as many rows as there would be without limit and offset. */
export function countSql(root: ReadNode, parameters: Parameters, source?: string): string {
  return counted(root, { tables: named(root, source), joins: [] }, parameters);
}

function named({ alias, table }: ReadNode, source?: string): string {
  return `${source ?? (table ? qualified(table) : SOURCE)} as ${alias}`;
}

/** `row`: a last join, for an embed that is one row. */
function query(
  node: ReadNode,
  selected: string,
  { tables, joins }: Source,
  parameters: Parameters,
  row = "",
): string {
  const laterals = node.children.map((child) => lateral(node, child, parameters)).join("");
  const conditions = [...joins, ...node.where.map((logic) => condition(node, logic, parameters))];
  const order = orderBy(node, node.order);
  return [
    `select ${selected} from ${tables}${laterals}${row}`,
    conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "",
    order === null ? "" : ` order by ${order}`,
    page(node, parameters),
  ].join("");
}

/** What an inner join keeps, an EXISTS keeps too, without multiplying rows. */
function counted(node: ReadNode, { tables, joins }: Source, parameters: Parameters): string {
  const exists = (child: EmbedNode) => `exists (${counted(child, sourceOf(node, child), parameters)})`;
  const conditions = [
    ...joins,
    ...node.where.map((logic) => condition(node, logic, parameters, (child) => `not ${exists(child)}`)),
    ...node.children.filter(({ inner }) => inner).map(exists),
  ];
  return `select 1 from ${tables}${conditions.length > 0 ? ` where ${conditions.join(" and ")}` : ""}`;
}

/** The limit is part of the text, so that the planner counts on it; offsets vary and are a parameter. */
function page({ range }: ReadNode, parameters: Parameters): string {
  const limit = range.limit === null ? "" : ` limit ${range.limit}`;
  return range.offset > 0 ? `${limit} offset ${parameters.add(String(range.offset))}` : limit;
}

function columns(node: ReadNode): string {
  const own = node.fields.map((field) => columnSql(node, field));
  const embedded = node.children.flatMap((child) => {
    if (child.fields.length === 0 && child.children.length === 0) return []; // `teams!inner()` only filters
    if (child.spread) return `${child.lateral}.*`;
    const json = `${child.lateral}.j`;
    return `${isToOne(child.relationship) ? json : `coalesce(${json}, '[]'::json)`} as ${identifier(child.name)}`;
  });
  return [...own, ...embedded].join(", ");
}

function columnSql(node: ReadNode, { field, cast, alias }: SelectedField): string {
  if (field.name === "*" && field.path.length === 0) return `${node.alias}.*`;
  const value = fieldSql(node, field);
  const lastKey = field.path.findLast(({ key }) => typeof key === "string")?.key ?? field.name;
  // The cast's text is letters, digits, `_`, `$` and spaces: the parser lets nothing else through.
  return `${cast === null ? value : `cast(${value} as ${cast})`} as ${identifier(alias ?? String(lastKey))}`;
}

function lateral(parent: ReadNode, child: EmbedNode, parameters: Parameters): string {
  const join = child.inner ? " inner join" : " left join";
  const source = sourceOf(parent, child);
  if (child.spread) {
    return `${join} lateral (${query(child, columns(child), source, parameters)}) as ${child.lateral} on true`;
  }
  if (isToOne(child.relationship)) {
    const selected = ["row_to_json(r) as j", ...hiddenOrder(child, parent.order)].join(", ");
    const row = ` cross join lateral (select ${columns(child)}) as r`;
    return `${join} lateral (${query(child, selected, source, parameters, row)}) as ${child.lateral} on true`;
  }
  const rows = query(child, columns(child), source, parameters);
  const on = child.inner ? `${child.lateral}.j is not null` : "true";
  return `${join} lateral (select json_agg(r) as j from (${rows}) as r) as ${child.lateral} on ${on}`;
}

function sourceOf(parent: ReadNode, child: EmbedNode): Source {
  const { relationship, alias, junction } = child;
  const equal = (left: string, right: string, pairs: readonly (readonly [string, string])[]) =>
    pairs.map(([a, b]) => `${left}.${identifier(a)} = ${right}.${identifier(b)}`);
  switch (relationship.kind) {
    case "computed": {
      const name = qualified({ schema: relationship.schema, name: relationship.function });
      return { tables: `${name}(${parent.alias}::${qualified(relationship.origin)}) as ${alias}`, joins: [] };
    }
    case "many-to-many": {
      const target = equal(junction, alias, relationship.targetColumns).join(" and ");
      return {
        tables: `${qualified(relationship.target)} as ${alias} join ${qualified(relationship.junction)} as ${junction} on ${target}`,
        joins: equal(parent.alias, junction, relationship.originColumns),
      };
    }
    default:
      return {
        tables: `${qualified(relationship.target)} as ${alias}`,
        joins: equal(parent.alias, alias, relationship.columns),
      };
  }
}

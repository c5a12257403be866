/** SQL of a read plan. Each embed is a lateral subquery that returns its JSON. */
import type { EmbedNode, ReadNode } from "../plan/read-plan.ts";
import { isToOne } from "../schema-cache/types.ts";
import { identifier, JSON_OF_EMBED, type Parameters, qualified, ROW } from "../sql-text.ts";
import { condition } from "./conditions.ts";
import { hiddenOrder, orderBy, orderGroups } from "./order.ts";
import { aggregatesItself, selected, spreadArrays, spreadColumns } from "./select.ts";

/** The source of the root's rows if not its table: the result of a write or of a function. */
export const SOURCE = "pgrst_source";

interface Source {
  /** After FROM. */
  tables: string;
  /** Conditions that join an embed to its parent's row. */
  joins: readonly string[];
}

interface Selection {
  columns: string;
  groupBy?: string | null;
  /** The last join, for an embed that is one row. */
  row?: string;
}

/** `select <columns> from … where … order by … limit …` */
export function rowsSql(root: ReadNode, parameters: Parameters, source?: string): string {
  return query(root, selected(root), { tables: named(root, source), joins: [] }, parameters);
}

/** `select 1 from … where …`: the rows without limit and offset, for counting. */
export function countSql(root: ReadNode, parameters: Parameters, source?: string): string {
  return counted(root, { tables: named(root, source), joins: [] }, parameters);
}

function named({ alias, table }: ReadNode, source?: string): string {
  return `${source ?? (table ? qualified(table) : SOURCE)} as ${alias}`;
}

function query(
  node: ReadNode,
  { columns, groupBy = null, row = "" }: Selection,
  { tables, joins }: Source,
  parameters: Parameters,
): string {
  const laterals = node.children.map((child) => lateral(node, child, parameters)).join("");
  const conditions = [...joins, ...node.where.map((logic) => condition(node, logic, parameters))];
  const order = orderBy(node, node.order);
  return [
    `select ${columns} from ${tables}${laterals}${row}`,
    conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "",
    groupBy === null ? "" : ` group by ${[groupBy, ...orderGroups(node)].join(", ")}`,
    order === null ? "" : ` order by ${order}`,
    page(node, parameters),
  ].join("");
}

/** EXISTS filters like an inner join, without multiplying rows. */
function counted(node: ReadNode, { tables, joins }: Source, parameters: Parameters): string {
  const exists = (child: EmbedNode) => `exists (${counted(child, sourceOf(node, child), parameters)})`;
  const conditions = [
    ...joins,
    ...node.where.map((logic) => condition(node, logic, parameters, (child) => `not ${exists(child)}`)),
    ...node.children.filter(({ inner }) => inner).map(exists),
  ];
  return `select 1 from ${tables}${conditions.length > 0 ? ` where ${conditions.join(" and ")}` : ""}`;
}

/** The limit is part of the text, so that the planner can use it. The offset varies and is a parameter. */
function page({ range }: ReadNode, parameters: Parameters): string {
  const limit = range.limit === null ? "" : ` limit ${range.limit}`;
  return range.offset > 0 ? `${limit} offset ${parameters.add(String(range.offset))}` : limit;
}

function lateral(parent: ReadNode, child: EmbedNode, parameters: Parameters): string {
  const join = child.inner ? " inner join" : " left join";
  const found =
    child.inner && !isToOne(child.relationship) ? `${child.lateral}.${JSON_OF_EMBED} is not null` : "true";
  return `${join} lateral (${subquery(parent, child, parameters)}) as ${child.lateral} on ${found}`;
}

function subquery(parent: ReadNode, child: EmbedNode, parameters: Parameters): string {
  const source = sourceOf(parent, child);
  const hidden = hiddenOrder(child, parent.order);
  if (child.spread === "one") {
    const columns = [spreadColumns(child), ...hidden].filter(Boolean).join(", ");
    return query(child, { columns }, source, parameters);
  }
  if (child.spread === "many") {
    const rows = query(child, { columns: spreadColumns(child) }, source, parameters);
    const found = `nullif(count(*), 0) as ${JSON_OF_EMBED}`; // null for no row, like the JSON of an embed
    return `select ${[found, ...spreadArrays(child)].join(", ")} from (${rows}) as ${ROW}`;
  }
  const selection = selected(child);
  if (hidden.length > 0 && !aggregatesItself(child)) {
    // The subquery also returns the row itself, so that the outer rows can be ordered by any of its columns.
    const columns = [`row_to_json(${ROW}) as ${JSON_OF_EMBED}`, ...hidden].join(", ");
    const row = ` cross join lateral (select ${selection.columns}) as ${ROW}`;
    return query(child, { columns, row }, source, parameters);
  }
  const rows = query(child, selection, source, parameters);
  const json = isToOne(child.relationship) ? "row_to_json" : "json_agg";
  return `select ${json}(${ROW}) as ${JSON_OF_EMBED} from (${rows}) as ${ROW}`;
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

/** The select list of one query of a read plan: its own columns, its embeds, and the columns of spread embeds. */
import { type EmbedNode, hoistsAggregates, type ReadNode } from "../plan/read-plan.ts";
import type { Aggregate, Field, SelectedField } from "../request/types.ts";
import { isToOne } from "../schema-cache/types.ts";
import { identifier, JSON_OF_EMBED, ROW } from "../sql-text.ts";
import { fieldSql, representationOf, shownSql } from "./conditions.ts";

/** A column that a spread embed passes to its parent. The column of an aggregate has the value to aggregate. */
interface SpreadColumn {
  column: string;
  as: string;
  aggregate: Aggregate | null;
  /** True if its value is json, by the cast of its domain. */
  isJson: boolean;
}

interface Item {
  sql: string;
  /** True if the item is part of GROUP BY, or the expression to group by if not the item itself. */
  groups: boolean | string;
}

/** `table.*, lateral.pgrst_json as "name"` and the positions to group by, or null without grouping. */
export function selected(node: ReadNode): { columns: string; groupBy: string | null } {
  const items = itemsOf(node);
  const terms = items.flatMap(({ groups }, index) =>
    typeof groups === "string" ? groups : groups ? String(index + 1) : [],
  );
  const isGrouped = aggregatesItself(node) && terms.length > 0;
  return {
    columns: items.map(({ sql }) => sql).join(", "),
    groupBy: isGrouped ? terms.join(", ") : null,
  };
}

/** True if its rows are aggregates. */
export function aggregatesItself(node: ReadNode): boolean {
  return node.fields.some(({ aggregate }) => aggregate !== null) || node.children.some(hoistsAggregates);
}

/** `teams()` and `teams!inner()` only filter. */
export function isEmpty(child: EmbedNode): boolean {
  return child.fields.length === 0 && child.children.every(isEmpty);
}

/** The columns of a spread embed's own query. */
export function spreadColumns(child: EmbedNode): string {
  const own = child.fields.map((field, index) => {
    const { column } = spreadField(child, field, index);
    const value = field.field.name === "*" ? child.alias : valueSql(child, field);
    return `${value} as ${column}`;
  });
  const below = child.children
    .filter((inner) => !isEmpty(inner))
    .flatMap((inner) =>
      inner.spread === "one"
        ? spreadColumnsOf(inner).map(({ column }) => `${inner.lateral}.${column}`)
        : embedded(inner, false).map(({ sql }) => sql),
    );
  return [...own, ...below].join(", ");
}

/** The aggregate that a to-one spread shows under that name, over the parent's rows; null if there is none. */
export function spreadAggregate(child: EmbedNode, { name, path }: Field): string | null {
  if (child.spread !== "one" || path.length > 0) return null;
  const shown = spreadColumnsOf(child).find(({ as, aggregate }) => as === name && aggregate !== null);
  return shown?.aggregate ? aggregated(`${child.lateral}.${shown.column}`, shown.aggregate) : null;
}

/** The arrays of a to-many spread over its rows, ROW. */
export function spreadArrays(child: EmbedNode): string[] {
  return spreadColumnsOf(child).map(
    ({ column }) => `coalesce(json_agg(${ROW}.${column}), '[]'::json) as ${column}`,
  );
}

function itemsOf(node: ReadNode): Item[] {
  const grouped = aggregatesItself(node);
  return [
    ...node.fields.map((field) => ({ sql: ownColumn(node, field), groups: groupTerm(node, field) })),
    ...node.children.filter((child) => !isEmpty(child)).flatMap((child) => embedded(child, grouped)),
  ];
}

/** A formatted column is json, which has no equality, and is grouped by its stored value. */
function groupTerm(node: ReadNode, { field, aggregate }: SelectedField): Item["groups"] {
  if (aggregate !== null) return false;
  return representationOf(node.table, field)?.toJson ? fieldSql(node, field) : true;
}

/** `asJsonb` is set for grouping, because json has no equality. */
function embedded(child: EmbedNode, asJsonb: boolean): Item[] {
  if (child.spread !== null) {
    return spreadColumnsOf(child).map(({ column, as, aggregate, isJson }) => {
      const value = `${child.lateral}.${column}`;
      const cast = asJsonb && (child.spread === "many" || isJson) ? "::jsonb" : "";
      return {
        sql: `${aggregate ? aggregated(value, aggregate) : value + cast} as ${identifier(as)}`,
        groups: aggregate === null,
      };
    });
  }
  const json = isToOne(child.relationship)
    ? `${child.lateral}.${JSON_OF_EMBED}`
    : `coalesce(${child.lateral}.${JSON_OF_EMBED}, '[]'::json)`;
  return [{ sql: `${json}${asJsonb ? "::jsonb" : ""} as ${identifier(child.name)}`, groups: true }];
}

/** The columns that a spread embed passes up, including those of nested spreads. */
function spreadColumnsOf(child: EmbedNode): SpreadColumn[] {
  const own = child.fields.map((field, index) => spreadField(child, field, index));
  const below = child.children
    .filter((inner) => !isEmpty(inner))
    .flatMap((inner) =>
      inner.spread === null
        ? { column: identifier(inner.name), as: inner.name, aggregate: null, isJson: true }
        : spreadColumnsOf(inner),
    );
  return [...own, ...below];
}

function spreadField(child: EmbedNode, field: SelectedField, index: number): SpreadColumn {
  const { aggregate, cast } = field;
  const as = nameOf(field);
  const column = identifier(aggregate === null ? as : `${child.lateral} ${index}`);
  const isJson = cast === null && Boolean(representationOf(child.table, field.field)?.toJson);
  return { column, as, aggregate, isJson };
}

function ownColumn(node: ReadNode, field: SelectedField): string {
  const { aggregate } = field;
  const isStar = field.field.name === "*" && field.field.path.length === 0;
  if (isStar && aggregate === null) return `${node.alias}.*`;
  const value = isStar ? "*" : valueSql(node, field);
  return `${aggregate === null ? value : aggregated(value, aggregate)} as ${identifier(nameOf(field))}`;
}

/** Casts contain only letters, digits, `_`, `$` and spaces, which the parser ensures. */
function valueSql(node: ReadNode, { field, cast }: SelectedField): string {
  const value = shownSql(node, field);
  return cast === null ? value : `cast(${value} as ${cast})`;
}

function aggregated(value: string, { name, cast }: Aggregate): string {
  const call = `${name}(${value})`;
  return cast === null ? call : `cast(${call} as ${cast})`;
}

/** The alias, else the function, else the last key of a json path, else the column. */
function nameOf({ field, alias, aggregate }: SelectedField): string {
  const lastKey = field.path.findLast(({ key }) => typeof key === "string")?.key;
  return alias ?? aggregate?.name ?? String(lastKey ?? field.name);
}

/** SQL of order terms. Source: PostgREST's Plan.hs, addRelatedOrders. */
import { notEmbedded, relatedOrderNotToOne } from "../errors.ts";
import type { EmbedNode, ReadNode } from "../plan/read-plan.ts";
import type { Field, OrderTerm } from "../request/types.ts";
import { isToOne } from "../schema-cache/types.ts";
import { identifier } from "../sql-text.ts";
import { childNamed, fieldSql, type Scope } from "./conditions.ts";
import { spreadAggregate } from "./select.ts";

/** The expressions of ORDER BY; null if there are none. */
export function orderBy(scope: Scope, terms: readonly OrderTerm[]): string | null {
  if (terms.length === 0) return null;
  return terms.map((term) => `${orderedBy(scope, term)}${direction(term)}`).join(", ");
}

function orderedBy(scope: Scope, { relation, field }: OrderTerm): string {
  if (relation === null) return fieldSql(scope, field);
  const child = toOneChild(scope, relation);
  return spreadAggregate(child, field) ?? `${child.lateral}.${hiddenName(field)}`;
}

/**
 * The expressions to group by, so that the rows can be ordered by them: columns of to-one embeds that already group the
 * rows.
 */
export function orderGroups(node: ReadNode): string[] {
  return node.order.flatMap(({ relation, field }) => {
    const child = relation === null ? null : childNamed(node, relation);
    if (!child || !isToOne(child.relationship) || !selects(child, field)) return [];
    return `${child.lateral}.${hiddenName(field)}`;
  });
}

/** True if the rows of `child` show the column. */
function selects({ fields }: EmbedNode, { name, path }: Field): boolean {
  return fields.some(
    ({ field, aggregate }) =>
      aggregate === null &&
      (field.name === "*" || field.name === name) &&
      JSON.stringify(field.path) === JSON.stringify(path),
  );
}

/** The extra columns of a to-one embed by which the outer rows are ordered. */
export function hiddenOrder(child: EmbedNode, outer: readonly OrderTerm[]): string[] {
  const wanted = outer.filter(
    ({ relation, field }) => relation === child.name && spreadAggregate(child, field) === null,
  );
  return [...new Set(wanted.map(({ field }) => `${fieldSql(child, field)} as ${hiddenName(field)}`))];
}

function hiddenName({ name, path }: Field): string {
  return identifier(["order by", name, ...path.map(({ key }) => key)].join(" "));
}

function toOneChild(scope: Scope, relation: string): EmbedNode {
  const child = childNamed(scope, relation);
  if (!child) throw notEmbedded(relation);
  if (!isToOne(child.relationship)) throw relatedOrderNotToOne(scope.table?.name ?? "", relation);
  return child;
}

function direction({ direction, nulls }: OrderTerm): string {
  return `${direction === null ? "" : ` ${direction}`}${nulls === null ? "" : ` nulls ${nulls}`}`;
}

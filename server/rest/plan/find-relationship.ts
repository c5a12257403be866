/** Finds the relationship of `select=target!hint(…)`. Source: PostgREST's Plan.hs, findRel, and Error.hs. */
import { RestError } from "../errors.ts";
import type { ForeignKeyRelationship, Relationship, SchemaCache, Table } from "../schema-cache/types.ts";
import { MIN_SIMILARITY, mostSimilar, mostSimilarOther } from "./similar-names.ts";

export type Origin = Pick<Table, "schema" | "name">;

/** `target` is a table, a foreign key, or the column of the origin in a key. Throws PGRST200 or PGRST201. */
export function findRelationship(
  cache: SchemaCache,
  origin: Origin,
  target: string,
  hint: string | null,
): Relationship {
  const all = cache.relationships(origin);
  const overridden = all.filter((known) => known.kind === "computed" && known.function === target);
  const found = overridden.length > 0 ? overridden : all.filter((known) => matches(known, target, hint));
  const [first, second] = found;
  if (!first) throw noRelationship(cache, origin, target, hint);
  if (second) throw ambiguous(origin, target, found);
  return first;
}

function matches(known: Relationship, target: string, hint: string | null): boolean {
  if (known.kind === "computed") return false;
  const isTarget = known.target.name === target;
  if (known.isSelf) return known.kind !== "many-to-many" && matchesSelf(known, isTarget, target, hint);
  if (known.kind === "many-to-many") return isTarget && (hint === null || known.junction.name === hint);
  if (hint !== null) {
    return isTarget && (known.constraint === hint || names(known, 0, hint) || names(known, 1, hint));
  }
  // A view is only found by its name, because a key or column could belong to several views.
  return isTarget || (!known.target.isView && (known.constraint === target || names(known, 0, target)));
}

/**
 * A key from a table to itself has two relationships: the children are found by the table's name, the parent by the
 * column that references it.
 */
function matchesSelf(
  known: ForeignKeyRelationship,
  isTarget: boolean,
  target: string,
  hint: string | null,
): boolean {
  if (hint !== null) return isTarget && known.kind === "one-to-many" && names(known, 1, hint);
  return known.kind === "one-to-many" ? isTarget : known.kind === "many-to-one" && names(known, 0, target);
}

/** True if `name` is the only column on that side: 0 for the origin, 1 for the target. */
function names({ columns }: ForeignKeyRelationship, side: 0 | 1, name: string): boolean {
  const [pair, more] = columns;
  return pair !== undefined && more === undefined && pair[side] === name;
}

function noRelationship(cache: SchemaCache, origin: Origin, target: string, hint: string | null): RestError {
  const known = cache.relationships(origin);
  const using = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} in the schema '${origin.schema}', but no matches were found.`,
    known.length > 0
      ? suggestion(
          mostSimilarOther(
            target,
            known.map((relationship) => relationship.target.name),
            MIN_SIMILARITY,
          ),
          target,
        )
      : suggestion(mostSimilar(origin.name, cache.origins(origin.schema), MIN_SIMILARITY), origin.name),
  );
}

function suggestion(closest: string | null, instead: string): string | null {
  return closest === null ? null : `Perhaps you meant '${closest}' instead of '${instead}'.`;
}

function ambiguous(origin: Origin, target: string, found: readonly Relationship[]): RestError {
  const hints = found.map((known) => `'${known.target.name}!${hintOf(known)}'`).join(", ");
  return new RestError(
    300,
    "PGRST201",
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    found.map(described),
    `Try changing '${target}' to one of the following: ${hints}. Find the desired relationship in the 'details' key.`,
  );
}

function hintOf(known: Relationship): string {
  if (known.kind === "computed") return known.function;
  return known.kind === "many-to-many" ? known.junction.name : known.constraint;
}

function described(known: Relationship): Record<string, string> {
  const embedding = `${known.origin.name} with ${known.target.name}`;
  switch (known.kind) {
    case "computed":
      return { embedding };
    case "many-to-many": {
      const [first, second] = known.constraints;
      const own = list(known.originColumns.map(([, junction]) => junction));
      const other = list(known.targetColumns.map(([junction]) => junction));
      const relationship = `${known.junction.name} using ${first}${own} and ${second}${other}`;
      return { cardinality: known.kind, embedding, relationship };
    }
    default: {
      const own = list(known.columns.map(([column]) => column));
      const other = list(known.columns.map(([, column]) => column));
      const relationship = `${known.constraint} using ${known.origin.name}${own} and ${known.target.name}${other}`;
      return { cardinality: known.kind, embedding, relationship };
    }
  }
}

function list(columns: readonly string[]): string {
  return `(${columns.join(", ")})`;
}

/** Finds the relationship that `select=target!hint(…)` means. Source: PostgREST's Plan.hs, findRel. */
import { RestError } from "../errors.ts";
import { mostSimilar } from "./similar.ts";
import type { ForeignKeyRelationship, Relationship, SchemaCache, Table } from "./types.ts";

/** `target` is a table, a foreign key, or (to-one) the column that holds the key. Throws PGRST200 or PGRST201. */
export function findRelationship(
  cache: SchemaCache,
  origin: Table,
  target: string,
  hint: string | null,
): Relationship {
  const all = cache.relationships(origin);
  const overridden = all.filter((known) => known.kind === "computed" && known.function === target);
  const found = overridden.length > 0 ? overridden : all.filter((known) => matches(known, target, hint));
  const [first, second] = found;
  if (!first) throw none(cache, origin, target, hint);
  if (!second) return first;
  // A table that refers to itself, by name alone: its children. Its parent is meant by the column's name.
  const children = found.filter(({ kind }) => kind === "one-to-many");
  if (first.target === origin && children.length === 1 && found.length === 2 && children[0])
    return children[0];
  throw ambiguous(origin, target, found);
}

function matches(known: Relationship, target: string, hint: string | null): boolean {
  if (known.kind === "computed") return false;
  if (known.target.name !== target) {
    return hint === null && known.kind !== "many-to-many" && namesKey(known, target);
  }
  if (hint === null) return true;
  if (known.kind === "many-to-many") return known.junction.name === hint || known.constraints.includes(hint);
  if (known.constraint === hint) return known.origin !== known.target || known.holdsKey;
  const [pair, more] = known.columns;
  if (!pair || more) return false;
  if (known.origin === known.target) return pair[0] === hint;
  return pair.includes(hint);
}

/** By its constraint's name, or by its only column where the origin holds it. */
function namesKey(known: ForeignKeyRelationship, target: string): boolean {
  if (known.constraint === target) return known.origin !== known.target || known.holdsKey;
  const [pair, more] = known.columns;
  return pair !== undefined && !more && known.holdsKey && pair[0] === target;
}

function none(cache: SchemaCache, origin: Table, target: string, hint: string | null): RestError {
  const known = cache.relationships(origin);
  const closest =
    known.length > 0
      ? mostSimilar(
          target,
          known.map((relationship) => relationship.target.name),
        )
      : mostSimilar(
          origin.name,
          cache.tables(origin.schema).map(({ name }) => name),
        );
  const instead = known.length > 0 ? target : origin.name;
  const using = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(
    400,
    "PGRST200",
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} in the schema '${origin.schema}', but no matches were found.`,
    closest === null ? null : `Perhaps you meant '${closest}' instead of '${instead}'.`,
  );
}

function ambiguous(origin: Table, target: string, found: readonly Relationship[]): RestError {
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

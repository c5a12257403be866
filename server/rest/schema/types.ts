/** What the service knows of the database: tables, how they relate, and functions. */
export interface Column {
  name: string;
  /** With its modifiers and schema, as it can stand in a cast: `character varying(20)`, `public.mood`. */
  type: string;
  /** The default's SQL (`gen_random_uuid()`), or null. */
  default: string | null;
}

export interface Table {
  schema: string;
  name: string;
  isView: boolean;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
}

/** Columns of the origin paired with those of the target. */
export type ColumnPairs = readonly (readonly [string, string])[];

export interface ForeignKeyRelationship {
  kind: "many-to-one" | "one-to-many" | "one-to-one";
  origin: Table;
  target: Table;
  constraint: string;
  columns: ColumnPairs;
  /** The foreign key is the origin's: matters for one-to-one and for a table that refers to itself. */
  holdsKey: boolean;
}

export interface JunctionRelationship {
  kind: "many-to-many";
  origin: Table;
  target: Table;
  junction: Table;
  /** Constraints from the junction to origin and target. */
  constraints: readonly [string, string];
  /** Origin columns paired with junction columns. */
  originColumns: ColumnPairs;
  /** Junction columns paired with target columns. */
  targetColumns: ColumnPairs;
}

/** A function of the origin's row that returns rows of the target. */
export interface ComputedRelationship {
  kind: "computed";
  origin: Table;
  target: Table;
  schema: string;
  function: string;
  toOne: boolean;
}

export type Relationship = ForeignKeyRelationship | JunctionRelationship | ComputedRelationship;

export interface Argument {
  name: string;
  type: string;
  hasDefault: boolean;
  variadic: boolean;
}

export interface Routine {
  schema: string;
  name: string;
  arguments: readonly Argument[];
  returns: "void" | "scalar" | "row";
  returnsSet: boolean;
  /** The table whose rows come back, where that is known: its relationships can then be embedded. */
  returnsTable: { schema: string; name: string } | null;
  volatility: "immutable" | "stable" | "volatile";
}

export interface SchemaCache {
  table(schema: string, name: string): Table | null;
  tables(schema: string): readonly Table[];
  relationships(origin: Table): readonly Relationship[];
  routines(schema: string, name: string): readonly Routine[];
  routineNames(schema: string): readonly string[];
}

/** Whether at most one row of the target belongs to a row of the origin. */
export function isToOne(relationship: Relationship): boolean {
  switch (relationship.kind) {
    case "many-to-one":
    case "one-to-one":
      return true;
    case "computed":
      return relationship.toOne;
    case "one-to-many":
    case "many-to-many":
      return false;
  }
}

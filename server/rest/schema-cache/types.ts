/** The types of the schema cache: tables, relationships, functions and settings. */
/** The functions of a domain's casts; null without such a cast. */
export interface Representation {
  toJson: Named | null;
  fromJson: Named | null;
  fromText: Named | null;
}

interface Named {
  schema: string;
  name: string;
}

export interface Column {
  name: string;
  /** The full type for a cast, with modifiers and schema: `character varying(20)`, `public.mood`. */
  type: string;
  /** The type below all domains, without modifiers; null if the type is no domain. */
  base: string | null;
  /** Null for a type without casts to present it. */
  representation: Representation | null;
  /** The default's SQL (`gen_random_uuid()`), or null. */
  default: string | null;
}

export interface Table {
  schema: string;
  name: string;
  isView: boolean;
  /** True if it has policies, or may be a view of a table that has. */
  mayHideRows: boolean;
  columns: ReadonlyMap<string, Column>;
  /** The computed columns with their types, below all domains. */
  computed: ReadonlyMap<string, string>;
  /** True if a cast presents at least one column as JSON. */
  isFormatted: boolean;
  /** For a view, its columns that come from primary keys. */
  primaryKey: readonly string[];
  /** The writes that the table or view supports at all, for any caller. */
  takes: { insert: boolean; update: boolean; delete: boolean };
}

/** Columns of the origin paired with those of the target. */
export type ColumnPairs = readonly (readonly [string, string])[];

export interface ForeignKeyRelationship {
  kind: "many-to-one" | "one-to-many" | "one-to-one";
  origin: Table;
  target: Table;
  constraint: string;
  columns: ColumnPairs;
  /** True for a key from a table to itself, whose two relationships have the same name. */
  isSelf: boolean;
}

export interface JunctionRelationship {
  kind: "many-to-many";
  origin: Table;
  target: Table;
  junction: Table;
  /** The constraints from the junction to origin and target. */
  constraints: readonly [string, string];
  /** Origin columns paired with junction columns. */
  originColumns: ColumnPairs;
  /** Junction columns paired with target columns. */
  targetColumns: ColumnPairs;
  isSelf: boolean;
}

/** A function that takes a row of the origin and returns rows of the target. */
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
  /** The table of the returned rows, if known; its relationships can then be embedded. */
  returnsTable: { schema: string; name: string } | null;
  volatility: "immutable" | "stable" | "volatile";
  /** Settings of the calling transaction under PostgreSQL's names: `{ statement_timeout: "5min" }`. */
  settings: Readonly<Record<string, string>>;
  /** Who gets one answer: see endpoints/sharing.ts. */
  tag: "shared" | "together" | null;
}

/** A handler of a media type that the project has defined as a domain. */
export interface MediaHandler {
  /** E.g. `text/html`; a domain that answers any type has two stars. */
  mediaType: string;
  isBytes: boolean;
  /** The aggregate over rows of `of`, or of any table. Null if the function's own value is the response. */
  aggregate: { schema: string; name: string; of: { schema: string; name: string } | null } | null;
}

/** PostgREST's in-database configuration, set by `alter role authenticator set pgrst.…`. */
export interface ServiceSettings {
  /** True if `Prefer: tx=…` is accepted. */
  mayChooseEnd: boolean;
  /** How a transaction ends without a preference. */
  end: "commit" | "rollback";
  explains: boolean;
  /** True if responses state the time of each stage, which a project also wants when it reads plans. */
  timed: boolean;
  aggregates: boolean;
  /** A function that runs before each request and may refuse it. */
  preRequest: { schema: string | null; name: string } | null;
  /** Null for config.toml's value. */
  maxRows: number | null;
}

/** The cache of the exposed schemas. */
export interface SchemaCache {
  settings: ServiceSettings;
  table(schema: string, name: string): Table | null;
  tableNames(schema: string): readonly string[];
  /** Relationships to tables of the origin's schema, in PostgREST's order. */
  relationships(origin: Pick<Table, "schema" | "name">): readonly Relationship[];
  /** Tables of a schema that have relationships. */
  origins(schema: string): readonly string[];
  /** Functions with fewer arguments come first. */
  routines(schema: string, name: string): readonly Routine[];
  routineNames(schema: string): readonly string[];
  /** `own` has the handlers of this table or function, used if all columns are selected. */
  mediaHandlers(
    kind: "table" | "function",
    schema: string,
    name: string,
  ): { own: readonly MediaHandler[]; any: readonly MediaHandler[] };
}

/** True if at most one row of the target belongs to a row of the origin. */
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

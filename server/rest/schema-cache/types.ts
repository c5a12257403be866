/** What the service knows of the database: tables, how they relate, functions, and its own settings. */
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
  /** Of a view: those of its columns that come from primary keys. */
  primaryKey: readonly string[];
  /** Which writes the table or view takes at all, whoever asks. */
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
  /** A table that refers to itself: its two relationships have the same name. */
  isSelf: boolean;
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
  isSelf: boolean;
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
  /** In force for the transaction that calls it, by PostgreSQL's names: `{ statement_timeout: "5min" }`. */
  settings: Readonly<Record<string, string>>;
}

/** What answers in a media type that the project has made a domain of. */
export interface MediaHandler {
  /** `text/html`; of a domain that answers whatever is asked for, two stars. */
  mediaType: string;
  isBytes: boolean;
  /** Over the rows of `of`, or of anything; null: the function's own value is the answer. */
  aggregate: { schema: string; name: string; of: { schema: string; name: string } | null } | null;
}

/** PostgREST's in-database configuration: what `alter role authenticator set pgrst.…` says. */
export interface ServiceSettings {
  /** `Prefer: tx=…` is heeded. */
  mayChooseEnd: boolean;
  /** How a transaction ends when nothing else is preferred. */
  end: "commit" | "rollback";
  explains: boolean;
  aggregates: boolean;
  /** A function that is called before each request, which may refuse it. */
  preRequest: { schema: string | null; name: string } | null;
  /** Null: as config.toml has it. */
  maxRows: number | null;
}

/** Of the exposed schemas. */
export interface SchemaCache {
  settings: ServiceSettings;
  table(schema: string, name: string): Table | null;
  tableNames(schema: string): readonly string[];
  /** To tables of the origin's own schema; sorted as PostgREST lists them. */
  relationships(origin: Pick<Table, "schema" | "name">): readonly Relationship[];
  /** Tables of a schema that have relationships. */
  origins(schema: string): readonly string[];
  /** Those with fewer arguments first. */
  routines(schema: string, name: string): readonly Routine[];
  routineNames(schema: string): readonly string[];
  /** `own`: of this table or function, as long as all of it is selected. */
  mediaHandlers(
    kind: "table" | "function",
    schema: string,
    name: string,
  ): { own: readonly MediaHandler[]; any: readonly MediaHandler[] };
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

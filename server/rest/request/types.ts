/** The parsed parts of a request, not yet checked against the schema. */

/** `data->'a'->>0`: each step goes one level down; `asText` stands for `->>`. */
export interface JsonStep {
  asText: boolean;
  key: string | number;
}

export interface Field {
  name: string;
  path: readonly JsonStep[];
}

export const AGGREGATES = ["avg", "count", "max", "min", "sum"] as const;

/** `total.sum()::int`: the cast applies to the result. */
export interface Aggregate {
  name: (typeof AGGREGATES)[number];
  cast: string | null;
}

export interface SelectedField {
  kind: "field";
  field: Field;
  cast: string | null;
  alias: string | null;
  aggregate: Aggregate | null;
}

export interface SelectedEmbed {
  kind: "embed";
  name: string;
  alias: string | null;
  hint: string | null;
  inner: boolean;
  spread: boolean;
  select: readonly SelectItem[];
}

export type SelectItem = SelectedField | SelectedEmbed;

export type Operation =
  | { kind: "compare"; operator: string; quantifier: "any" | "all" | null; value: string }
  | { kind: "in"; values: readonly string[] }
  | { kind: "is"; value: "null" | "not_null" | "true" | "false" | "unknown" }
  | { kind: "isdistinct"; value: string }
  | { kind: "fts"; operator: string; language: string | null; value: string };

export interface Filter {
  kind: "filter";
  field: Field;
  negated: boolean;
  operation: Operation;
}

export interface LogicGroup {
  kind: "group";
  operator: "and" | "or";
  negated: boolean;
  members: readonly Logic[];
}

export type Logic = Filter | LogicGroup;

export interface OrderTerm {
  /** `order=teams(name)` orders by a column of the embedded `teams`. */
  relation: string | null;
  field: Field;
  direction: "asc" | "desc" | null;
  nulls: "first" | "last" | null;
}

/** A parameter of the table itself (empty path) or of the resource embedded at that path. */
export interface At<T> {
  path: readonly string[];
  value: T;
}

export interface QueryParameters {
  select: readonly SelectItem[];
  where: readonly At<Logic>[];
  order: readonly At<readonly OrderTerm[]>[];
  limits: readonly At<number>[];
  offsets: readonly At<number>[];
  columns: readonly string[] | null;
  onConflict: readonly string[] | null;
  /** The remaining parameters of a function called by GET: its arguments in order. */
  args: readonly (readonly [string, string])[];
}

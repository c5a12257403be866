/** How the row types of the page are derived from the generated ones. */
import type { Database as Generated } from "../../../supabase/database.types.ts";

export type GeneratedTables = Generated["public"]["Tables"];
export type GeneratedFunctions = Generated["public"]["Functions"];
type CompositeTypes = Generated["public"]["CompositeTypes"];

export type TableRow<Name extends keyof GeneratedTables> = Flat<GeneratedTables[Name]["Row"]>;
export type TableInsert<Name extends keyof GeneratedTables> = GeneratedTables[Name]["Insert"];
export type CompositeRow<Name extends keyof CompositeTypes> = Flat<CompositeTypes[Name]>;

/** A row of what a function returns. */
export type FunctionRow<Name extends keyof GeneratedFunctions> = Flat<
  GeneratedFunctions[Name]["Returns"] extends (infer Row)[] ? Row : GeneratedFunctions[Name]["Returns"]
>;

/** The generator writes every column of a function's rows as not null. These columns may be null. */
export type Nullable<Row, Columns extends keyof Row> = Flat<{
  [Column in keyof Row]: Column extends Columns ? Row[Column] | null : Row[Column];
}>;

/** The generator writes every column of a composite type as nullable. These columns are never null. */
export type NotNull<Row, Columns extends keyof Row> = Flat<{
  [Column in keyof Row]: Column extends Columns ? NonNullable<Row[Column]> : Row[Column];
}>;

/** Replaces the type of some columns by a narrower one, such as the values that a check constraint allows. */
export type Narrowed<
  Row,
  Columns extends { [Column in keyof Columns]: Column extends keyof Row ? Row[Column] : never },
> = Flat<{ [Column in keyof Row]: Column extends keyof Columns ? Columns[Column] : Row[Column] }>;

/** The same properties as one object type, which error messages show in full. */
type Flat<Row> = { [Column in keyof Row]: Row[Column] };

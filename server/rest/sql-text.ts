/** The pieces of SQL text: quoted names, and parameters that are numbered as they are written. */
import type { Param } from "../database/database.ts";

/** The row that becomes JSON, and the JSON of an embed: names that no column is likely to have. */
export const ROW = "pgrst_row";
export const JSON_OF_EMBED = "pgrst_json";

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

/** For names out of the catalog or of a request's json path; values travel as parameters. */
export function literal(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return escaped.includes("\\") ? `E'${escaped.replaceAll("\\", "\\\\")}'` : `'${escaped}'`;
}

/** `{"a","b"}`: an array in PostgreSQL's own text form, whose element type PostgreSQL infers. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}

export class Parameters {
  readonly values: Param[] = [];

  /** Without a cast PostgreSQL gives it the type of what it is compared with. */
  add(value: Param): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

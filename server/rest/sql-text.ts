/** Building blocks of SQL text: quoted names, and parameters that are numbered in order. */
import type { Param } from "../database/database.ts";

/** The names of the row that becomes JSON and of an embed's JSON, chosen so that no column has them. */
export const ROW = "pgrst_row";
export const JSON_OF_EMBED = "pgrst_json";

export function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function qualified({ schema, name }: { schema: string; name: string }): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

/** For names from the catalog or from a json path. Values are sent as parameters. */
export function literal(text: string): string {
  const escaped = text.replaceAll("'", "''");
  return escaped.includes("\\") ? `E'${escaped.replaceAll("\\", "\\\\")}'` : `'${escaped}'`;
}

/** `{"a","b"}`: an array in PostgreSQL's text form, whose element type PostgreSQL infers. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`).join(",")}}`;
}

export class Parameters {
  readonly values: Param[] = [];
  /** The index of the request's body in `values`. */
  bodyAt: number | null = null;

  /** Without a cast, PostgreSQL gives the parameter the type that it is compared with. */
  add(value: Param): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** The request's body, which the next request of the same shape replaces. */
  addBody(text: string): string {
    this.bodyAt = this.values.length;
    return this.add(text);
  }
}

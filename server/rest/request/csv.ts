/** CSV (RFC 4180) as rows of objects: the first line names the columns, and an unquoted or quoted NULL is null. */
import { invalidBody } from "../errors.ts";

/** Throws PGRST102 when there is no header, or a line has more or fewer fields than it. */
export function rowsOfCsv(text: string): Record<string, string | null>[] {
  const [header, ...lines] = linesOf(text);
  if (!header) throw invalidBody('parse error (not enough input) at ""');
  return lines.map((fields) => {
    if (fields.length !== header.length) throw invalidBody("All lines must have same number of fields");
    return Object.fromEntries(
      header.map((name, index) => [name, fields[index] === "NULL" ? null : (fields[index] ?? "")]),
    );
  });
}

/** A field in quotes (a quote inside is doubled) or without; then a comma, a line's end or the end. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y;

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let fields: string[] = [];
  let at = 0;
  while (at < text.length || fields.length > 0) {
    FIELD.lastIndex = at;
    const found = FIELD.exec(text);
    if (!found) throw invalidBody(`parse error at ${JSON.stringify(text.slice(at, at + 20))}`);
    fields.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
    at = FIELD.lastIndex;
    if (found[3] === ",") continue;
    lines.push(fields);
    fields = [];
  }
  return lines.filter((line) => line.length > 1 || line[0] !== "");
}

/** Parses CSV (RFC 4180) into objects. The first line names the columns; a quoted or unquoted NULL is null. */
import { invalidBody } from "../errors.ts";

/** Throws PGRST102 if there is no header, or a line has another number of fields. */
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

/** A field with quotes (a quote inside is doubled) or without, then a comma, a line break or the end. */
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

/** Converts a Result's text to row objects, as `query` does. */
import type { Result } from "./database.ts";

const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === "t",
  20: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text), // bigint beyond 2^53 keeps its digits
  21: Number,
  23: Number,
  114: JSON.parse,
  700: Number,
  701: Number,
  3802: JSON.parse,
};

/** Rows as objects: int, float, bool and json(b) parsed, everything else as PostgreSQL's text. */
export function rowObjects<Row extends object>(result: Result | undefined): Row[] {
  if (!result) return [];
  const columns = result.fields.map(({ name, dataTypeID }) => ({ name, parse: PARSERS[dataTypeID] }));
  return result.rows.map((row) => {
    const object: Record<string, unknown> = {};
    columns.forEach(({ name, parse }, index) => {
      const text = row[index] ?? null;
      object[name] = text !== null && parse ? parse(text) : text;
    });
    return object as Row;
  });
}

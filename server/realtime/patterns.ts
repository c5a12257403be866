import { type Database, DatabaseError } from "../database/database.ts";
import type { Binding } from "./bindings.ts";
import { isPattern, type PatternCondition, patternKey } from "./filters.ts";

/** The database judges patterns: its words for them, and no regular expression of a stranger runs in this process. */
const MATCHING = `
  select asked.position as condition, rows.position as row
  from jsonb_array_elements($1::jsonb) with ordinality as asked(condition, position)
  cross join jsonb_array_elements($2::jsonb) with ordinality as rows(record, position)
  where case asked.condition ->> 'operator'
    when 'like' then rows.record ->> (asked.condition ->> 'column') like (asked.condition ->> 'pattern')
    when 'ilike' then rows.record ->> (asked.condition ->> 'column') ilike (asked.condition ->> 'pattern')
    when 'match' then rows.record ->> (asked.condition ->> 'column') ~ (asked.condition ->> 'pattern')
    else rows.record ->> (asked.condition ->> 'column') ~* (asked.condition ->> 'pattern')
  end`;

/** For each row the keys of the patterns, among those of the bindings, that it matches. */
export async function matchPatterns(
  database: Database,
  bindings: Iterable<Binding>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly ReadonlySet<string>[]> {
  const matched = rows.map(() => new Set<string>());
  const patterns = patternsOf(bindings);
  if (patterns.length === 0) return matched;
  const found = await database.query<{ condition: number; row: number }>(MATCHING, [
    JSON.stringify(
      patterns.map(({ column, operator, values }) => ({ column, operator, pattern: values[0] ?? "" })),
    ),
    JSON.stringify(rows),
  ]);
  for (const { condition, row } of found) {
    const pattern = patterns[Number(condition) - 1];
    if (pattern) matched[Number(row) - 1]?.add(patternKey(pattern));
  }
  return matched;
}

/** Can the database read the patterns of these bindings? */
export async function arePatterns(database: Database, bindings: readonly Binding[]): Promise<boolean> {
  const row = Object.fromEntries(patternsOf(bindings).map(({ column }) => [column, "text"]));
  try {
    await matchPatterns(database, bindings, [row]);
    return true;
  } catch (error) {
    if (error instanceof DatabaseError && error.code.startsWith("22")) return false;
    throw error;
  }
}

function patternsOf(bindings: Iterable<Binding>): PatternCondition[] {
  const patterns = new Map<string, PatternCondition>();
  for (const { conditions } of bindings)
    for (const condition of conditions)
      if (isPattern(condition)) patterns.set(patternKey(condition), condition);
  return [...patterns.values()];
}

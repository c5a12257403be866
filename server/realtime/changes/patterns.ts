import { type Database, DatabaseError } from "../../database/database.ts";
import type { Binding } from "./bindings.ts";
import { isPattern, type PatternCondition, patternKey } from "./filters.ts";

/**
 * The database evaluates patterns: the semantics are PostgreSQL's, and no client's regular expression runs in this
 * process.
 */
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

/** Returns for each row the keys of the patterns that it matches. */
export async function matchPatterns(
  database: Database,
  bindings: Iterable<Binding>,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly ReadonlySet<string>[]> {
  const matched = rows.map(() => new Set<string>());
  const evaluate = async (patterns: readonly PatternCondition[]): Promise<void> => {
    if (patterns.length === 0) return;
    try {
      for (const [pattern, row] of await matches(database, patterns, rows))
        matched[row]?.add(patternKey(pattern));
    } catch (error) {
      if (!isInvalidPattern(error)) throw error;
      // A pattern that the database cannot evaluate matches nothing; the others are evaluated without it.
      if (patterns.length === 1) return;
      const half = Math.ceil(patterns.length / 2);
      await evaluate(patterns.slice(0, half));
      await evaluate(patterns.slice(half));
    }
  };
  await evaluate(patternsOf(bindings));
  return matched;
}

/** Each pattern with the positions of the matching rows. Throws DatabaseError for an invalid pattern. */
async function matches(
  database: Database,
  patterns: readonly PatternCondition[],
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<[PatternCondition, number][]> {
  const found = await database.query<{ condition: number; row: number }>(MATCHING, [
    JSON.stringify(
      patterns.map(({ column, operator, values }) => ({ column, operator, pattern: values[0] ?? "" })),
    ),
    JSON.stringify(rows),
  ]);
  return found.flatMap(({ condition, row }) => {
    const pattern = patterns[Number(condition) - 1];
    return pattern ? [[pattern, Number(row) - 1]] : [];
  });
}

/** Class 22 (data exception) for an invalid pattern, class 54 (program limit exceeded) for one that is too complex. */
function isInvalidPattern(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|54)/.test(error.code);
}

/** True if the database accepts all patterns of these bindings. */
export async function arePatternsValid(database: Database, bindings: readonly Binding[]): Promise<boolean> {
  const patterns = patternsOf(bindings);
  if (patterns.length === 0) return true;
  const row = Object.fromEntries(patterns.map(({ column }) => [column, "text"]));
  try {
    await matches(database, patterns, [row]);
    return true;
  } catch (error) {
    if (isInvalidPattern(error)) return false;
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

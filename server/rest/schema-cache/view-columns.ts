/**
 * Finds the table column behind each column of a view. PostgreSQL stores it (`resorigtbl` and `resorigcol` in the
 * view's rule, a pg_node_tree) but shows it in no catalog view, so the rule is parsed, as PostgREST does. Source:
 * PostgreSQL's primnodes.h (TargetEntry) and outfuncs.c, which writes the format.
 */

export interface ColumnOrigin {
  /** Number of the view's column. */
  number: number;
  table: number;
  column: number;
}

/** The plain columns in the target list of the rule's outermost query. */
export function columnOrigins(rule: string): ColumnOrigin[] {
  return outermostTargets(rule).flatMap((entry) => {
    const [number, table, column] = ["resno", "resorigtbl", "resorigcol"].map((field) =>
      Number(new RegExp(`:${field} (\\d+)`).exec(entry)?.[1] ?? 0),
    );
    return number && table && column ? [{ number, table, column }] : [];
  });
}

/**
 * `({QUERY … :targetList ({TARGETENTRY :expr {…} :resno 1 … :resjunk false} {TARGETENTRY …}) …})`, entries without
 * their inner nodes.
 */
function outermostTargets(rule: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let own = ""; // the text of the query's own fields, then of the current entry
  let inTargets = false;
  for (let at = 0; at < rule.length; at++) {
    const character = rule[at] ?? "";
    if (character === "\\") {
      at++; // the next character belongs to a name
      continue;
    }
    if (character === "{" || character === "(") {
      if (depth === 2 && character === "(") inTargets = own.endsWith(":targetList ");
      depth++;
      if (inTargets && depth === 4) own = "";
      continue;
    }
    if (character === "}" || character === ")") {
      if (inTargets && depth === 4) entries.push(own);
      depth--;
      if (inTargets && depth === 2) return entries;
      continue;
    }
    if (depth === (inTargets ? 4 : 2)) own += character;
  }
  return entries;
}

/**
 * Resolves the columns of views through other views to tables: for each view, `table.column` numbers to the view's
 * column numbers.
 */
export function resolvedOrigins(
  views: ReadonlyMap<number, readonly ColumnOrigin[]>,
): Map<number, ColumnOrigin[]> {
  const follow = (origin: ColumnOrigin, seen: readonly number[]): ColumnOrigin[] => {
    const inner = views.get(origin.table);
    if (!inner || seen.includes(origin.table)) return [origin];
    return [
      origin, // harmless, because a view has no keys of its own
      ...inner
        .filter(({ number }) => number === origin.column)
        .flatMap(({ table, column }) =>
          follow({ number: origin.number, table, column }, [...seen, origin.table]),
        ),
    ];
  };
  return new Map(
    [...views].map(([view, origins]) => [view, origins.flatMap((origin) => follow(origin, [view]))]),
  );
}

/** The rows with the same key together, in their order. */
export function grouped<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
): [first: Row, ...others: Row[]][] {
  const groups = new Map<string | number, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups.values()];
}

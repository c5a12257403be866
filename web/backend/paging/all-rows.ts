/** Fewer than the API's `max_rows`, which would end a page without a word. */
const allAtOnce = 500;

/** All rows of a list, however many: calls `load` with the size of a page and the last known row until a page is short. */
export async function allRows<Row>(
  load: (size: number, after: Row | null) => Promise<readonly Row[]>,
  size = allAtOnce,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await load(size, rows.at(-1) ?? null);
    rows.push(...page);
    if (page.length < size) return rows;
  }
}

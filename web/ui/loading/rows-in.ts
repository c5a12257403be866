/** How many rows an answer has: null, a list, a page of a list with its total, or pages. Undefined for any other answer. */
export function rowsIn(data: unknown): number | undefined {
  if (data === null) return 0;
  if (Array.isArray(data)) return totalOf(data[0], "total_count") ?? data.length;
  const pages: unknown = Reflect.get(Object(data), "pages");
  if (Array.isArray(pages)) return pages.reduce<number>((sum, page) => sum + (rowsIn(page) ?? 0), 0);
  return totalOf(data, "total");
}

function totalOf(row: unknown, name: string): number | undefined {
  const total: unknown = Reflect.get(Object(row), name);
  return typeof total === "number" ? total : undefined;
}

/** The Range header (`0-9`, `10-`), an older form of limit and offset. */
import { lowerAboveUpper } from "../errors.ts";

export interface RowRange {
  offset: number;
  limit: number | null;
}

/** Null if there is no range of rows. Throws RestError PGRST103 (416). */
export function parseRange(header: string | null): RowRange | null {
  const [, first, last] = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? "") ?? [];
  if (first === undefined) return null;
  const offset = Number(first);
  if (last === undefined) return { offset, limit: null };
  if (Number(last) < offset) throw lowerAboveUpper();
  return { offset, limit: Number(last) - offset + 1 };
}

/** Combines two ranges: the later start and the earlier end. */
export function intersect(a: RowRange, b: RowRange | null): RowRange {
  if (!b) return a;
  const offset = Math.max(a.offset, b.offset);
  const ends = [a, b].flatMap((range) => (range.limit === null ? [] : [range.offset + range.limit]));
  return { offset, limit: ends.length === 0 ? null : Math.max(Math.min(...ends) - offset, 0) };
}

import type { ByteRange } from "../stores/object-store.ts";

/**
 * What `Range` (RFC 9110, section 14) asks of `size` bytes: one range, "whole" for all of it (also for what is no byte
 * range, and for several at once, which a server may ignore), or "none" when nothing lies within.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | "whole" | "none" {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return "whole"; // not a range at all, so it is ignored
  return start >= size ? "none" : { start, end };
}

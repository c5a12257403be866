import type { ByteRange } from "../stores/object-store.ts";

/**
 * Parses `Range` (RFC 9110, section 14) for `size` bytes. Returns one range, "none" if it lies outside, or "whole" for
 * everything else, including several ranges, which a server may ignore.
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
  if (last !== "" && Number(last) < start) return "whole"; // an invalid range is ignored
  return start >= size ? "none" : { start, end };
}

import { formatNumber } from "../../ui/text/format-number.ts";
import { plural } from "../../ui/text/plural.ts";

/** Said while the points of a result with many predictions are being counted; with figures if that takes long. */
export function countingWords({
  points_counted: counted,
  points_to_count: all,
}: {
  points_counted: number | null;
  points_to_count: number | null;
}): string {
  if (counted === null || all === null) return "Counting the last results…";
  return `Points are being counted: ${formatNumber(counted)} of ${plural(all, "prediction")}.`;
}

import * as words from "#words/football";
import { formatNumber } from "../../ui/text/format-number.ts";

/** Said while the points of a result with many predictions are being counted; with figures if that takes long. */
export function countingWords({
  points_counted: counted,
  points_to_count: all,
}: {
  points_counted: number | null;
  points_to_count: number | null;
}): string {
  if (counted === null || all === null) return words.countingTheLastResults;
  return words.pointsAreBeingCounted({ counted: formatNumber(counted), all });
}

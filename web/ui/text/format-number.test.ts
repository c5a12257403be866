import { expect, test } from "vitest";
import { formatNumber } from "./format-number.ts";

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [-1_234_567, "-1,234,567"],
  [1_234.5, "1,234.5"],
  [0.1 + 0.2, "0.3"],
])("formats %s as %s, like Intl for English", (value, written) => {
  expect(formatNumber(value)).toBe(written);
  expect(formatNumber(value)).toBe(value.toLocaleString("en", { maximumFractionDigits: 2 }));
});

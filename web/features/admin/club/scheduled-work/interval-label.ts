import { plural } from "../../../../ui/text/plural.ts";

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** An interval as text: "Every 15 seconds", "Every hour". */
export function intervalLabel(seconds: number): string {
  const [word, length] = units.find(([, size]) => seconds % size === 0) ?? ["second", 1];
  const count = seconds / length;
  return count === 1 ? `Every ${word}` : `Every ${plural(count, word)}`;
}

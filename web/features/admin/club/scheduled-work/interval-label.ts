import * as words from "#words/admin-club";

const units = [
  [86_400, (count: number) => words.everyDays({ count })],
  [3_600, (count: number) => words.everyHours({ count })],
  [60, (count: number) => words.everyMinutes({ count })],
] as const;

/** An interval as text: "Every 15 seconds", "Every hour". */
export function intervalLabel(seconds: number): string {
  const unit = units.find(([size]) => seconds % size === 0);
  if (unit === undefined) return words.everySeconds({ count: seconds });
  const [size, label] = unit;
  return label(seconds / size);
}

import { expect, it } from "vitest";
import { inReadingOrder } from "./reading-order.ts";

it("orders names by their letters, whatever their accents and case", () => {
  const names = ["Zidane", "Évian", "fulham", "Everton", "Eze", "Ødegaard", "Oldham"];
  expect(names.sort(inReadingOrder)).toEqual([
    "Everton",
    "Évian",
    "Eze",
    "fulham",
    "Ødegaard",
    "Oldham",
    "Zidane",
  ]);
});

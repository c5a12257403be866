import { describe, expect, it } from "vitest";
import type { WinnersToTellRow } from "../../../../backend/types/admin-rows.ts";
import { sendingInWords, winnersInWords } from "./winner-words.ts";

const row: WinnersToTellRow = {
  period_id: 1,
  label: "Matchday 1",
  league: "Premier League",
  season: "2030/31",
  winners: ["Ann"],
  winner_count: 1,
  points: 6,
  due_at: "2031-03-15T18:40:00",
  is_held: false,
  is_correction: false,
};

it.each<[Partial<WinnersToTellRow>, string]>([
  [{}, "Ann with 6 points"],
  [{ points: 1 }, "Ann with 1 point"],
  [{ winners: ["Ann", "Bob"], winner_count: 2 }, "Ann and Bob with 6 points each"],
  [{ winners: ["Ann", "Bob", "Cleo"], winner_count: 4 }, "Ann, Bob, Cleo and 1 other with 6 points each"],
  [{ is_correction: true }, "Correction: Ann now wins it with 6 points"],
  [
    { is_correction: true, winners: ["Ann", "Bob"], winner_count: 2 },
    "Correction: Ann and Bob now share it with 6 points each",
  ],
  [{ is_correction: true, winners: [], winner_count: 0, points: null }, "Correction: no winner"],
])("names the winners of %j", (change, words) => {
  expect(winnersInWords({ ...row, ...change })).toBe(words);
});

describe("when the messages are sent", () => {
  const at = (time: string) => new Date(`2031-03-15T${time}`).getTime();

  it("names the time", () => {
    expect(sendingInWords(row, at("16:40:00"))).toBe("Message: today 18:40, two hours after the last change");
  });

  it("waits for the job when the time has come", () => {
    expect(sendingInWords(row, at("18:40:00"))).toBe("Message within a minute");
  });

  it("says that they are held", () => {
    expect(sendingInWords({ ...row, is_held: true }, at("19:00:00"))).toBe(
      "Held. No message until you release or send it.",
    );
  });
});

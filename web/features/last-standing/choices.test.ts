import { expect, it } from "vitest";
import type { LastStandingRow, OwnEntry } from "../../backend/types/last-standing-rows.ts";
import { openMatchdays, usedOn } from "./choices.ts";

const team = (id: string) => ({ id, name: id, logo: null });
const match = (number: number, home: string, is_open: boolean) =>
  ({ number, home: team(home), away: team(`not ${home}`), is_open }) as LastStandingRow["matches"][number];
const day = (number: number, state: string) =>
  ({ number, state, round: `Matchday ${number}` }) as LastStandingRow["matchdays"][number];
const chosen = (number: number, id: string, is_locked: boolean) =>
  ({ number, team_id: id, is_locked }) as OwnEntry["choices"][number];
const game = {
  matchdays: [day(1, "settled"), day(2, "running"), day(3, "upcoming")],
  matches: [match(2, "Leeds", false), match(2, "Hull", true), match(3, "Leeds", true)],
} as LastStandingRow;
const entry = (...choices: OwnEntry["choices"]): OwnEntry => ({
  id: "one",
  out_number: null,
  is_out: false,
  choices,
});

it("a choice stays open until the lock of its match", () => {
  const openIn = (choices: OwnEntry["choices"]) =>
    openMatchdays(game, entry(...choices)).map(({ day: { number }, isOpen }) => [number, isOpen]);
  expect(openIn([])).toEqual([
    [2, true],
    [3, true],
  ]);
  expect(openIn([chosen(2, "Hull", false)])).toEqual([
    [2, true],
    [3, true],
  ]);
  expect(openIn([chosen(2, "Leeds", true)])).toEqual([
    [2, false],
    [3, true],
  ]);
});

it("a team is used by the choice of another matchday only", () => {
  const mine = entry(chosen(1, "Leeds", true), chosen(3, "Hull", false));
  const [, second = day(2, "running"), third = day(3, "upcoming")] = game.matchdays;
  expect(usedOn(team("Leeds"), third, mine, game.matchdays)).toBe("Matchday 1");
  expect(usedOn(team("Hull"), second, mine, game.matchdays)).toBe("Matchday 3");
  expect(usedOn(team("Hull"), third, mine, game.matchdays)).toBeNull();
});

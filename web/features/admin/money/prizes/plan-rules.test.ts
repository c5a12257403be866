import { describe, expect, it } from "vitest";
import type { PrizesRow } from "../../../../backend/types/prize-rows.ts";
import {
  type LineValues,
  nextLine,
  openedPlan,
  planArguments,
  problemWithPlan,
  sumsOf,
} from "./plan-rules.ts";

const first: LineValues = { kind: "overall", competitionId: null, place: 1, pays: 60, isPercent: true };
const round: LineValues = {
  kind: "matchday",
  competitionId: "fa_cup",
  place: 1,
  pays: 100,
  isPercent: false,
};
const cup: LineValues = { kind: "cup", competitionId: null, place: 1, pays: 500, isPercent: false };
const plan = { fund: 1000, lines: [first, round, cup] };

const club = {
  plan_id: "1",
  fund_rs: 1000,
  ended_at: null,
  lines: [{ kind: "overall", competition_id: null, place: 1, amount_rs: null, percent: 60, pays_rs: 600 }],
} as unknown as PrizesRow;

describe("a plan of prizes", () => {
  it("is edited and saved as it is stored", () => {
    const { values, seen } = openedPlan(club);
    expect(values).toEqual({ fund: 1000, lines: [first] });
    expect(planArguments(values)).toEqual({ _fund_rs: seen.fund_rs, _lines: seen.lines });
  });

  it("that has ended is a proposal for the next one", () => {
    const { values, seen } = openedPlan({ ...club, ended_at: "2030-01-01T00:00:00Z" });
    expect(values.lines).toEqual([first]);
    expect(seen).toEqual({ fund_rs: null, lines: [] });
  });

  it("has no fund unless one is entered", () => {
    expect(planArguments({ fund: Number.NaN, lines: [cup] })._fund_rs).toBeNull();
  });

  it("adds up percentages, what is paid once, and what each matchday pays", () => {
    expect(sumsOf(plan)).toEqual({ percent: 60, once: 500, eachMatchday: 100 });
    expect(sumsOf({ fund: 1000, lines: [{ ...cup, pays: Number.NaN }] }).once).toBe(0);
  });

  it("goes on with the next place", () => {
    expect(nextLine([])).toMatchObject({ kind: "overall", place: 1 });
    expect(nextLine([cup])).toMatchObject({ kind: "cup", place: 2, isPercent: false });
    expect(nextLine([{ ...cup, place: 20 }]).place).toBe(20);
  });

  it.each([
    ["is valid", plan, false],
    ["is valid without lines", { fund: Number.NaN, lines: [] }, false],
    ["needs a fund for percentages", { ...plan, fund: Number.NaN }, true],
    ["has a fund of at least a rupee", { ...plan, fund: 0 }, true],
    ["pays a place once", { ...plan, lines: [first, { ...first, pays: 5 }] }, true],
    ["has 20 places", { ...plan, lines: [{ ...first, place: 21 }] }, true],
    ["pays at most 100 per cent", { ...plan, lines: [{ ...first, pays: 101 }] }, true],
    ["pays whole rupees", { ...plan, lines: [{ ...cup, pays: 1.5 }] }, true],
  ])("%s", (_, values, isRefused) => {
    expect(problemWithPlan(values) !== null).toBe(isRefused);
  });
});

import { expect, it } from "vitest";
import type { DivisionFixtureRow } from "../../backend/types/division-rows.ts";
import { basisOf } from "../../football/ties/tie-state.ts";
import { ownTies, verdictOf } from "./ties.ts";

const now = Date.parse("2026-11-28T12:00:00Z");
const fixture: DivisionFixtureRow = {
  number: 3,
  round: "Matchday 3",
  state: "running",
  matches: 10,
  matches_completed: 9,
  starts_at: "2026-11-28T12:30:00Z",
  settles_at: "2026-12-07T10:00:00Z",
  first_id: "amina",
  first_name: "Amina Khan",
  first_points: 7,
  second_id: "bruno",
  second_name: "Bruno Evans",
  second_points: 4,
};

const verdicts = (change: Partial<DivisionFixtureRow>) =>
  ["amina", "bruno"].map((member) => ownTies([{ ...fixture, ...change }], member).map(verdictOf)[0]);

it("shows a tie from the side of each member, and to no other", () => {
  expect(ownTies([fixture], "bruno")).toMatchObject([
    { mine: 4, theirs: 7, opponent: { id: "amina", name: "Amina Khan" } },
  ]);
  expect(ownTies([fixture], "cara")).toEqual([]);
});

it.each<[what: string, change: Partial<DivisionFixtureRow>, verdicts: [string, string]]>([
  ["a running tie", {}, ["You lead as it stands.", "Amina Khan leads as it stands."]],
  ["a level one", { second_points: 7 }, ["Level as it stands.", "Level as it stands."]],
  ["one without a result", { matches_completed: 0 }, ["No match is over yet.", "No match is over yet."]],
  ["one that is over", { state: "over" }, ["You won.", "Amina Khan won."]],
  [
    "one that ended level",
    { state: "settled", second_points: 7 },
    ["The tie ended level.", "The tie ended level."],
  ],
])("says who leads or has won: %s", (_, change, expected) => {
  expect(verdicts(change)).toEqual(expected);
});

it("says why nobody won a matchday without matches, and one that was not played", () => {
  const nothing = { matches: 0, matches_completed: 0, first_points: 0, second_points: 0 };
  expect(verdicts({ state: "over", ...nothing })[0]).toMatch(/^All matches of this matchday are cancelled/);
  const dropped = { state: "dropped", first_points: null, second_points: null } as const;
  expect(verdicts(dropped)[0]).toBe("The divisions ended before this matchday.");
});

it("names a ghost", () => {
  const [tie] = ownTies(
    [{ ...fixture, second_id: null, second_name: null, second_points: 0, first_points: 0 }],
    "amina",
  );
  expect(tie?.opponent).toBeNull();
  expect(tie && verdictOf({ ...tie, state: "over", theirs: 1 })).toBe("Ghost won.");
});

it("says on how many matches a tie stands, and when it is final", () => {
  const basis = (change: Partial<DivisionFixtureRow>) =>
    ownTies([{ ...fixture, ...change }], "amina").map((tie) => basisOf(tie, now))[0];
  expect(basis({})).toMatch(/^On 9 of 10 matches\. Final at the latest Mon 7 Dec, \d\d:\d\d, with/);
  expect(basis({ state: "over", matches_completed: 10 })).toMatch(
    /^Corrections of results count until Mon 7 Dec/,
  );
  expect(basis({ state: "settled" })).toBe("On 9 of 10 matches.");
  expect(basis({ state: "settled", matches_completed: 10 })).toBe("");
  expect(basis({ state: "upcoming" })).toMatch(/^The first match locks today \d\d:\d\d\.$/);
});

import { expect, it } from "vitest";
import { aMatch } from "../../../../backend/types/match-row.fixture.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { canEnter, type Draft, draftsAfter, resultsOf } from "./result-rules.ts";

const now = Date.parse("2000-01-01T18:00:00Z");

const match = (
  id: string,
  status: MatchRow["status"],
  hoursAgo: number,
  [home_score, away_score]: [number, number] | [null, null] = [null, null],
): MatchRow => aMatch(now - hoursAgo * 3_600_000, { id, status, home_score, away_score });

const drafts = (...typed: [string, Draft][]) => new Map(typed);
const over = match("over", "live", 3);

it("saves both scores of a match that awaits its result, typed or running", () => {
  expect(resultsOf([over], drafts(["over", { home: 2, away: 0, isFinal: false }]), now)).toEqual([
    {
      id: "over",
      home_score: 2,
      away_score: 0,
      seen: { is_completed: false, home_score: null, away_score: null },
    },
  ]);
  expect(resultsOf([match("over", "live", 3, [1, 1])], drafts(), now)).toHaveLength(1);
});

it("saves a score with what was saved when the organiser began to type", () => {
  const seen = { is_completed: true, home_score: 1, away_score: 0 };
  const typed = drafts(["done", { home: 2, away: 0, isFinal: false, seen }]);
  expect(resultsOf([match("done", "completed", 3, [3, 0])], typed, now)).toEqual([
    { id: "done", home_score: 2, away_score: 0, seen },
  ]);
});

it("keeps the scores of other matches, and those typed while results were being saved", () => {
  const none = { is_completed: false, home_score: null, away_score: null };
  const sent = ["saved", "typed meanwhile"].map((id) => ({ id, home_score: 2, away_score: 0, seen: none }));
  const half: Draft = { home: 1, away: null, isFinal: false, seen: none };
  const typed: Draft = { home: 2, away: 1, isFinal: false, seen: none };
  const before = drafts(
    ["saved", { home: 2, away: 0, isFinal: false, seen: none }],
    ["typed meanwhile", typed],
    ["other", half],
  );
  expect([...draftsAfter(sent, before)]).toEqual([
    ["typed meanwhile", { ...typed, seen: { is_completed: true, home_score: 2, away_score: 0 } }],
    ["other", half],
  ]);
});

it("does not save a score with one side missing", () => {
  expect(resultsOf([over], drafts(["over", { home: 2, away: null, isFinal: false }]), now)).toEqual([]);
});

it("saves the score of a live match only if it has ended", () => {
  const live = match("live", "live", 1, [1, 0]);
  expect(resultsOf([live], drafts(["live", { home: 2, away: 0, isFinal: false }]), now)).toEqual([]);
  expect(resultsOf([live], drafts(["live", { home: 2, away: 0, isFinal: true }]), now)).toHaveLength(1);
});

it("saves a completed match only with another score", () => {
  const completed = match("done", "completed", 3, [1, 0]);
  expect(resultsOf([completed], drafts(["done", { home: 1, away: 0, isFinal: false }]), now)).toEqual([]);
  expect(resultsOf([completed], drafts(["done", { home: 0, away: 0, isFinal: false }]), now)).toHaveLength(1);
});

it("accepts no result before the kick-off or after a cancellation", () => {
  const states = [match("a", "upcoming", -1), match("b", "upcoming", 0), match("c", "cancelled", 3)];
  expect(states.map((state) => canEnter(state, now))).toEqual([false, true, false]);
});

import { describe, expect, it } from "vitest";
import { aMatch } from "../../../backend/types/match-row.fixture.ts";
import type { Phase } from "../saving/prediction-state.ts";
import { actionOf, firstPlace, type PickState, pickState, placeAt, placeOf } from "./round-states.ts";

const lock = Date.parse("2031-03-15T15:00:00Z");
const has = (...ids: string[]) => new Set(ids);

describe("pickState", () => {
  const match = aMatch(lock, { id: "m" });

  it.each<[PickState, string, Set<string>, Set<string>, number]>([
    ["to-go", "without a prediction", has(), has(), lock - 1],
    ["saved", "with one that the server has", has("m"), has(), lock - 1],
    ["kept", "with one that only the device has", has(), has("m"), lock - 1],
    ["kept", "with a change that only the device has", has("m"), has("m"), lock - 1],
    ["missed", "after the lock without a prediction", has(), has(), lock],
    ["missed", "after the lock with one that only the device has", has(), has("m"), lock],
    ["saved", "after the lock with one that the server has", has("m"), has("m"), lock],
    ["to-go", "with predictions of other matches", has("n"), has("o"), lock - 1],
  ])("is %s %s", (state, _, predictions, unsaved, now) => {
    expect(pickState(match, { predictions, unsaved }, now)).toBe(state);
  });
});

describe("the place in the round", () => {
  const round = ["a", "b", "c", "d"];
  const first = firstPlace(round, { predictions: has("a", "c"), unsaved: has() });

  it("begins at the first match without a prediction, of those that the server has none of", () => {
    expect(first).toEqual({ deck: ["b", "d"], at: 0 });
    expect(firstPlace(round, { predictions: has("a"), unsaved: has("b") })).toEqual({
      deck: ["b", "c", "d"],
      at: 1,
    });
  });

  it.each([
    ["the server", has(...round), has()],
    ["the server and the device", has("a", "b", "c"), has("d")],
  ])("is the list if %s has every prediction", (_, predictions, unsaved) => {
    expect(firstPlace(round, { predictions, unsaved }).at).toBeNull();
  });

  it("ends with the list, and stays at the first match", () => {
    expect(placeAt(first, 1).at).toBe(1);
    expect(placeAt(first, 2).at).toBeNull();
    expect(placeAt(first, -1).at).toBe(0);
  });

  it("keeps the deck for its own matches, and takes the whole round for others", () => {
    expect(placeOf(first, round, "d")).toEqual({ deck: ["b", "d"], at: 1 });
    expect(placeOf(first, round, "c")).toEqual({ deck: round, at: 2 });
  });
});

describe("actionOf", () => {
  const empty = { home: null, away: null };
  const whole = { home: 2, away: 0 };
  it.each<[string, Phase, typeof whole | typeof empty, string]>([
    ["skip", { kind: "resting" }, empty, "without scores"],
    ["next", { kind: "resting" }, whole, "with a saved prediction"],
    ["save", { kind: "waiting" }, whole, "with a changed one"],
    ["saving", { kind: "saving", sent: whole }, whole, "while it is sent"],
    ["next", { kind: "failed", why: "connection" }, whole, "without a connection"],
    ["retry", { kind: "failed", why: "server" }, whole, "when the server does not respond"],
    ["sign-in", { kind: "failed", why: "session" }, whole, "when the session has ended"],
    ["skip", { kind: "refused", reason: "" }, empty, "after a refusal"],
    ["skip", { kind: "invalid", problem: "" }, whole, "with something that is not a score"],
  ])("is %s %4$s", (action, phase, draft) => {
    expect(actionOf({ draft, phase, saved: null })).toBe(action);
  });

  it("is skip with one score of two", () => {
    expect(actionOf({ draft: { home: 1, away: null }, phase: { kind: "resting" }, saved: null })).toBe(
      "skip",
    );
  });
});

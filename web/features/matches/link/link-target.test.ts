import { describe, expect, it } from "vitest";
import { matchPath, nextMatch } from "../../../paths.ts";
import { linkTarget } from "./link-target.ts";

const mine = [{ id: "first" }, { id: "second" }, { id: "third" }];

describe("the address of a match", () => {
  it.each([
    ["a match", matchPath("second"), "/matches?match=second"],
    ["the next match", matchPath(nextMatch), "/matches?match=next"],
    ["the next of a competition", matchPath(nextMatch, "fa_cup"), "/matches?competition=fa_cup&match=next"],
  ])("of %s is %s", (_, path, address) => expect(path).toBe(address));
});

describe("linkTarget", () => {
  it.each([
    ["a predicted match", "first", ["first"], "first"],
    ["a match that is not among the player's", "fourth", [], "fourth"],
    ["the first match to predict", nextMatch, [], "first"],
    ["the first that is not predicted", nextMatch, ["first", "third"], "second"],
    ["the first of all after the last prediction", nextMatch, ["first", "second", "third"], "first"],
  ])("leads to %s", (_, wanted, predicted, found) => {
    expect(linkTarget(wanted, mine, new Map(predicted.map((id) => [id, true])))).toBe(found);
  });

  it("leads nowhere without an open match", () => {
    expect(linkTarget(nextMatch, [], new Map())).toBeNull();
  });
});

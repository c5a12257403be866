import { expect, it } from "vitest";
import * as english from "../../../words/generated/en/football.ts";
import * as french from "../../../words/generated/fr/football.ts";
import * as kreol from "../../../words/generated/mfe/football.ts";
import { roundIn } from "../../../words/messages/round-name.ts";

it.each([
  ["Matchday 2", "Journée 2", "Zourne 2"],
  ["Playoffs, Matchday 1", "Barrages, Journée 1", "Baraz, Zourne 1"],
  ["24. Round", "Tour 24", "Tour 24"],
  ["Finals, Round of 16", "Phase finale, Huitièmes de finale", "Faz final, Tour 16 lekip"],
  ["Round of 12", "Tour à 12 équipes", "Tour 12 lekip"],
  ["Quarter finals", "Quarts de finale", "Kar-de-final"],
  ["Quarterfinals", "Quarts de finale", "Kar-de-final"],
  ["Semi-final", "Demi-finales", "Demi-final"],
  ["Third Round Proper", "Troisième tour", "Trwaziem tour"],
  ["Group B", "Groupe B", "Group B"],
  ["The Boxing Day round, 2", "The Boxing Day round, 2", "The Boxing Day round, 2"],
])("%s is %s in French and %s in Kreol", (round, inFrench, inKreol) => {
  expect([roundIn(french, round), roundIn(kreol, round)]).toEqual([inFrench, inKreol]);
});

it("has a name in each language for each round that has one", () => {
  const count = (words: { roundNames: string }) => words.roundNames.split("|").length;
  expect([count(french), count(kreol)]).toEqual([count(english), count(english)]);
  for (const name of english.roundNames.split("|")) expect(roundIn(english, name)).toBe(name);
});

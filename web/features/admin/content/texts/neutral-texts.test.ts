import { expect, it } from "vitest";
import { textKinds } from "../../../../backend/types/notices.ts";
import { blocksOf } from "../../../../ui/text/written-blocks.ts";
import { neutralText } from "./neutral-texts.ts";

const facts = { club: "Rose Hill Predictors", entry: undefined, contact: "", age: undefined };

it.each(textKinds)("has a text for %s that names the club, and no gap without contact and age", (kind) => {
  const text = neutralText(kind, facts);
  expect(text).toContain("Rose Hill Predictors");
  expect(text).not.toMatch(/undefined|null|\n{3}/);
  expect(blocksOf(text).filter((block) => block.kind === "heading").length).toBeGreaterThan(1);
});

it.each(textKinds)("ends %s with the contact", (kind) => {
  expect(neutralText(kind, { ...facts, contact: "hello@club.example" })).toMatch(/hello@club\.example\W*$/);
});

it("says in the prize rules whether taking part is free, if the club says it", () => {
  const entry = (value: "free" | "code" | undefined) =>
    neutralText("prize_rules", { ...facts, entry: value }).match(/is free|be bought/)?.[0];
  expect([entry("free"), entry("code"), entry(undefined)]).toEqual(["is free", "be bought", undefined]);
});

it("names the age in the terms and the prize rules, not in the privacy notice", () => {
  const names = textKinds.map((kind) => neutralText(kind, { ...facts, age: 21 }).includes("21"));
  expect(names).toEqual([true, false, true]);
});

import { describe, expect, it } from "vitest";
import { matchesWords, namePatterns } from "./name-patterns.ts";

describe("matchesWords", () => {
  it.each([
    ["zoe", "Zoë Ramgoolam"],
    ["ZOË", "zoe ramgoolam"],
    ["emile app", "Émile Appadoo"],
    [" app  emile ", "Émile Appadoo"],
    ["soren lukasz", "Søren Łukasz"],
    ["O'Brien", "Em O'Brien"],
    ["", "Anyone"],
    ["Мария", "мария"],
  ])("finds %j in %j", (words, name) => expect(matchesWords(name, words)).toBe(true));

  it.each([
    ["emile zoe", "Émile Appadoo"],
    [".*", "Zoë"],
    ["[", "Zoë"],
    ["zö", "Zxë"],
  ])("does not find %j in %j", (words, name) => expect(matchesWords(name, words)).toBe(false));
});

describe("namePatterns", () => {
  it("escapes what is special in a regular expression", () => {
    expect(namePatterns("1.5* (2)")).toEqual(["1\\.5\\*", "\\(2\\)"]);
  });

  it("keeps a long search within the length of an address", () => {
    expect(encodeURIComponent(namePatterns("e".repeat(1000)).join("")).length).toBeLessThan(8000);
  });
});

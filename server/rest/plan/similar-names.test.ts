import { expect, it } from "vitest";
import { MIN_NAME_SIMILARITY, MIN_SIMILARITY, mostSimilar, mostSimilarOther } from "./similar-names.ts";

// The examples of PostgREST's Error.hs.
it.each([
  ["testt", ["test", "another"], "test"],
  ["projectx", ["projects"], "projects"],
  ["projecxx", ["projects"], "projects"],
  ["projxxxx", ["projects"], null],
  ["other", ["test", "another"], null],
  ["noclosealternative", ["test", "another"], null],
])("suggests for %s among %s the name %s", (name, known, meant) => {
  expect(mostSimilar(name, known, MIN_NAME_SIMILARITY)).toBe(meant);
});

it.each([
  ["(nam, pqaram, vall)", "(name, param, val)"],
  ["(param, val)", "(name, param, val)"],
  ["(attrs, id)", "(attr, id)"],
  ["(id)", "(attr, id)"],
  ["(noclosealternative)", null],
])("suggests for the arguments %s the arguments %s", (given, meant) => {
  expect(mostSimilar(given, ["(name, param, val)", "(attr, id)"], MIN_SIMILARITY)).toBe(meant);
});

it("never suggests the name itself", () => {
  const known = ["directors", "roles", "actors"];
  expect(mostSimilarOther("role", known, MIN_SIMILARITY)).toBe("roles");
  expect(mostSimilarOther("actors", known, MIN_SIMILARITY)).toBeNull();
});

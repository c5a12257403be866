/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like templates */
import ts from "typescript";
import { expect, test } from "vitest";
import * as english from "../../../words/generated/en/language.ts";
import * as french from "../../../words/generated/fr/language.ts";
import * as kreol from "../../../words/generated/mfe/language.ts";
import { type Language, languages } from "../../../words/languages.ts";
import { RULES } from "../../../words/rules.ts";
import { compileMessage, parseMessage, signatureOf } from "./compile-message.ts";
import { withElisions, withoutBreaks } from "./generated-words.ts";
import { dueTranslations, outdatedFiles, poFile } from "./translators-files.ts";

const IN = { en: english, fr: french, mfe: kreol };

const sourceOf = (text: string, english = text) => {
  const signature = signatureOf(parseMessage(english, "a message"), "a message");
  return compileMessage("text", parseMessage(text, "a message"), signature);
};

/** What the generated code of a message writes with these arguments. */
function written(text: string, given?: object, language: Language = "en"): unknown {
  const code = ts.transpile(
    withElisions(language, sourceOf(text)).replace("export const text", "const text"),
    {
      target: ts.ScriptTarget.ES2023,
    },
  );
  const rules = RULES.map((name) => Reflect.get(IN[language], name));
  const made: unknown = new Function(...RULES, `${code}; return text;`)(...rules);
  return typeof made === "function" ? made(given) : made;
}

test("the translators' files are current (npm run words writes them)", () => {
  expect(outdatedFiles()).toEqual([]);
});

test("every message is translated, and no translation is older than its English text", () => {
  expect(dueTranslations()).toEqual([]);
});

test("French punctuation stays on the line of its word, however a translator has typed the space", () => {
  const text = "Clôture : « {name} » à 63 % ; prêt ? Oui !";
  expect(withoutBreaks("fr", text).match(/\u00a0/g)).toHaveLength(7);
  expect(withoutBreaks("fr", text).replaceAll("\u00a0", " ")).toBe(text);
  expect(withoutBreaks("en", text)).toBe(text);
});

test("French words lose their last letter before a name with a vowel, and before no number or h", () => {
  const teams = ["Everton", "Évian", "Hull City", "Leeds", 8];
  expect(teams.map((team) => written("Score de {team}", { team }, "fr"))).toEqual([
    "Score d’Everton",
    "Score d’Évian",
    "Score de Hull City",
    "Score de Leeds",
    "Score de 8",
  ]);
  expect(written("annonce que {match} est reporté", { match: "Everton – Hull" }, "fr")).toBe(
    "annonce qu’Everton – Hull est reporté",
  );
  expect(written("Score de {team}", { team: "Everton" }, "mfe")).toBe("Score de Everton");
});

test("a message without arguments is a constant, with any characters", () => {
  expect(sourceOf("Kick-off")).toBe('export const text: string = "Kick-off";');
  expect(written("A \"quote\", a `tick`, \\ and $'{'x'}'")).toBe('A "quote", a `tick`, \\ and ${x}');
  expect(written("`$'{' {name} '}'\\n`", { name: "Ann" })).toBe("`${ Ann }\\n`");
});

test("a message of two lines is one line of code", () => {
  expect(sourceOf("{name}\nat {site}")).not.toContain("\n");
  expect(written("{name}\nat {site}", { name: "Ann", site: "x" })).toBe("Ann\nat x");
});

test("plurals follow the language, exact numbers come first, and # is written as the language writes numbers", () => {
  const points = "{count, plural, =0 {no points} one {# point} other {# points}}";
  expect([0, 1, 2, 1_234].map((count) => written(points, { count }))).toEqual([
    "no points",
    "1 point",
    "2 points",
    "1,234 points",
  ]);
  const french = "{count, plural, one {# but} other {# buts}}";
  expect([0, 1, 2].map((count) => written(french, { count }, "fr"))).toEqual(["0 but", "1 but", "2 buts"]);
  const places = "{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}";
  expect([1, 2, 3, 4, 11, 22].map((place) => written(places, { place }))).toEqual(
    "1st 2nd 3rd 4th 11th 22nd".split(" "),
  );
  const others = "{count, plural, offset:1 =1 {you} other {you and # others}}";
  expect([1, 3].map((count) => written(others, { count }))).toEqual(["you", "you and 2 others"]);
});

test.each(languages)("numbers in %s are written as Intl writes them", (language) => {
  const { number, locale } = IN[language];
  for (const value of [0, 999, 1_000, -1_234_567, 1_234.5, 0.1 + 0.2])
    expect(number(value)).toBe(value.toLocaleString(locale, { maximumFractionDigits: 2 }));
  for (const value of [2, 1.5, 12_345.678])
    expect(number(value, 2)).toBe(
      value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    );
});

test.each(languages)("one is in %s what it is for Intl", (language) => {
  const { isOne, locale } = IN[language];
  const rules = new Intl.PluralRules(locale);
  for (const count of [...Array.from({ length: 2_000 }, (_, number) => number), -1, -2, 1_000_000])
    expect(isOne(count), String(count)).toBe(rules.select(count) === "one");
});

test("select writes the case of its argument, also inside a plural", () => {
  const text = "{kind, select, win {won {n, plural, one {# match} other {# matches}}} other {lost}}";
  const inCase = (kind: string) => written(text, { kind, n: 2 });
  expect(["win", "other", "draw"].map(inCase)).toEqual(["won 2 matches", "lost", "lost"]);
});

test("a message with tags is an array of texts and of what the tags return", () => {
  const b = (text: string) => ({ bold: text });
  expect(written("<b>{name}</b> invites you", { name: "Ann", b })).toEqual([{ bold: "Ann" }, " invites you"]);
});

test("a translation has the arguments and the type of the English text, and may leave some out", () => {
  expect(sourceOf("Bonjour", "Hello {name}")).toBe(
    'export const text = (_: { name: Word }): string => "Bonjour";',
  );
});

test.each([
  ["{", "EXPECT_ARGUMENT_CLOSING_BRACE"],
  ["{count, plural, one {x}}", "MISSING_OTHER_CLAUSE"],
  ["{at, date}", "dates and formatted numbers"],
  ["{n, plural, other {<b>x</b>}}", "a tag is not inside"],
  ["Le club d'{name}", "write ’ before an argument"],
])("refuses %j with the place", (text, reason) => {
  expect(() => sourceOf(text)).toThrow(reason);
});

test("a changed English text marks its translation fuzzy, a new one adds an empty one, a deleted one is gone", () => {
  const english = [
    { key: "kept", text: "Kept" },
    { key: "changed", text: "Changed now" },
    { key: "added", text: "Added" },
  ];
  const translated = (of: string, text: string) => ({ english: of, text, isFuzzy: false });
  const known = new Map([
    ["kept", translated("Kept", "Gardé")],
    ["changed", translated("Changed", "Changé")],
    ["deleted", translated("Deleted", "Supprimé")],
  ]);
  expect(
    poFile("fr", english, known)
      .split("\n\n")
      .slice(1)
      .map((entry) => entry.trim()),
  ).toEqual([
    'msgctxt "kept"\nmsgid "Kept"\nmsgstr "Gardé"',
    '#, fuzzy\nmsgctxt "changed"\nmsgid "Changed now"\nmsgstr "Changé"',
    'msgctxt "added"\nmsgid "Added"\nmsgstr ""',
  ]);
});

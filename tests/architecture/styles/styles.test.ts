/** The rules of web/ui/README.md for styles. Each rule also finds a planted violation. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  classesOfSeveralFeatures,
  foreignStylesheets,
  type Sources,
  undefinedClasses,
  unreadableClasses,
  unusedClasses,
} from "./class-names.ts";
import { rawColours } from "./raw-colours.ts";
import { anySiblings } from "./sibling-selectors.ts";

/** Files with colours as values, with the reason. */
const COLOUR_FILES: Readonly<Record<string, string>> = {
  "web/ui/styles/tokens.css": "the tokens",
  "web/features/groups/group-colours.ts": "the groups' colours are data",
  "web/index.html": "the browser reads theme-color before any stylesheet",
};

const web: Sources = Object.fromEntries(
  readdirSync("web", { recursive: true, encoding: "utf8" })
    .map((file) => `web/${file.replaceAll("\\", "/")}`)
    .filter((file) => /\.(tsx?|js|css|html)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => [file, readFileSync(file, "utf8")]),
);

/** A project of two features and the shared folders that breaks no rule. */
const orderly: Sources = {
  "web/ui/button.tsx": 'export const Button = ({ className = "btn" }) => <button className={className} />;',
  "web/ui/styles/controls.css": ".btn { color: var(--ink); }",
  "web/features/home/home.tsx":
    'import "./home.css"; const home = <p className={open ? "cover" : undefined} />;',
  "web/features/home/home.css": ".cover .btn:hover { background: transparent; }",
  "web/features/matches/card.tsx": `const card = <p className={\`card \${wide ? "wide" : ""}\`} />;`,
  "web/features/matches/card.css":
    '@media (width > 9em) { .card.wide[data-x=".y"] { border-color: currentColor; } }',
};

/** The orderly project with one file added. */
const planted = (file: string, code: string): Sources => ({ ...orderly, [file]: code });

describe("a stylesheet", () => {
  it.each([
    ["web/ui/a.css", "p { color: oklch(0.3 0.07 156); }", "oklch(0.3 0.07 156)"],
    ["web/ui/a.css", "p { border: 1px solid #fff8; }", "#fff8"],
    ["web/ui/a.css", "p { --edge: rgb(0 0 0 / 10%); }", "rgb(0 0 0 / 10%)"],
    ["web/ui/a.css", "p { background: linear-gradient(var(--red), white); }", "white"],
    ["web/ui/a.tsx", 'const a = <path fill="#c8102e" />;', "#c8102e"],
    ["web/ui/a.tsx", 'const a = <p style={{ color: "tomato" }} />;', "tomato"],
    ["web/ui/a.ts", 'export const edge = "hsl(0 0% 50%)";', "hsl(0 0% 50%)"],
    ["web/a.html", '<meta name="theme-color" content="#004425">', "#004425"],
  ])("in %s with the raw colour of %s is found", (file, code, colour) => {
    expect(rawColours(planted(file, code), {})).toEqual([`${file}: ${colour}`]);
  });

  it("may use tokens, transparent and currentColor", () => {
    expect(rawColours(orderly, {})).toEqual([]);
  });

  it("takes its colours from tokens.css", () => {
    expect(rawColours(web, COLOUR_FILES)).toEqual([]);
  });

  it("is an exception only where a colour is written as a value", () => {
    const unneeded = Object.keys(COLOUR_FILES).filter(
      (file) => rawColours({ [file]: web[file] ?? "" }, {}).length === 0,
    );
    expect(unneeded).toEqual([]);
  });

  it.each([
    ".text > * + *",
    "li + li",
    ".list { & div ~ .row { margin: 0; } }",
    ".a:not(p + p)",
    "td+td",
    "input:checked + span",
  ])("with the siblings %s is found", (selector) => {
    const css = selector.includes("{") ? selector : `${selector} { margin: 0; }`;
    expect(anySiblings(planted("web/ui/a.css", css))).toHaveLength(1);
  });

  it("names siblings by a class or an attribute", () => {
    const css =
      ".a + p, [type=radio]:checked + span, [open] ~ p, tr:has(+ .cut-row), i:nth-child(n + 4), .a > .b-c ~ * { margin: 0; }";
    expect(anySiblings(planted("web/ui/a.css", css))).toEqual([]);
    expect(anySiblings(web)).toEqual([]);
  });

  it.each([
    ["web/features/matches/list.tsx", 'import "../home/home.css";', "web/features/home/home.css"],
    ["web/features/matches/list.css", '@import "../home/home.css";', "web/features/home/home.css"],
    ["web/ui/list.tsx", 'import "../features/home/home.css";', "web/features/home/home.css"],
  ])("that %s takes from another feature is found", (file, code, stylesheet) => {
    expect(foreignStylesheets(planted(file, code))).toEqual([`${file}: ${stylesheet}`]);
  });

  it("is imported in its own feature, or from a shared folder", () => {
    expect(foreignStylesheets(orderly)).toEqual([]);
    expect(foreignStylesheets(web)).toEqual([]);
  });
});

describe("a class", () => {
  it.each([
    ["web/features/home/aside.tsx", 'const aside = <p className="aside" />;', "aside"],
    ["web/features/home/aside.tsx", 'const aside = <p className="card" />;', "card"],
    ["web/ui/aside.tsx", 'const aside = <p className="cover" />;', "cover"],
    ["web/ui/aside.tsx", 'const kindClasses = { a: "btn", b: "cover" };', "cover"],
    ["web/ui/aside.js", 'row.className = "cover";', "cover"],
    ["web/ui/aside.js", "row.innerHTML = '<p class=\"cover\"></p>';", "cover"],
  ])("of %s that no stylesheet within reach defines is found", (file, code, name) => {
    expect(undefinedClasses(planted(file, code))).toEqual([`${file}: ${name}`]);
  });

  it("is defined in its own feature or in a shared folder", () => {
    expect(undefinedClasses(orderly)).toEqual([]);
    expect(undefinedClasses(web)).toEqual([]);
  });

  it.each([
    ["web/ui/styles/old.css", ".old { color: inherit; }", "old"],
    ["web/features/home/old.css", "@media print { .cover:has(.old) { color: inherit; } }", "old"],
    ["web/features/home/old.css", ".cover .card { color: inherit; }", "card"],
  ])("of %s that nothing within reach uses is found", (file, code, name) => {
    expect(unusedClasses(planted(file, code))).toEqual([`${file}: ${name}`]);
  });

  it("is used", () => {
    expect(unusedClasses(orderly)).toEqual([]);
    expect(unusedClasses(web)).toEqual([]);
  });

  it("that two features define is found", () => {
    expect(classesOfSeveralFeatures(planted("web/features/home/more.css", ".card { margin: 0; }"))).toEqual([
      "card: features/matches, features/home",
    ]);
  });

  it("that features share is defined in a shared folder", () => {
    expect(classesOfSeveralFeatures(orderly)).toEqual([]);
    expect(classesOfSeveralFeatures(web)).toEqual([]);
  });

  it.each([`\`size-\${size}\``, `\`card \${kind}\``, "kindOf(row)", '"is-" + kind', "{ ...others }"])(
    "whose name is put together as %s is found",
    (expression) => {
      const code = expression.startsWith("{")
        ? `const kindClasses = ${expression};`
        : `const card = <p className={${expression}} />;`;
      expect(unreadableClasses(planted("web/ui/a.tsx", code))).toHaveLength(1);
    },
  );

  it("is written as a whole name", () => {
    expect(unreadableClasses(orderly)).toEqual([]);
    expect(unreadableClasses(web)).toEqual([]);
  });
});

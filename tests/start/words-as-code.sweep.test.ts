/** The words as code are not in git: `tools/build.mjs` writes them whenever they differ from what their sources make. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { catalogueNames } from "../../tools/generate/words/catalogues.ts";

const clone = mkdtempSync(join(tmpdir(), "scoreline-words-"));
const ENGLISH = "words/en/calendar.json";
const MODULE = "words/generated/en/calendar.ts";
const COPY = "supabase/functions/_words/generated/en/calendar.ts";

beforeAll(() => {
  for (const name of ["package-lock.json", "package.json", "tools", "words"])
    cpSync(name, join(clone, name), {
      recursive: true,
      filter: (path) => path !== join("words", "generated"),
    });
  mkdirSync(join(clone, "supabase/functions"), { recursive: true });
  symlinkSync(resolve("node_modules"), join(clone, "node_modules"));
});

afterAll(() => rmSync(clone, { recursive: true, force: true }));

const read = (path: string) => readFileSync(join(clone, path), "utf8");
const write = (path: string, text: string) => writeFileSync(join(clone, path), text);
const ensureWords = () =>
  spawnSync(process.execPath, ["tools/build.mjs", "words"], { cwd: clone, encoding: "utf8" });

it("writes every catalogue for the page, and those of the edge functions for them", () => {
  expect(ensureWords().stderr).toBe("");
  for (const language of ["en", "fr", "mfe"])
    for (const name of catalogueNames())
      expect(existsSync(join(clone, `words/generated/${language}/${name}.ts`)), name).toBe(true);
  expect(read(COPY)).toContain(read(MODULE));
});

it("writes nothing while the sources are the same", () => {
  const before = statSync(join(clone, "build/stamps/words")).mtimeMs;
  expect(ensureWords().status).toBe(0);
  expect(statSync(join(clone, "build/stamps/words")).mtimeMs).toBe(before);
});

it("follows a changed text, in English until it is translated", () => {
  write(ENGLISH, JSON.stringify({ ...(JSON.parse(read(ENGLISH)) as object), added: "Kick-off is near" }));
  expect(ensureWords().status).toBe(0);
  for (const path of [MODULE, COPY, "words/generated/fr/calendar.ts"])
    expect(read(path)).toContain('export const added: string = "Kick-off is near";');
});

it("replaces a module that was edited or deleted", () => {
  const text = read(MODULE);
  write(MODULE, "export {};");
  rmSync(join(clone, COPY));
  expect(ensureWords().status).toBe(0);
  expect(read(MODULE)).toBe(text);
  expect(read(COPY)).toContain(text);
});

it("deletes the modules of a deleted catalogue", () => {
  rmSync(join(clone, "words/en/health.json"));
  expect(ensureWords().status).toBe(0);
  expect(existsSync(join(clone, "words/generated/fr/health.ts"))).toBe(false);
});

it("ends with the place of a text that cannot be read, and writes it after its correction", () => {
  const text = read(ENGLISH);
  write(ENGLISH, text.replace("Kick-off is near", "Kick-off {"));
  const { status, stderr } = ensureWords();
  expect(status).toBe(1);
  expect(stderr).toContain("words/en/calendar: added: EXPECT_ARGUMENT_CLOSING_BRACE");
  write(ENGLISH, text);
  expect(ensureWords().status).toBe(0);
  expect(read(MODULE)).toContain("Kick-off is near");
});

/** The host's programs are built in Latin-1. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const { escapeWide }: { escapeWide: (folder: string) => void } = await import(
  new URL("../../tools/build-server.mjs", import.meta.url).href
);

it("a program in Latin-1 means the same", async () => {
  const folder = mkdtempSync(join(tmpdir(), "latin-1-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, "program.js");
  writeFileSync(
    program,
    String.raw`// café … 😀
const é = "…", ñandú = "\…", ﬁne = "\\…", both = ${"`é \\\\\\😀 …`"};
export default [é, ñandú, ﬁne, both, /^[\–-—]\n?$/.test("–"), /^😀$/u.test("😀")];`,
  );
  escapeWide(folder);
  expect(readFileSync(program, "utf8")).toMatch(/^[\0-\xff]*$/);
  const { default: values } = await import(pathToFileURL(program).href);
  expect(values).toEqual(["…", "…", "\\…", "é \\😀 …", true, true]);
});

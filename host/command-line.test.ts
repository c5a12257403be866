import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { PROGRAM } from "../server/program.ts";
import { CommandError, readCommand } from "./command-line.ts";

const dir = mkdtempSync(join(tmpdir(), "command-line-"));
writeFileSync(join(dir, "config.toml"), "[api]\nport = 4321\n");
afterAll(() => rmSync(dir, { recursive: true, force: true }));

describe("the command line", () => {
  test("serves the folder with its own port and data folder", () => {
    const environment: NodeJS.ProcessEnv = {};
    expect(readCommand(["--dir", dir], environment)).toMatchObject({ name: "start", words: [] });
    expect(environment).toMatchObject({
      SUPABASE_DIR: dir,
      DATA_DIR: join(dir, `.${PROGRAM}`),
      PORT: "4321",
      DEMO_KEYS: "loopback",
    });
  });

  test("sets a variable from its flag, which precedes the environment", () => {
    const environment: NodeJS.ProcessEnv = { PORT: "1", SITE_URL: "http://before.test" };
    readCommand(["migrate", "--dir", dir, "--port", "2", "--database-url", "postgres://x"], environment);
    expect(environment).toMatchObject({
      PORT: "2",
      DATABASE_URL: "postgres://x",
      SITE_URL: "http://before.test",
    });
  });

  test("keeps the words and flags of a command", () => {
    expect(readCommand(["keys", "rotate", "signing", "--leaked", "--dir", dir], {})).toMatchObject({
      name: "keys",
      words: ["rotate", "signing"],
      leaked: true,
    });
    expect(readCommand(["gen", "types", "--schema", "a,b", "--dir", dir], {})).toMatchObject({
      name: "gen",
      words: ["types"],
      schema: "a,b",
    });
  });

  test.each(["--help", "-h", "--version", "-v"])("needs no folder for %s", (flag) => {
    const environment: NodeJS.ProcessEnv = {};
    const { help, version } = readCommand([flag], environment);
    expect(help || version).toBe(true);
    expect(environment).toEqual({});
  });

  test.each([
    [["serve"], "There is no command serve."],
    [["--colour", "red"], "Unknown option '--colour'"],
    [["--dir", join(dir, "none")], "none does not exist: set --dir to a Supabase folder."],
  ])("refuses %j", (args, message) => {
    expect(() => readCommand(args, {})).toThrow(CommandError);
    expect(() => readCommand(args, {})).toThrow(message);
  });
});

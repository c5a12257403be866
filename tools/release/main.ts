/**
 * npm run release-backup -- TAG: builds the version of a tag (or any commit) in a copy, fills a small club with it and stores
 * the club's backup as tests/releases/VERSION.tar.gz, which every later version must be able to upgrade. Freezes the migrations.
 */
import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { recordNewFiles } from "../generate/frozen-files.ts";

const PLAYERS = "6";
const LARGEST_BYTES = 400_000;

const [tag, ...more] = process.argv.slice(2);
if (!tag || more.length > 0) {
  console.error("Usage: npm run release-backup -- TAG");
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), "scoreline-release-"));
const copy = join(folder, "program");
try {
  run(".", "git", ["worktree", "add", "--detach", copy, tag]);
  install(copy);
  const { version } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8")) as { version: string };
  const env = { DATA_DIR: join(folder, "data"), BACKUPS: "0", DEMO_PLAYERS: PLAYERS, PASSWORD_COST: "low" };
  run(copy, process.execPath, ["tools/build.mjs"]);
  run(copy, process.execPath, ["build/commands/demo.js"], env);
  const made = join(folder, "club.tar.gz");
  run(copy, process.execPath, ["build/commands/backup.js", made], env);
  const { size } = statSync(made);
  if (size > LARGEST_BYTES) throw new Error(`The backup has ${size} bytes: keep it below ${LARGEST_BYTES}.`);
  const target = resolve(`tests/releases/${version}.tar.gz`);
  copyFileSync(made, target);
  recordNewFiles();
  console.log(`${target}: ${size} bytes. Commit it, and tests/releases/frozen.sha256.`);
} finally {
  spawnSync("git", ["worktree", "remove", "--force", copy]);
  rmSync(folder, { recursive: true, force: true });
}

/** Uses the installed packages if the commit has the same ones. */
function install(program: string): void {
  const lock = (at: string) => readFileSync(join(at, "package-lock.json"), "utf8");
  if (existsSync("node_modules") && lock(program) === lock("."))
    symlinkSync(resolve("node_modules"), join(program, "node_modules"));
  else run(program, "npm", ["ci"]);
}

function run(cwd: string, program: string, args: readonly string[], env: Record<string, string> = {}): void {
  const { status } = spawnSync(program, args, { cwd, env: { ...process.env, ...env }, stdio: "inherit" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed.`);
}

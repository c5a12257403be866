/**
 * The Supabase CLI, installed from its lockfile if missing. Only the package of this platform is installed:
 * the registry lacks some of the others that the package `supabase` lists, and npm ci refuses such a lockfile.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const FOLDER = "tests/cli";
const PROGRAM = `${FOLDER}/node_modules/@supabase/cli-linux-x64/bin/supabase`;

/** Runs the command in `folder`, which has supabase/. Returns the output. Throws the error output if the CLI failed or warned about a setting of config.toml. */
export function supabaseCli(args: readonly string[], folder = "."): string {
  if (!existsSync(PROGRAM)) {
    const npm = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: FOLDER, encoding: "utf8" });
    if (npm.status !== 0) throw new Error(`npm ci in ${FOLDER} failed: ${npm.stderr}`);
  }
  const env = { ...process.env, SUPABASE_YES: "1", SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  const done = spawnSync(PROGRAM, [...args, "--workdir", folder], { encoding: "utf8", env });
  const warned = /^WARN: .*(does not recognize|is deprecated)/m.test(done.stderr);
  if (done.status !== 0 || warned)
    throw new Error(`supabase ${args.join(" ")} failed: ${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

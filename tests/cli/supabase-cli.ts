/**
 * The Supabase CLI. Only the package of this platform is installed: the registry lacks some of the others that the package
 * `supabase` lists, and npm ci refuses such a lockfile.
 */
import { spawnSync } from "node:child_process";
import { ownPackage } from "../engines/own-packages.ts";

/** Runs the command in `folder`, which has supabase/. Returns the output. Throws the error output if the CLI failed or warned about a setting of config.toml. */
export function supabaseCli(args: readonly string[], folder = "."): string {
  const program = ownPackage("tests/cli", "@supabase/cli-linux-x64/bin/supabase");
  const env = { ...process.env, SUPABASE_YES: "1", SUPABASE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  const done = spawnSync(program, [...args, "--workdir", folder], { encoding: "utf8", env });
  const warned = /^WARN: .*(does not recognize|is deprecated)/m.test(done.stderr);
  if (done.status !== 0 || warned)
    throw new Error(`supabase ${args.join(" ")} failed: ${done.stdout}\n${done.stderr}`);
  return done.stdout;
}

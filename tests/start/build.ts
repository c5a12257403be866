/** Builds what is out of date, before tests that start the build. */
import { spawnSync } from "node:child_process";

export default function build(): void {
  ensureParts();
}

/** Builds these parts of tools/build.mjs, or all. */
export function ensureParts(...parts: string[]): void {
  const done = spawnSync(process.execPath, ["tools/build.mjs", ...parts], { stdio: "inherit" });
  if (done.status !== 0) throw new Error("the build failed");
}

/**
 * npm run bench [-- NAME] [--save] [--large] [--parts]: every bench one after another, or the named one. Names those that missed an
 * aim or failed at the end, and exits with 1 if there are any.
 */
import { spawnSync } from "node:child_process";

const BENCHES = [
  "start",
  "admin-actions",
  "change-points",
  "leaderboard",
  "group-leaderboard",
  "matchday-leaderboard",
  "profile-view",
  "dashboard",
  "rest",
  "sign-in",
  "overload",
  "before-a-lock",
  "after-a-result",
  "realtime",
  "messages",
  "lighthouse",
];
const named = BENCHES.filter((name) => process.argv.includes(name));
const missed: string[] = [];
for (const name of named.length > 0 ? named : BENCHES) {
  console.log(`== ${name}`);
  const flags = process.argv.filter((word) => ["--save", "--large", "--parts"].includes(word));
  const done = spawnSync(process.execPath, ["--import", "tsx", `bench/${name}.ts`, ...flags], {
    stdio: "inherit",
  });
  if (done.status !== 0) missed.push(name);
}
console.log(missed.length === 0 ? "All aims are met." : `Missed an aim or failed: ${missed.join(", ")}.`);
process.exitCode = missed.length === 0 ? 0 : 1;

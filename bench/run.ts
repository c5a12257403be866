/** npm run bench [-- NAME] [--save] [--large] [--parts]: every bench one after another, or the named one. */
import { spawnSync } from "node:child_process";

const BENCHES = [
  "start",
  "admin-actions",
  "change-points",
  "leaderboard",
  "group-leaderboard",
  "matchday-leaderboard",
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
for (const name of named.length > 0 ? named : BENCHES) {
  console.log(`== ${name}`);
  const flags = process.argv.filter((word) => ["--save", "--large", "--parts"].includes(word));
  const done = spawnSync(process.execPath, ["--import", "tsx", `bench/${name}.ts`, ...flags], {
    stdio: "inherit",
  });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

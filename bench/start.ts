/**
 * How long does the built host take to serve: on an empty data folder (initdb, bootstrap, migrations), and
 * again on the same folder.
 * Target: 2.5 s for the first start, 1.0 s for the second (medians).
 * --save appends the line to bench/results/start.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { median, timed, withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const ROUNDS = 5;
const AIMS = { first: 2500, second: 1000 };

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
const times: { first: number[]; second: number[] } = { first: [], second: [] };
for (let round = 0; round < ROUNDS; round++) {
  await withDataFolder(async (folder) => {
    for (const start of ["first", "second"] as const) {
      let host: Awaited<ReturnType<typeof spawnHost>> | undefined;
      const env = { DATA_DIR: `${folder}/data`, WEB_DIR: "none", BACKUPS: "0" };
      times[start].push(
        await timed(async () => {
          host = await spawnHost(env);
          const health = await fetch(`${host.url}/healthz`);
          if (!health.ok) throw new Error(`/healthz answered ${health.status}`);
        }),
      );
      await host?.stop();
    }
  });
}
for (const start of ["first", "second"] as const) {
  const typical = median(times[start]);
  const [low, high] = [Math.min(...times[start]), Math.max(...times[start])];
  const missed = typical > AIMS[start];
  record(
    "start",
    `${start} start ${typical.toFixed(0)} ms (${low.toFixed(0)} to ${high.toFixed(0)} in ${ROUNDS} rounds)${missed ? `, MISSES ${AIMS[start]} ms` : ""}`,
  );
  if (missed) process.exitCode = 1;
}

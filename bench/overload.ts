/**
 * What happens at ten times the capacity? tests/soak/overload/load.ts describes the load: 800 connections from 8 addresses.
 * The load generator shares the machine with the host and PostgreSQL, and its own delays count as the host's.
 * SERVER_FOLDER serves another build of the project, to compare. --save appends the line to bench/results/overload.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { LOAD_KINDS, type Overload, overload, quantile } from "../tests/soak/overload/load.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { keysOf } from "./clients/requests.ts";
import { withDataFolder } from "./engines.ts";
import { judge, record } from "./record.ts";

const SECONDS = 10;
const CONNECTIONS = 800;

await promisify(execFile)(process.execPath, ["tools/build-server.mjs"]);
await withDataFolder(async (dataDir) => {
  const here = process.cwd();
  process.chdir(process.env.SERVER_FOLDER ?? here);
  const host = await spawnHost({ DATA_DIR: dataDir, WEB_DIR: "none", BACKUPS: "0", PASSWORD_COST: "low" });
  process.chdir(here);
  try {
    const club = { url: host.url, keys: keysOf(dataDir) };
    report(await overload(club, { seconds: SECONDS, connections: CONNECTIONS }));
  } finally {
    await host.stop();
  }
});

function report({ load, health, lost, normalMs }: Overload): void {
  const kinds = LOAD_KINDS;
  const all = kinds.map((kind) => load[kind]);
  const admitted = all.flatMap((one) => one.admitted);
  const refused = all.flatMap((one) => one.refused);
  const failed = all.reduce((sum, one) => sum + one.failed, 0);
  const each = kinds.map((kind) => {
    const { admitted, refused } = load[kind];
    const share = Math.round((100 * refused.length) / Math.max(1, admitted.length + refused.length));
    const rate = Math.round(admitted.length / SECONDS);
    return `${kind} ${rate}/s p50 ${quantile(admitted, 0.5)} p99 ${quantile(admitted, 0.99)} ms, ${share} % refused`;
  });
  record(
    "overload",
    `admitted ${Math.round(admitted.length / SECONDS)}/s p50 ${quantile(admitted, 0.5)} ms (${each.join("; ")}); ` +
      `${Math.round(refused.length / SECONDS)}/s refused, p50 ${quantile(refused, 0.5)} p99 ${quantile(refused, 0.99)} ms; ` +
      `health p50 ${quantile(health, 0.5)} ms; ${Object.keys(load.acknowledged).length} saves`,
  );
  judge("overload", "health", quantile(health, 0.99));
  judge("overload", "admitted", quantile(admitted, 0.99));
  judge("overload", "lost", lost + failed);
  judge("overload", "normal", normalMs / 1000);
}

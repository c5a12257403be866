/** Overloads a host, and then compares what it acknowledged with what its database has. */
import { Club } from "../club.ts";
import { runSoak, type SoakOptions } from "../run-soak.ts";
import { LOAD_KINDS, overload, quantile } from "./load.ts";

const NORMAL_MS = 5000;

/** The longest time that 99 of 100 admitted requests take. */
const ADMITTED_MS = 2000;
const CONNECTIONS = 800;

/**
 * Overloads a host for `rounds` seconds. Rejects when an answer is neither a success nor 503 with `Retry-After`, when an
 * acknowledged save is lost, when admitted requests take too long, or when the host does not recover.
 */
export function soakOverload(options: SoakOptions): Promise<void> {
  return runSoak("overload", options, async ({ rounds, workspace, within }) => {
    const club = new Club(workspace);
    const host = await club.serve({ PASSWORD_COST: "low" });
    const size = { seconds: rounds, connections: CONNECTIONS };
    const { load, health, lost, normalMs } = await overload({ url: host.url, keys: club.keys }, size);
    await host.stop();
    const all = LOAD_KINDS.map((kind) => load[kind]);
    const admitted = all.flatMap((one) => one.admitted);
    const refused = all.reduce((sum, one) => sum + one.refused.length, 0);
    const failed = all.reduce((sum, one) => sum + one.failed, 0);
    const p99 = quantile(admitted, 0.99);
    if (failed > 0) throw new Error(`${failed} answers are neither a success nor a refusal`);
    if (refused === 0) throw new Error("the host was not overloaded");
    if (lost > 0) throw new Error(`${lost} acknowledged saves are lost`);
    if (p99 > within(ADMITTED_MS)) throw new Error(`one of 100 admitted requests took more than ${p99} ms`);
    if (normalMs > within(NORMAL_MS))
      throw new Error(`the host needed ${Math.round(normalMs)} ms to recover`);
    return `${admitted.length} admitted, p99 ${p99} ms; ${refused} refused; none of ${load.save.admitted.length} saves lost; health p99 ${quantile(health, 0.99)} ms`;
  });
}

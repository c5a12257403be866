/**
 * Sends generated requests to every function that signed-in members and admins may call, as every kind of caller. The answers
 * are judged as those of the fuzz, no line of the log is an error, and the host's memory stays near what it is after a tenth
 * of the requests.
 */
import { Club } from "../club.ts";
import { line, type Memory, measure, nodeOptions, percent, refuseGrowth } from "../memory.ts";
import { runSoak, type SoakOptions } from "../run-soak.ts";
import { Fuzz } from "./fuzz.ts";

const PARTS = 10;
const RESIDENT_TOLERANCE = 0.2;
const LINES_SHOWN = 5;
const LINE_LENGTH = 600;

/** Sends about `rounds` requests. Rejects when an answer or a line of the log is wrong, or memory grows by more than a fifth. */
export function soakFunctions(options: SoakOptions): Promise<void> {
  return runSoak("functions", options, async (soak) => {
    const club = new Club(soak.workspace);
    const host = await club.serve({
      TRUSTED_PROXIES: "127.0.0.1",
      PASSWORD_COST: "low",
      LOG_LEVEL: "error",
      NODE_OPTIONS: nodeOptions(),
    });
    const fuzz = await Fuzz.open(soak, host, club, "functions");
    const measured: Memory[] = [];
    try {
      for (let pass = 0; fuzz.sent < soak.rounds && soak.isInTime(); pass++) {
        await fuzz.pass(pass);
        if (fuzz.sent < ((measured.length + 1) * soak.rounds) / PARTS) continue;
        const memory = await measure(host, club);
        measured.push(memory);
        soak.print(`${fuzz.sent} requests: ${line(memory)}`);
      }
      await fuzz.verdict();
    } finally {
      fuzz.close();
    }
    const errors = host.printed.split("\n").filter((text) => text.includes('"level":50'));
    if (errors.length > 0) {
      const shown = errors.slice(0, LINES_SHOWN).map((text) => text.slice(0, LINE_LENGTH));
      throw new Error(`the host logged ${errors.length} errors:\n${shown.join("\n")}`);
    }
    const [early, late] = [measured[0], measured.at(-1)];
    if (!early || !late) throw new Error("the memory was not measured");
    refuseGrowth("resident set", early.resident, late.resident, RESIDENT_TOLERANCE);
    await host.stop();
    const growth = percent(early.resident, late.resident);
    return `${fuzz.sent} requests to ${fuzz.endpoints} functions; answers ${fuzz.statuses}; the resident set grew by ${growth}`;
  });
}

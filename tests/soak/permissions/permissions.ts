/**
 * Repeats the permission matrix of tests/api/club with random cells, rows, filters and headers. The outcome of each
 * request is the one in the table.
 */
import pg from "pg";
import { CALLERS, createMatrix, type Matrix } from "../../api/permissions/callers.ts";
import { type Case, FUNCTION_CASES, STORAGE_CASES, TABLE_CASES } from "../../api/permissions/cases.ts";
import type { Host } from "../../api/support/host.ts";
import type { Random } from "../random.ts";
import { runSoak, type SoakOptions } from "../run-soak.ts";
import { withHosts } from "../test-hosts.ts";
import { randomVariation } from "./variations.ts";

const PRINTED_EVERY = 1000;
/** After this many requests the accounts are new: access tokens expire, and rows of one player would pile up. */
const REQUESTS_PER_MATRIX = 2000;
/** How many random requests one arranged row serves. */
const REQUESTS_PER_ROW = 6;

/** Sends `rounds` requests. Rejects when an outcome is not the expected one. */
export function soakPermissions(options: SoakOptions): Promise<void> {
  return runSoak("permissions", options, async ({ rounds, random, isInTime, print }) =>
    withHosts(1, async ([host]) => {
      const cases = [...TABLE_CASES, ...FUNCTION_CASES, ...STORAGE_CASES];
      const tried = new Set<string>();
      let sent = 0;
      while (sent < rounds && isInTime()) {
        const matrix = await createMatrix(host);
        for (const end = Math.min(rounds, sent + REQUESTS_PER_MATRIX); sent < end && isInTime(); ) {
          const one = random.pick(cases as [Case, ...Case[]]);
          const callers = await attemptSome(one, matrix, random);
          for (const caller of callers) tried.add(`${one.title} ${caller}`);
          if (Math.floor(sent / PRINTED_EVERY) < Math.floor((sent + callers.length) / PRINTED_EVERY))
            print(`${sent + callers.length} requests: ${tried.size} cells`);
          sent += callers.length;
        }
        await forgetAttempts(host);
      }
      return `${sent} of ${rounds} requests; ${tried.size} of ${cases.length * CALLERS.length} cells`;
    }),
  );
}

/** Some requests on one arranged row, until one succeeds, which may have changed it. Returns their callers. */
async function attemptSome(one: Case, { world, callers }: Matrix, random: Random): Promise<string[]> {
  const attempt = await one.arrange(world);
  const tried: string[] = [];
  while (tried.length < REQUESTS_PER_ROW) {
    const index = Math.floor(random.between(0, callers.length));
    const caller = callers[index];
    if (!caller) throw new Error("no caller");
    tried.push(caller.name);
    const variation = randomVariation(random);
    const outcome = await attempt(caller, variation);
    if (outcome !== one.expected[index])
      throw new Error(
        `${one.title} by ${caller.name}: ${outcome} instead of ${one.expected[index]}, with ${variation.sent().join(" ")}`,
      );
    if (outcome === "yes") break;
  }
  return tried;
}

/** An admin has 50 actions of a kind in five minutes. */
async function forgetAttempts(host: Host): Promise<void> {
  const client = new pg.Client(host.databaseUrl);
  await client.connect();
  await client.query("delete from private.attempts");
  await client.end();
}

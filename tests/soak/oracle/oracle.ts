/**
 * Random operations of the game by several callers at a time, while an independent model computes the totals, the
 * leaderboards and the counts that the product must answer after each batch.
 */
import { Club } from "../club.ts";
import { runSoak, type SoakOptions } from "../run-soak.ts";
import { Api } from "./api.ts";
import { compare } from "./compare.ts";
import { Game } from "./game.ts";
import { DOUBLES, Model } from "./model.ts";
import { ALONE, type Operation } from "./operation.ts";
import { randomOperation } from "./operations.ts";

/** Runs `rounds` operations. Rejects with the latest operations when an answer differs from the model. */
export function soakOracle(options: SoakOptions): Promise<void> {
  return runSoak("oracle", options, async ({ rounds, random, workspace, isInTime, print }) => {
    const club = new Club(workspace);
    const host = await club.serve({ TRUSTED_PROXIES: "127.0.0.1", PASSWORD_COST: "low" });
    const game = new Game(new Api(host, club), new Model(), random);
    await begin(game);
    const counts = new Map<string, number>();
    let done = 0;
    let waiting = randomOperation(game);
    while (done < rounds && isInTime()) {
      const batch = [waiting];
      waiting = randomOperation(game);
      while (batch.length < LARGEST_BATCH && canJoin(waiting, batch)) {
        batch.push(waiting);
        waiting = randomOperation(game);
      }
      const names = batch.map(({ name }) => name);
      try {
        await Promise.all(batch.map(({ run }) => run()));
        // The host's jobs do this every five seconds.
        await club.query((client) => client.query("select private.count_predictions()"));
        await compare(game);
      } catch (error) {
        throw new Error(
          `operation ${done}, after ${names.join(", ")}: ${error instanceof Error ? error.message : error}`,
        );
      }
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      done += batch.length;
      waiting = randomOperation(game); // the one that waited may be about a member or match that is gone
      if (done % PRINTED_EVERY < batch.length) print(`${done} operations`);
    }
    await host.stop();
    return `${done} operations: ${[...counts].map(([name, count]) => `${name} ${count}`).join(", ")}`;
  });
}

const LARGEST_BATCH = 6;
const MEMBERS = 8;
const MATCHES = 16;
const PRINTED_EVERY = 1000;

async function begin(game: Game): Promise<void> {
  await game.addTeams();
  const rule = { setting_key: "doubles", setting_value: `season ${DOUBLES}` };
  await game.api.ok(game.api.secret, "POST", "rest/v1/admin_settings", rule);
  for (let member = 0; member < MEMBERS; member++) await game.addMember();
  for (let match = 0; match < MATCHES; match++) await game.addMatch(game.api.secret);
  await compare(game);
}

/** True if the operation's result does not depend on another one of the batch. */
function canJoin(operation: Operation, batch: readonly Operation[]): boolean {
  const keys = new Set(batch.flatMap((other) => other.keys));
  return !operation.keys.includes(ALONE) && !keys.has(ALONE) && !operation.keys.some((key) => keys.has(key));
}

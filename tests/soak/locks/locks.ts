/**
 * Members save predictions without a pause, over two hosts with one database, while the match locks: by its kick-off,
 * behind a transaction, or early by its status. No write that the database judged after the lock is accepted, no
 * acknowledged write is lost, and the log equals the predictions.
 */

import { runSoak, type SoakOptions } from "../run-soak.ts";
import { withHosts } from "../test-hosts.ts";
import { createLockRaceMatch, LOCKINGS } from "./match.ts";
import { raceAroundLock } from "./race.ts";

const MEMBERS = 12;
const HOSTS = 2;
const PRINTED_EVERY = 10;
/** Access tokens are valid for an hour, so new members replace these before. */
const ROUNDS_PER_MEMBERS = 200;

/** Locks `rounds` matches. Rejects when a write was accepted late or lost. */
export function soakLocks(options: SoakOptions): Promise<void> {
  return runSoak("locks", options, async ({ rounds, random, isInTime, print }) =>
    withHosts(HOSTS, async (hosts) => {
      let [done, accepted, refused] = [0, 0, 0];
      let members = await newMembers(hosts[0]);
      for (; done < rounds && isInTime(); done++) {
        if (done > 0 && done % ROUNDS_PER_MEMBERS === 0) members = await newMembers(hosts[0]);
        const match = await createLockRaceMatch(hosts[0], String(done));
        try {
          const connections = random.pick([1, 2, 3]);
          const chosen = members.slice(0, Math.ceil(random.between(1, MEMBERS)));
          const locking = random.pick(LOCKINGS);
          const result = await raceAroundLock(
            { hosts, members: chosen, connections, random },
            match,
            locking,
          );
          accepted += result.accepted;
          refused += result.refused;
        } finally {
          await match.close();
        }
        if ((done + 1) % PRINTED_EVERY === 0)
          print(`lock ${done + 1}: ${accepted} accepted, ${refused} refused`);
      }
      return `${done} of ${rounds} locks; ${accepted} writes accepted before them, ${refused} refused after them`;
    }),
  );
}

function newMembers(host: Parameters<Parameters<typeof withHosts>[1]>[0][0]) {
  const letters = [..."abcdefghijkl"].slice(0, MEMBERS);
  return Promise.all(letters.map((letter) => host.person(`Racer ${letter}`)));
}

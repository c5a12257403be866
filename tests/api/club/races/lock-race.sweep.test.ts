/** Predictions saved while their matches lock; `npm run soak -- locks` repeats the race. */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../../club-time.ts";
import { createLockRaceMatch, LOCKINGS } from "../../../soak/locks/match.ts";
import { raceAroundLock } from "../../../soak/locks/race.ts";
import { createRandom } from "../../../soak/random.ts";
import { type Host, type Person, startHost } from "../../support/host.ts";

describe("around the lock", () => {
  const random = createRandom(1);
  let hosts: [Host, Host];
  let members: Person[];
  beforeAll(async () => {
    const host = await startHost();
    hosts = [host, await startHost({ sharedWith: host })];
    members = await Promise.all(["a", "b", "c", "d"].map((letter) => host.person(`Racer ${letter}`)));
  });
  afterAll(async () => {
    for (const host of hosts.reverse()) await host.stop();
  });

  it.each(LOCKINGS)("loses no write and accepts none late: %s", async (locking) => {
    const match = await createLockRaceMatch(hosts[0], locking);
    try {
      const { accepted, refused } = await raceAroundLock(
        { hosts, members, connections: 2, random },
        match,
        locking,
      );
      expect(accepted).toBeGreaterThanOrEqual(members.length);
      expect(refused).toBeGreaterThanOrEqual(members.length);
    } finally {
      await match.close();
    }
  });
});

it("saves while another save of the same match is not committed, and counts both afterwards", async () => {
  const host = await startHost();
  const other = new pg.Client(host.databaseUrl);
  try {
    await other.connect();
    const people = await Promise.all(["Ann", "Ben"].map((name) => host.person(`${name} Saves`)));
    const match = await createLockRaceMatch(host, "Uncommitted");
    // What a save does first.
    await other.query("begin");
    await other.query("select from public.matches where id = $1 for share", [match.id]);
    for (const { id, api } of people) {
      const prediction = { user_id: id, match_id: match.id, home_prediction: 1, away_prediction: 0 };
      expect((await api.from("user_predictions").insert(prediction)).error).toBeNull();
    }
    await other.query("commit");
    await other.query("select private.count_predictions()");
    const { data } = await host.secret.from("matches").select("predictions_count").eq("id", match.id);
    expect(data).toEqual([{ predictions_count: 2 }]);
    await match.close();
  } finally {
    await other.end();
    await host.stop();
  }
});

it("saves overlapping batches in different orders without a deadlock", async () => {
  const host = await startHost();
  try {
    const people = await Promise.all(["Ann", "Ben"].map((name) => host.person(`${name} Batch`)));
    const teams = Array.from({ length: 60 }, (_, index) => `Team ${index}`);
    await host.secret.from("teams").insert(teams.map((name) => ({ name })));
    const { data: matches } = await host.secret
      .from("matches")
      .insert(
        teams.map((name, index) => ({
          home_team_name: name,
          away_team_name: teams.at(index - 1) ?? "",
          league: "Friendly Club",
          match_date: daysFromNow(5),
          match_time: "15:00",
        })),
      )
      .select("id");
    const save = ({ id, api }: Person, ids: readonly string[], goals: number) =>
      api.from("user_predictions").upsert(
        ids.map((match_id) => ({ user_id: id, match_id, home_prediction: goals, away_prediction: 0 })),
        { onConflict: "user_id,match_id" },
      );
    const ids = (matches ?? []).map(({ id }) => id);
    expect(ids).toHaveLength(60);
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all([
        ...people.map((person, index) => save(person, index === 0 ? ids : ids.toReversed(), round)),
      ]);
      expect(answers.map(({ error }) => error)).toEqual([null, null]);
    }
  } finally {
    await host.stop();
  }
});

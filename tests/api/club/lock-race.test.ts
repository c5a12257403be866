/** Two hundred writes fired around the moment a match locks. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, type Person, startHost } from "../support/host.ts";

const PEOPLE = 10;
const WRITES_EACH = 20;
/** A busy machine answers a burst within seconds, so the writes start long before the lock and end long after it. */
const APART_MS = 300;

describe("around the lock", () => {
  let host: Host;
  let people: Person[];
  beforeAll(async () => {
    host = await startHost();
    people = await Promise.all(
      Array.from({ length: PEOPLE }, (_, index) => host.person(`Racer ${"abcdefghij"[index]}`)),
    );
  });
  afterAll(() => host.stop());

  it("answers every write and accepts none from the kick-off on", async () => {
    const lockAt = Date.now() + 6_000;
    const match = await matchLockingAt(host, lockAt);
    const lock = Date.parse(match.locks_at);

    const writes = people.flatMap(({ id, api }) =>
      Array.from({ length: WRITES_EACH }, async (_, turn) => {
        await until(lock + (turn - WRITES_EACH / 2) * APART_MS);
        return api
          .from("user_predictions")
          .upsert(
            { user_id: id, match_id: match.id, home_prediction: turn, away_prediction: 0 },
            { onConflict: "user_id,match_id" },
          )
          .select("home_prediction, updated_at")
          .single();
      }),
    );
    const answers = await Promise.all(writes);
    const taken = answers.flatMap(({ data }) => (data ? [data] : []));
    const refused = answers.flatMap(({ error }) => (error ? [error.code] : []));

    expect(answers).toHaveLength(200);
    expect(new Set(refused)).toEqual(new Set(["SL001"]));
    expect(taken.length + refused.length).toBe(200);
    // Writes before and after the lock were tried.
    expect(taken.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    for (const { updated_at } of taken)
      expect(updated_at < match.locks_at, `${updated_at} before ${match.locks_at}`).toBe(true);
    const { data: saved } = await host.secret
      .from("user_predictions")
      .select("updated_at")
      .eq("match_id", match.id);
    for (const { updated_at } of saved ?? []) expect(updated_at < match.locks_at).toBe(true);
  });
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
          match_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
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

async function matchLockingAt(host: Host, moment: number): Promise<{ id: string; locks_at: string }> {
  await host.secret.from("teams").insert([{ name: "Hares" }, { name: "Hounds" }]);
  // Mauritius is UTC+4 all year.
  const local = new Date(moment + 4 * 3_600_000).toISOString();
  const { data, error } = await host.secret
    .from("matches")
    .insert({
      home_team_name: "Hares",
      away_team_name: "Hounds",
      league: "Friendly Club",
      match_date: local.slice(0, 10),
      match_time: local.slice(11, 23),
    })
    .select("id, locks_at")
    .single();
  if (error) throw error;
  return data;
}

/** Waits for a time of day, because the test is about that moment. */
async function until(moment: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, moment - Date.now())));
}

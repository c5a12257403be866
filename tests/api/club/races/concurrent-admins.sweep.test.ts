/**
 * Concurrent admins: some complete and correct matches while others recalculate, clear, take snapshots and delete
 * matches and players who are still predicting. Nothing may fail, and the totals must equal the predictions.
 */
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../../club-time.ts";
import { aMatch, done, type World } from "../../permissions/rows.ts";
import { type Host, type Person, startHost } from "../../support/host.ts";

const MATCHES = 12;
const ROUNDS = 3;
const LETTERS = [..."abcdefghijklmnop"];

describe("concurrent admins", () => {
  let host: Host;
  let admins: [Person, Person, Person, Person];
  let players: Person[];
  let matches: string[];
  let open: string[];

  beforeAll(async () => {
    host = await startHost();
    admins = await Promise.all([
      host.admin("Ann"),
      host.admin("Bob"),
      host.admin("Cat"),
      host.admin("Dee"),
    ] as const);
    players = await Promise.all(LETTERS.map((letter) => host.person(`Player ${letter}`)));
    let last = 0;
    const next = (): number => {
      last += 1;
      return last;
    };
    const [admin] = admins;
    const world: World = { host, player: admin, other: admin, admin, next };
    const make = (): Promise<string[]> => Promise.all(Array.from({ length: MATCHES }, () => aMatch(world)));
    [matches, open] = [await make(), await make()];
    const predictions = matches.flatMap((match_id, game) =>
      players.map(({ id }, index) => ({
        user_id: id,
        match_id,
        home_prediction: (game + index) % 4,
        away_prediction: index % 3,
      })),
    );
    await done(host.secret.from("user_predictions").insert(predictions).select("id"));
  });
  afterAll(() => host.stop());

  it("leave totals that equal the predictions", async () => {
    const [ann, bob, cat, dee] = admins;
    const leaving = players.slice(0, 4);
    // The last two complete after everything else, so that some points are never cleared.
    const [gone, cleared, later] = [matches.slice(0, 2), matches.slice(2, 10), matches.slice(10)];
    const complete = (admin: Person, id: string, score: number) =>
      admin.api
        .from("matches")
        .update({ status: "completed", home_score: score, away_score: 1, match_date: daysFromNow(0) })
        .eq("id", id);
    const results = (admin: Person, ids: readonly string[], shift: number) =>
      inTurn(ids, (id, index) => complete(admin, id, (index + shift) % 4));

    const answers = await Promise.all([
      // Two admins complete and correct the same matches in opposite orders.
      results(ann, cleared, 0),
      results(bob, [...cleared].reverse(), 1),
      inTurn(rounds(), () => cat.api.rpc("recalculate_all_points")),
      inTurn(rounds(), () => host.secret.rpc("clear_all_points")),
      inTurn(rounds(), (_, index) => dee.api.rpc("create_predictions_snapshot", { name: `Round ${index}` })),
      inTurn(gone, (id) => dee.api.from("matches").delete().eq("id", id)),
      inTurn(leaving, ({ id }) => host.secret.auth.admin.deleteUser(id)),
      inTurn(players.slice(4, 7), ({ id }) => cat.api.rpc("clear_user_predictions", { _user_id: id })),
    ]);
    expect(answers.flat()).toEqual([]);

    // Deleted players predict until the end: each prediction is accepted or refused, and none remains.
    const late = await Promise.all(
      players.slice(7, 11).flatMap((player) => [
        inTurn(open, (match_id) => {
          const prediction = { user_id: player.id, match_id, home_prediction: 1, away_prediction: 1 };
          return player.api.from("user_predictions").insert(prediction);
        }),
        inTurn([player], ({ id }) => host.secret.auth.admin.deleteUser(id)),
      ]),
    );
    expect(late.flat().filter((code) => !["23503", "42501", "SL012", "PGRST301"].includes(code))).toEqual([]);

    expect(await results(ann, [...cleared, ...later], 2)).toEqual([]);
    const { data: left } = await host.secret
      .from("user_predictions")
      .select(
        "user_id, points_earned, cleared_at, home_prediction, away_prediction, matches!inner(status, home_score, away_score)",
      )
      .eq("matches.status", "completed")
      .is("cleared_at", null);
    const expected = new Map<string, number>();
    for (const { user_id, home_prediction, away_prediction, matches: game } of left ?? [])
      expected.set(
        user_id,
        (expected.get(user_id) ?? 0) +
          points([home_prediction, away_prediction], [game.home_score ?? -1, game.away_score ?? -1]),
      );
    expect(Math.max(...expected.values())).toBeGreaterThan(0);
    const table = await done(host.secret.rpc("leaderboard", { page_limit: 200 }));
    expect(table.map(({ user_id, points: total }) => [user_id, total]).sort()).toEqual(
      table.map(({ user_id }) => [user_id, expected.get(user_id ?? "") ?? 0]).sort(),
    );
    expect(table.map(({ user_id }) => user_id)).toEqual(expect.arrayContaining([...expected.keys()]));
    // The host's jobs do this every five seconds.
    const client = new pg.Client(host.databaseUrl);
    await client.connect();
    await client.query("select private.count_predictions()").finally(() => client.end());
    const { data: counts } = await host.secret.from("matches").select("id, predictions_count");
    const { data: every } = await host.secret.from("user_predictions").select("match_id");
    const counted = (id: string): number => (every ?? []).filter(({ match_id }) => match_id === id).length;
    expect(counts?.map(({ id, predictions_count }) => [id, predictions_count])).toEqual(
      counts?.map(({ id }) => [id, counted(id)]),
    );
  });

  it("delete many players who keep predicting, in any order", async () => {
    for (const round of rounds()) {
      const leaving = await Promise.all(
        LETTERS.slice(0, 8).map((letter) => host.person(`${letter} ${round}`)),
      );
      const refused = await Promise.all(
        leaving.map(async ({ id, api }, index) => {
          const [first = "", ...others] = index % 2 ? open : [...open].reverse();
          const predict = (match_id: string) =>
            api
              .from("user_predictions")
              .insert({ user_id: id, match_id, home_prediction: 1, away_prediction: 1 });
          await predict(first);
          return Promise.all([
            inTurn(others, predict),
            inTurn([id], (account) => host.secret.auth.admin.deleteUser(account)),
          ]);
        }),
      );
      expect(
        refused.flat(2).filter((code) => !["23503", "42501", "SL012", "PGRST301"].includes(code)),
      ).toEqual([]);
    }
  });
});

const rounds = (): number[] => Array.from({ length: ROUNDS }, (_, index) => index);

/** The status is in the answer of the data API, and in the error of the others. */
interface Answer {
  status?: number;
  error: { code?: string | undefined; message: string; status?: number | undefined } | null;
}

/**
 * Runs the actions one after another; returns the codes of refused ones. As the page does, it repeats what a busy host
 * refused (503).
 */
async function inTurn<Item>(
  items: readonly Item[],
  request: (item: Item, index: number) => PromiseLike<Answer>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const [index, item] of items.entries()) {
    let answer = await request(item, index);
    while ((answer.status ?? answer.error?.status) === 503) answer = await request(item, index);
    const { error } = answer;
    if (error) refused.push(error.code || error.message);
  }
  return refused;
}

/** 3 for the exact score, 1 for the outcome: implemented again, independently of the product. */
function points(prediction: readonly [number, number], result: readonly [number, number]): number {
  if (prediction[0] === result[0] && prediction[1] === result[1]) return 3;
  return Math.sign(prediction[0] - prediction[1]) === Math.sign(result[0] - result[1]) ? 1 : 0;
}

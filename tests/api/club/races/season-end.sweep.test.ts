/** Two organisers who end the season at the same time: each step is done once, and undone once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aPrediction, done, type World } from "../../permissions/rows.ts";
import { type Host, type Person, startHost } from "../../support/host.ts";

describe("two organisers who end the season", () => {
  let host: Host;
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    host = await startHost();
    [ann, bob] = await Promise.all([host.admin("Ann"), host.admin("Bob")]);
    const player = await host.person("Pia");
    const world: World = { host, player, other: ann, admin: bob, next: () => 1 };
    await aPrediction(world, "locked");
  });
  afterAll(() => host.stop());

  const both = (step: string, choices = {}) =>
    Promise.all(
      [ann, bob].map(({ api }) => done(api.rpc("take_season_step", { _step: step, _choices: choices }))),
    );
  const rows = async (table: "leaderboard_archives" | "predictions_snapshots") =>
    (await done(host.secret.from(table).select("id"))).length;

  it("do each step once", async () => {
    for (const step of ["matches", "leaderboards", "subscriptions", "snapshot", "honours", "access"]) {
      const answers = (await both(step)) as unknown as { outcome: string; summary: string }[];
      expect(answers.map(({ outcome }) => outcome).sort()).toEqual(["already", "done"]);
      expect(answers[0]?.summary).toBe(answers[1]?.summary);
    }
    expect(await rows("leaderboard_archives")).toBe(1);
    expect(await rows("predictions_snapshots")).toBe(1);
  });

  it("undo everything once", async () => {
    const answers = await Promise.all([ann.api.rpc("undo_season"), bob.api.rpc("undo_season")]);
    expect(answers.map(({ error }) => error?.code ?? "undone").sort()).toEqual(["22023", "undone"]);
    expect(await rows("leaderboard_archives")).toBe(0);
    expect(await rows("predictions_snapshots")).toBe(0);
  });
});

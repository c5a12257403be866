/** Merging two accounts of one member: what the closed account can still do, and two admins at once. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../../club-time.ts";
import { type Host, type Person, startHost } from "../../support/host.ts";

describe("merging two accounts", () => {
  let host: Host;
  let olga: Person;
  let oscar: Person;
  beforeAll(async () => {
    host = await startHost();
    olga = await host.admin("Olga Admin");
    oscar = await host.admin("Oscar Admin");
  });
  afterAll(() => host.stop());

  const merge = (admin: Person, keep: Person, remove: Person) =>
    admin.api.rpc("merge_members", { _keep_id: keep.id, _remove_id: remove.id });

  async function anOpenMatch(): Promise<string> {
    const { data, error } = await host.secret
      .from("matches")
      .insert({
        home_team_name: `Home ${crypto.randomUUID().slice(0, 8)}`,
        away_team_name: `Away ${crypto.randomUUID().slice(0, 8)}`,
        match_date: daysFromNow(2),
        league: "Friendly Club",
      })
      .select("id")
      .single();
    if (error) throw error;
    return data.id;
  }

  const predict = ({ id, api }: Person, match: string) =>
    api
      .from("user_predictions")
      .insert({ user_id: id, match_id: match, home_prediction: 2, away_prediction: 1 });

  it("closes the other account at once, and opens it again with the undo", async () => {
    const [kept, closed] = [await host.person("Amina Kept"), await host.person("Amina Double")];
    const match = await anOpenMatch();
    expect((await predict(closed, match)).error).toBeNull();
    const { data: undoId, error } = await merge(olga, kept, closed);
    expect(error).toBeNull();
    expect((await host.visitor().auth.signInWithPassword(closed)).error?.code).toBe("user_banned");
    expect((await closed.api.auth.refreshSession()).error).not.toBeNull();
    expect((await predict(closed, await anOpenMatch())).error?.code).toBe("SL012");
    const predictionsOf = (person: Person) =>
      host.secret.from("user_predictions").select("match_id, home_prediction").eq("user_id", person.id);
    // It is secret until the lock, also to the organiser who owns the kept account.
    expect((await predictionsOf(kept)).data).toEqual([]);
    expect((await predictionsOf(closed)).data).toEqual([]);

    expect((await oscar.api.rpc("undo", { _undo_id: undoId ?? "" })).data).toBe("merge_members");
    expect((await host.visitor().auth.signInWithPassword(closed)).error).toBeNull();
    expect((await predictionsOf(kept)).data).toEqual([]);
    expect((await predictionsOf(closed)).data).toEqual([{ match_id: match, home_prediction: 2 }]);
  });

  it("two admins who merge the same accounts in opposite directions keep one of them", async () => {
    const [one, two] = [await host.person("Ben One"), await host.person("Ben Two")];
    const answers = await Promise.all([merge(olga, one, two), merge(oscar, two, one)]);
    expect(answers.map(({ error }) => error?.code ?? "merged").toSorted()).toEqual(["22023", "merged"]);
  });

  it("a merge moves no secret prediction that is saved at the same time, and its undo has them all", async () => {
    const [kept, double] = [await host.person("Cleo Kept"), await host.person("Cleo Double")];
    const matches = await Promise.all(Array.from({ length: 8 }, anOpenMatch));
    const saves = matches.map((match) => predict(double, match));
    const [merged, ...saved] = await Promise.all([merge(olga, kept, double), ...saves]);
    expect(merged.error).toBeNull();
    const count = saved.filter(({ error }) => error === null).length;
    const left = async ({ id }: Person) =>
      (await host.secret.from("user_predictions").select("id").eq("user_id", id)).data;
    expect(await left(kept)).toEqual([]);
    expect((await olga.api.rpc("undo", { _undo_id: merged.data ?? "" })).error).toBeNull();
    // Also those of which the save began before the account was closed and ended afterwards.
    expect(await left(double)).toHaveLength(count);
  });
});

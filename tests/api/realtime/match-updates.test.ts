/** /realtime/v1: subscribers receive changes of `matches`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";

interface Update {
  new: { id: string; status: string; home_score: number | null };
  old: object;
}

describe("live updates", () => {
  let host: Host;
  let player: Person;
  let matchId: string;
  beforeAll(async () => {
    host = await startHost();
    player = await host.person("Lena Listener");
    await host.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
    const { data } = await host.secret
      .from("matches")
      .insert({
        home_team_name: "Arsenal",
        away_team_name: "Chelsea",
        match_date: "2199-01-01",
        league: "FA Cup",
      })
      .select("id")
      .single();
    matchId = data?.id ?? "";
  });
  afterAll(() => host.stop());

  /** Subscribes to updates of matches; resolves when the server has accepted the subscription. */
  async function listen(api: Api): Promise<{ next(): Promise<Update>; stop(): Promise<unknown> }> {
    const updates: Update[] = [];
    let wake: (() => void) | undefined;
    const channel = api
      .channel("matches")
      .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, (payload) => {
        updates.push(payload as unknown as Update);
        wake?.();
      });
    await new Promise<void>((resolve, reject) => {
      channel.on("system", {}, ({ status, extension }: { status: string; extension: string }) => {
        if (extension === "postgres_changes") status === "ok" ? resolve() : reject(new Error("refused"));
      });
      channel.subscribe((status, error) => {
        if (status === "CHANNEL_ERROR" || status === "TIMED_OUT") reject(error ?? new Error(status));
      });
    });
    return {
      async next() {
        if (updates.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        return updates.shift() as Update;
      },
      stop: () => api.removeAllChannels(),
    };
  }

  it("reach players and visitors", async () => {
    const visitor = host.visitor();
    const [mine, theirs] = [await listen(player.api), await listen(visitor)];
    await host.secret
      .from("matches")
      .update({ status: "live", home_score: 1, away_score: 0 })
      .eq("id", matchId);
    for (const listener of [mine, theirs]) {
      const update = await listener.next();
      expect(update.new).toMatchObject({ id: matchId, status: "live", home_score: 1 });
      expect(update.old).toEqual({ id: matchId });
      await listener.stop();
    }
  });

  it("announce a completion from the transaction that scores, so completed_at equals updated_at", async () => {
    const mine = await listen(player.api);
    await host.secret
      .from("matches")
      .update({ status: "completed", home_score: 2, away_score: 0 })
      .eq("id", matchId);
    const { new: row } = (await mine.next()) as unknown as {
      new: { status: string; completed_at: string; updated_at: string };
    };
    expect(row.status).toBe("completed");
    expect(row.completed_at).toBe(row.updated_at);
    await mine.stop();
  });

  it("refuse a token with an invalid signature", async () => {
    const api = host.visitor();
    await api.realtime.setAuth("not.a.token");
    await expect(listen(api)).rejects.toThrow();
    await api.removeAllChannels();
  });
});

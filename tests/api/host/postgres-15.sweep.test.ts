/** Calls every service once on PostgreSQL 15, the oldest version that the product supports. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { daysFromNow } from "../../club-time.ts";
import { type Cluster, startCluster } from "../../engines/postgres-cluster.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { Inbox, subscribed } from "../support/realtime-channels.ts";
import { PNG } from "../support/storage-samples.ts";

describe("on PostgreSQL 15", () => {
  let cluster: Cluster;
  let host: Host;
  let admin: Person;
  let player: Person;
  let matchId: string;

  beforeAll(async () => {
    cluster = await startCluster({ server: "debian" });
    host = await startHost({ databaseUrl: cluster.url("postgres") });
    admin = await host.admin("Olga Admin");
    player = await host.person("Pia Player");
  });
  afterAll(async () => {
    await host?.stop();
    await cluster?.stop();
  });

  it("signs up and signs in", async () => {
    const account = { email: "new@example.com", password: "Correct1Horse" };
    const signedUp = await host
      .visitor()
      .auth.signUp({ ...account, options: { data: { full_name: "New" } } });
    expect(signedUp.error).toBeNull();
    const signedIn = await host.visitor().auth.signInWithPassword(account);
    expect(signedIn.data.user?.id).toBe(signedUp.data.user?.id);
  });

  it("writes, reads and calls a function through REST", async () => {
    const teams = await admin.api.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
    expect(teams.error).toBeNull();
    const match = { home_team_name: "Arsenal", away_team_name: "Chelsea", league: "Friendly Club" };
    const made = await admin.api
      .from("matches")
      .insert({ ...match, match_date: daysFromNow(2) })
      .select("id")
      .single();
    matchId = made.data?.id ?? "";
    const prediction = { match_id: matchId, home_prediction: 2, away_prediction: 1 };
    const predicted = await player.api.from("user_predictions").insert({ user_id: player.id, ...prediction });
    expect(predicted.error).toBeNull();
    const { data } = await player.api
      .from("user_predictions")
      .select("match_id, home_prediction, away_prediction");
    expect(data).toEqual([prediction]);
    expect((await player.api.rpc("leaderboard", { league: "Overall" })).error).toBeNull();
  });

  it("uploads and downloads a file", async () => {
    const path = "news/first.png";
    const bucket = (person: Person) => person.api.storage.from("news-images");
    const uploaded = await bucket(admin).upload(path, PNG, { contentType: "image/png" });
    expect(uploaded.error).toBeNull();
    const { data } = await bucket(player).download(path);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(PNG);
  });

  it("runs an edge function", async () => {
    const { data, error } = await host
      .visitor()
      .functions.invoke("phone-lookup", { body: { phone: "+23052519999" } });
    expect(error).toBeNull();
    expect(data).toEqual({ email: null });
  });

  it("sends a change to a subscriber and adds a completed match to the leaderboard", async () => {
    const changes = new Inbox<object>();
    const channel = player.api
      .channel("matches")
      .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, ({ new: row }) =>
        changes.put(row),
      );
    const taken = new Promise<{ status: string }>((resolve) => channel.on("system", {}, resolve));
    await subscribed(channel);
    expect((await taken).status).toBe("ok");
    const result = { status: "completed", home_score: 2, away_score: 1 } as const;
    expect((await admin.api.from("matches").update(result).eq("id", matchId)).error).toBeNull();
    expect(await changes.next()).toMatchObject({ id: matchId, ...result });
    await player.api.removeAllChannels();
    const { data } = await player.api.rpc("leaderboard", { league: "Friendly Club" });
    expect(data).toMatchObject([{ user_id: player.id, rank: 1, points: 3, perfect_scores: 1 }]);
  });
});

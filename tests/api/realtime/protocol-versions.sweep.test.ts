/** /realtime/v1: both serializers of the official client on one topic. */
import { createClient } from "@supabase/supabase-js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../supabase/database.types.ts";
import { REALTIME } from "../../realtime-options.ts";
import { type Api, type Host, startHost } from "../support/host.ts";
import { Inbox, join, subscribed } from "../support/realtime-channels.ts";

const VERSIONS = ["1.0.0", "2.0.0"] as const;

describe("both protocol versions", () => {
  let host: Host;
  const apis: Api[] = [];
  beforeAll(async () => {
    host = await startHost();
  });
  afterEach(async () => {
    for (const api of apis.splice(0)) await api.removeAllChannels();
  });
  afterAll(() => host.stop());

  /** A client with this version and a short heartbeat. With a shorter one a busy machine looks dead. */
  function speaking(vsn: string): { api: Api; beats: Inbox<string> } {
    const beats = new Inbox<string>();
    const api = createClient<Database>(host.url, host.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: {
        vsn,
        heartbeatIntervalMs: 2000,
        heartbeatCallback: (status) => beats.put(status),
        ...REALTIME,
      },
    });
    apis.push(api);
    return { api, beats };
  }

  it("exchange broadcasts and presences and get the same replies", async () => {
    const members = [];
    for (const vsn of VERSIONS) {
      const { api, beats } = speaking(vsn);
      const config = { broadcast: { ack: true, self: true }, presence: { key: vsn, enabled: true } };
      members.push({ vsn, beats, ...(await join(api, "derby", config)) });
    }
    for (const { vsn, channel } of members) {
      expect(await channel.track({ speaks: vsn })).toBe("ok");
      expect(await channel.send({ type: "broadcast", event: "cheer", payload: { by: vsn } })).toBe("ok");
    }
    for (const { beats, received, presence, channel } of members) {
      for (const by of VERSIONS)
        expect(await received.next()).toMatchObject({ event: "cheer", payload: { by } });
      await presence.until(() => Object.keys(channel.presenceState()).length === VERSIONS.length);
      expect(channel.presenceState()).toMatchObject({
        "1.0.0": [{ speaks: "1.0.0" }],
        "2.0.0": [{ speaks: "2.0.0" }],
      });
      await beats.until((status) => status === "ok");
    }
    for (const { channel } of members) expect(await channel.unsubscribe()).toBe("ok");
  });

  it("receive the same changes", async () => {
    const inboxes: Inbox<{ new: object }>[] = [];
    for (const vsn of VERSIONS) {
      const inbox = new Inbox<{ new: object }>();
      const channel = speaking(vsn)
        .api.channel("matches")
        .on("postgres_changes", { event: "INSERT", schema: "public", table: "matches" }, inbox.put);
      const ready = new Promise((resolve) => channel.on("system", {}, resolve));
      await subscribed(channel);
      await ready;
      inboxes.push(inbox);
    }
    await host.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
    const { error } = await host.secret.from("matches").insert({
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: "2199-01-01",
      league: "FA Cup",
    });
    expect(error).toBeNull();
    const [older, newer] = await Promise.all(inboxes.map((inbox) => inbox.next()));
    expect(older).toMatchObject({ eventType: "INSERT", new: { home_team_name: "Arsenal" } });
    expect(newer).toEqual(older);
  });
});

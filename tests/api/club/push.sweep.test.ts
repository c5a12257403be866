/** Push messages through a local push service: signed, encrypted, retried, and never sent to an expired subscription. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type HostileServer, startHostileServer } from "../../engines/hostile-server.ts";
import { eventually } from "../../eventually.ts";
import { type Host, type Person, startHost } from "../support/host.ts";
import { helpers, letTimePass, neverQuiet, runJob, statesOf, WORK_MS } from "../support/messages-host.ts";
import { type PushBrowser, type PushService, startPushService } from "../support/push-service.ts";

/** The keys of a new club, which the first run of the function makes. */
const WITHOUT_KEYS = "delete from private.secrets where name = 'push_keys'";

describe("push messages", () => {
  let service: PushService;
  let hostile: HostileServer;
  let host: Host;
  let player: Person;
  let pieces = 0;

  beforeAll(async () => {
    service = await startPushService();
    hostile = await startHostileServer();
    host = await startHost({ migrations: { helpers, noKeys: WITHOUT_KEYS } });
    await neverQuiet(host);
    player = await host.person("Paula Player");
  });
  afterAll(async () => {
    await host?.stop();
    await service?.stop();
    await hostile?.stop();
  });
  beforeEach(async () => {
    service.received.length = 0;
    for (const endpoint of await browsers())
      await player.api.rpc("delete_push_subscription", { _endpoint: endpoint });
  });

  const browsers = async () =>
    ((await player.api.rpc("my_push_subscriptions")).data ?? []).map(({ endpoint }) => endpoint);
  const subscribe = async (endpoint?: string): Promise<PushBrowser> => {
    const made = service.browser();
    const browser = endpoint === undefined ? made : { ...made, endpoint };
    const { endpoint: _endpoint, p256dh: _p256dh, auth: _auth } = browser;
    const { error } = await player.api.rpc("save_push_subscription", { _endpoint, _p256dh, _auth });
    if (error) throw error;
    return browser;
  };
  /** Notifies everyone; returns the title. */
  const tell = async (): Promise<string> => {
    pieces += 1;
    const title = `Piece ${pieces}`;
    await host.secret.from("news").insert({ title, content: "Words with an é and a €." });
    await runJob(host, "Announce news");
    return title;
  };
  const send = () => runJob(host, "Send messages");
  const got = (title: string, { endpoint }: PushBrowser) =>
    service.received.filter(
      ({ to, payload }) => to === new URL(endpoint).pathname && payload.title === title,
    );

  it("arrive at each browser of a player, signed with the club's key and encrypted for that browser", async () => {
    const both = [await subscribe(), await subscribe()];
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toEqual([{ state: "sent", last_error: null }]);
    }, WORK_MS);
    const { data: key } = await player.api.rpc("push_key");
    expect(key).toMatch(/^B[\w-]{86}$/);
    for (const browser of both) {
      expect(got(title, browser)).toMatchObject([
        {
          key,
          claims: { sub: expect.stringMatching(/^mailto:/), aud: service.origin },
          headers: {
            "content-encoding": "aes128gcm",
            urgency: "normal",
            topic: expect.stringMatching(/^[\w-]{1,32}$/),
          },
          payload: {
            title,
            body: "Words with an é and a €.",
            url: "/",
            tag: expect.stringMatching(/^news /),
          },
        },
      ]);
      const ttl = Number(got(title, browser)[0]?.headers.ttl);
      expect(ttl).toBe(86_400);
    }
  });

  it.each([404, 410])("end a subscription that the service reports as gone (%i)", async (status) => {
    const [gone, there] = [await subscribe(), await subscribe()];
    service.answers(gone, status);
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toEqual([{ state: "sent", last_error: null }]);
    }, WORK_MS);
    expect(await browsers()).toEqual([there.endpoint]);
    expect(got(title, there)).toHaveLength(1);
  });

  it.each([
    [429, { "retry-after": "120" }],
    [500, {}],
    [503, {}],
  ] as const)(
    "are retried only for browsers that did not receive them when the push service answers %i",
    async (status, headers) => {
      const [busy, there] = [await subscribe(), await subscribe()];
      service.answers(busy, status, headers);
      const title = await tell();
      await eventually(async () => {
        await send();
        expect(await statesOf(host, title)).toEqual([
          { state: "waiting", last_error: `The push service answered ${status}` },
        ]);
      }, WORK_MS);
      service.answers(busy, 201);
      await letTimePass(host);
      await eventually(async () => {
        await send();
        expect(await statesOf(host, title)).toMatchObject([{ state: "sent" }]);
      }, WORK_MS);
      expect([got(title, busy).length, got(title, there).length]).toEqual([2, 1]);
    },
  );

  it("fail with the service's reason if it refuses permanently", async () => {
    const browser = await subscribe();
    service.answers(browser, 403);
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toEqual([
        { state: "failed", last_error: "The push service answered 403" },
      ]);
    }, WORK_MS);
    expect(got(title, browser)).toHaveLength(1);
  });

  it("fail once if the service's reason has text that PostgreSQL cannot store", async () => {
    const browser = await subscribe();
    service.answers(browser, 403, {}, "not \0 here");
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toEqual([
        { state: "failed", last_error: "The push service answered 403 not \ufffd here" },
      ]);
    }, WORK_MS);
    expect(got(title, browser)).toHaveLength(1);
  });

  it.each([
    ["endless-body", "failed", "201, and the answer has more than 1024 bytes"],
    ["compressed", "failed", "201, and the answer is compressed"],
    ["endless-error", "waiting", "503, and the answer has more than 1024 bytes"],
  ])("cost no memory when a push service answers with %s", async (attack, state, reason) => {
    await subscribe(`${hostile.origin}/${attack}`);
    hostile.sent.clear();
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toEqual([
        { state, last_error: `The push service answered ${reason}` },
      ]);
    }, WORK_MS);
    await eventually(() => expect(hostile.sent.get(attack)).toBeLessThan(16 * 1024 * 1024));
  });

  it("are not sent to subscriptions with invalid keys", async () => {
    const { endpoint: _endpoint } = service.browser();
    const keys = { _p256dh: `B${"A".repeat(86)}`, _auth: "A".repeat(22) };
    await player.api.rpc("save_push_subscription", { _endpoint, ...keys });
    const title = await tell();
    await eventually(async () => {
      await send();
      expect(await statesOf(host, title)).toMatchObject([{ state: "failed" }]);
    }, WORK_MS);
    expect(await browsers()).toEqual([]);
  });

  it("are not sent to players who turned them off", async () => {
    const browser = await subscribe();
    await player.api.rpc("set_message_choice", { _kind: "news", _in_app: true, _email: false, _push: false });
    const quiet = await tell();
    await eventually(async () => expect(await inApp(quiet)).toBe(1));
    await player.api.rpc("set_message_choice", { _kind: "news", _in_app: true, _email: false, _push: true });
    const loud = await tell();
    await eventually(async () => {
      await send();
      expect(got(loud, browser)).toHaveLength(1);
    }, WORK_MS);
    expect(got(quiet, browser)).toEqual([]);
  });

  const inApp = async (title: string) =>
    (await player.api.from("notifications").select("id").eq("title", title)).data?.length;
});

describe("push messages of a public site", () => {
  it("are never sent to addresses of the host's own machine", async () => {
    const service = await startPushService();
    const host = await startHost({
      env: { SITE_URL: "https://club.example.com", PASSWORD_COST: "full" },
      migrations: { helpers },
    });
    try {
      await neverQuiet(host);
      const player = await host.person("Paula Player");
      const { endpoint: _endpoint, p256dh: _p256dh, auth: _auth } = service.browser();
      await player.api.rpc("save_push_subscription", { _endpoint, _p256dh, _auth });
      await host.secret.from("news").insert({ title: "Inside", content: "Job." });
      await runJob(host, "Announce news");
      await eventually(async () => {
        await runJob(host, "Send messages");
        expect(await statesOf(host, "Inside")).toMatchObject([{ state: "failed" }]);
      }, WORK_MS);
      expect((await player.api.rpc("my_push_subscriptions")).data).toEqual([]);
      expect(service.received).toEqual([]);
    } finally {
      await host.stop();
      await service.stop();
    }
  });
});

/** A reminder to many players reaches each once, also when the host is killed midway and when two hosts send. */
import { afterEach, describe, expect, it } from "vitest";
import { hoursFromNow } from "../../club-time.ts";
import { eventually } from "../../eventually.ts";
import { sized } from "../../long-form.ts";
import { type Host, type HostOptions, runSql, startHost } from "../support/host.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { helpers, letTimePass, neverQuiet, runJob, WORK_MS, waiting } from "../support/messages-host.ts";

/** Several batches of messages. */
const PLAYERS = sized({ short: 600, long: 5000 });
/** Accounts inserted by SQL: nobody signs in here, and hashing so many passwords would take minutes. */
const players = `
  insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
  select gen_random_uuid(), 'player' || n || '@example.com', now(), '{"full_name": "Player"}' from generate_series(1, ${PLAYERS}) n;`;

let mails: MailServer;
const hosts: Host[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0).reverse()) await host.stop();
  await mails.down();
});

async function start(options: HostOptions = {}): Promise<Host> {
  const host = await startHost({
    env: { SMTP_URL: mails.url },
    migrations: { helpers },
    ...options,
  });
  hosts.push(host);
  if (!options.sharedWith) await runSql(host, players);
  return host;
}

async function remind(host: Host): Promise<void> {
  await neverQuiet(host);
  await host.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
  const match = { home_team_name: "Arsenal", away_team_name: "Chelsea", league: "Friendly Club" };
  const { error } = await host.secret.from("matches").insert({ ...match, ...hoursFromNow(1.5) });
  if (error) throw error;
  await runJob(host, "Remind players");
}

const addressees = () => new Set(mails.received.map(({ to }) => to));
const messageIds = () => new Set(mails.received.map(({ headers }) => headers["message-id"]));
const inTheApp = async (host: Host) =>
  (await host.secret.from("notifications").select("*", { count: "exact", head: true })).count;

describe("a reminder to many players", () => {
  it("reaches each player once although the host is killed midway", async () => {
    mails = await startMailServer();
    const first = await start();
    const half = new Promise<void>((resolve) => {
      mails.onMail = () => {
        if (mails.received.length === PLAYERS / 2) resolve();
      };
    });
    await remind(first);
    await half;
    await first.kill();
    const before = mails.received.length;
    const second = await start({ sharedWith: first });
    await letTimePass(second);
    await eventually(async () => {
      await runJob(second, "Send messages");
      expect(await waiting(second)).toBe(0);
    }, WORK_MS);
    expect(addressees().size).toBe(PLAYERS);
    // Messages that were sent but not yet recorded are sent again with the same Message-ID.
    expect(messageIds().size).toBe(PLAYERS);
    expect(mails.received.length - PLAYERS).toBeLessThan(50);
    expect(before).toBeLessThan(PLAYERS);
    expect(await inTheApp(second)).toBe(PLAYERS);
  });
});

describe("a reminder to many players from two hosts with one PostgreSQL", () => {
  it("reaches each player exactly once", async () => {
    mails = await startMailServer();
    const first = await start();
    const second = await start({ sharedWith: first });
    await remind(first);
    await eventually(async () => {
      await runJob(second, "Send messages");
      expect(mails.received.length).toBeGreaterThan(0);
      expect(await waiting(second)).toBe(0);
    }, WORK_MS);
    expect([mails.received.length, addressees().size]).toEqual([PLAYERS, PLAYERS]);
    expect(await inTheApp(first)).toBe(PLAYERS);
  });
});

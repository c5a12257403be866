/** Three hosts with one PostgreSQL behind Caddy serve one club, also while one of them is killed. */
import { request } from "node:http";
import { createClient } from "@supabase/supabase-js";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../supabase/database.types.ts";
import { daysFromNow } from "../../club-time.ts";
import { type Caddy, startCaddy } from "../../engines/caddy.ts";
import { eventually } from "../../eventually.ts";
import { FACT_MS } from "../../limits.ts";
import { sized } from "../../long-form.ts";
import { REALTIME } from "../../realtime-options.ts";
import { type Api, type Host, type Person, startHost } from "../support/host.ts";
import { subscribed } from "../support/realtime-channels.ts";

const PASSWORD = "Correct1Horse";
const SPECTATORS = 30;
const MATCHES = 8;
/** Measured on a quiet machine only. */
const LONGEST_GAP_MS = sized({ short: FACT_MS, long: 3000 });
/** The page retries a save after a failure; see prediction-saver.ts. */
const RETRIED = [502, 503, 504];

/** An open page: its live updates, and when it lost and regained them. */
interface Page {
  api: Api;
  rows: Map<string, string>;
  /** performance.now() of each subscription. */
  live: number[];
}

describe("three hosts behind Caddy", () => {
  let hosts: [Host, Host, Host];
  let caddy: Caddy;
  let sql: pg.Client;
  let members: Person[];

  beforeAll(async () => {
    const env = { TRUSTED_PROXIES: "127.0.0.1" };
    const first = await startHost({ env });
    hosts = [first, await startHost({ env, sharedWith: first }), await startHost({ env, sharedWith: first })];
    caddy = await startCaddy(hosts.map(({ url }) => url));
    sql = new pg.Client(first.databaseUrl);
    await sql.connect();
    await sql.query(`create table ticks (at timestamptz default clock_timestamp());
      insert into private.jobs (name, every, query) values ('Tick', '1 second', 'with t as (insert into public.ticks default values) select 0');
      create view schedule as select next_run_at as at from private.jobs where name = 'Tick'`);
    members = await Promise.all(["Ada", "Bob", "Cleo", "Dan"].map((name) => first.person(`${name} Member`)));
  });
  afterAll(async () => {
    await caddy?.stop();
    await sql?.end();
    for (const host of [...(hosts ?? [])].reverse()) await host.stop();
  });

  const client = (key: string): Api =>
    createClient<Database>(caddy.url, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: REALTIME,
    });

  /** The status of a request through Caddy from an address of this machine. */
  const post = (path: string, body: object, from: string, headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${caddy.url}${path}`, {
        method: "POST",
        localAddress: from,
        headers: { apikey: hosts[0].publishableKey, "content-type": "application/json", ...headers },
      });
      sent.once("error", reject).once("response", (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      sent.end(JSON.stringify(body));
    });

  it("accept a session of any of them", async () => {
    const [member] = members;
    const api = client(hosts[0].publishableKey);
    const signedIn = await api.auth.signInWithPassword({ email: member?.email ?? "", password: PASSWORD });
    const token = signedIn.data.session?.access_token;
    const answers = await Promise.all(hosts.map((host) => host.visitor().auth.getUser(token)));
    expect(answers.map(({ data }) => data.user?.id)).toEqual(hosts.map(() => member?.id));
  });

  it("count failed sign-ins of an account together, by the client's own address", async () => {
    const account = { email: members[1]?.email, password: "Wrong1Horse" };
    const path = "/auth/v1/token?grant_type=password";
    const attempt = (from: string, headers = {}) => post(path, account, from, headers);
    const statuses = [];
    for (let n = 0; n < 6; n++) statuses.push(await attempt("127.0.0.2"));
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    expect(await attempt("127.0.0.2", { "x-forwarded-for": "127.0.0.9" })).toBe(429);
    expect(await attempt("127.0.0.3")).toBe(400);
  });

  async function openPage(index: number): Promise<Page> {
    const page: Page = { api: client(hosts[0].publishableKey), rows: new Map(), live: [] };
    const channel = page.api
      .channel(`page-${index}`)
      .on("postgres_changes", { event: "UPDATE", schema: "public", table: "matches" }, (change) => {
        const { id, status } = change.new as { id: string; status: string };
        page.rows.set(id, status);
      })
      .on("system", {}, () => page.live.push(performance.now()));
    await subscribed(channel);
    await eventually(() => expect(page.live).toHaveLength(1));
    return page;
  }

  async function createMatches(): Promise<string[]> {
    const teams = Array.from({ length: MATCHES * 2 }, (_, index) => `Team ${index}`);
    await hosts[0].secret.from("teams").insert(teams.map((name) => ({ name })));
    const { data } = await hosts[0].secret
      .from("matches")
      .insert(
        Array.from({ length: MATCHES }, (_, index) => ({
          home_team_name: teams[2 * index] ?? "",
          away_team_name: teams[2 * index + 1] ?? "",
          league: "Friendly Club",
          match_date: daysFromNow(3),
        })),
      )
      .select("id");
    return (data ?? []).map(({ id }) => id);
  }

  it("lose nothing when one is killed during a matchday, and open pages are soon live again", async () => {
    const matches = await createMatches();
    const [played, open] = [matches.slice(0, MATCHES / 2), matches.slice(MATCHES / 2)];
    const pages = await Promise.all(Array.from({ length: SPECTATORS }, (_, index) => openPage(index)));
    const acknowledged = new Map<string, number>();
    let playing = true;
    const saving = members.map(async ({ id, api }, index) => {
      const token = (await api.auth.getSession()).data.session?.access_token;
      for (let goals = 0; playing; goals = (goals + 1) % 50)
        for (const match_id of open) {
          const body = { user_id: id, match_id, home_prediction: goals, away_prediction: 0 };
          const path = "/rest/v1/user_predictions?on_conflict=user_id,match_id";
          const headers = { authorization: `Bearer ${token}`, prefer: "resolution=merge-duplicates" };
          const status = await post(path, body, `127.0.0.${10 + index}`, headers).catch(() => 502);
          if (status === 201 || status === 200) acknowledged.set(`${id} ${match_id}`, goals);
          else expect(RETRIED).toContain(status);
        }
    });

    const organiser = client(hosts[0].secretKey);
    let killed = 0;
    for (const [index, id] of played.entries()) {
      if (index === 1) {
        killed = performance.now();
        await hosts[1].kill();
      }
      // A result that was not acknowledged is entered again.
      await eventually(async () => {
        const result = { status: "completed", home_score: 2, away_score: index };
        const { error } = await organiser.from("matches").update(result).eq("id", id);
        expect(error).toBeNull();
      });
    }
    const interrupted = () => pages.filter(({ live }) => live.length > 1);
    // A page that was not interrupted is sent every result; the others read them again.
    await eventually(() => {
      const sent = pages
        .filter(({ live }) => live.length === 1)
        .map(({ rows }) => played.map((id) => rows.get(id)));
      expect(new Set(sent.flat())).toEqual(new Set(["completed"]));
      expect(interrupted().length).toBeGreaterThanOrEqual(SPECTATORS / 4);
      expect(pages.every(({ api }) => isLive(api))).toBe(true);
    });
    playing = false;
    await Promise.all(saving);

    const gaps = interrupted().map(({ live }) => (live.at(-1) ?? 0) - killed);
    expect(Math.max(...gaps)).toBeLessThan(LONGEST_GAP_MS);
    const { rows: stored } = await sql.query<{ key: string; goals: number }>(
      "select user_id || ' ' || match_id as key, home_prediction as goals from public.user_predictions",
    );
    const found = new Map(stored.map(({ key, goals }) => [key, goals]));
    expect([...acknowledged].filter(([key, goals]) => found.get(key) !== goals)).toEqual([]);
    expect(acknowledged.size).toBe(members.length * open.length);

    // The hosts look for jobs every five seconds.
    const intervals = await eventually(async () => {
      const { rows } = await sql.query<{ runs: number }>(
        "select count(*)::int as runs from ticks t, schedule s group by floor(extract(epoch from t.at - s.at))",
      );
      expect(rows.length).toBeGreaterThanOrEqual(2);
      return rows;
    });
    expect(new Set(intervals.map(({ runs }) => runs))).toEqual(new Set([1]));
    for (const { api } of pages) await api.removeAllChannels();
  });
});

function isLive(api: Api): boolean {
  return api.getChannels().every(({ state }) => state === "joined");
}

/**
 * How long does the dashboard take in a big club (5,000 players, 380 matches, 1.9M predictions)? First the calls of each admin
 * tab over HTTP, one after another: the first call reaches a host that has just started, the median is
 * that of the next five. Then each tab in Chromium, until it is rendered and idle. No call answers more than a page of rows.
 * --save appends the lines to bench/results/dashboard.md.
 */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { z } from "zod";
import config from "../playwright.config.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { dashboardTabs } from "../web/features/admin/dashboard/dashboard-tabs.ts";
import { addMember, ask, type Keys, keysOf, sender, signIn } from "./clients/requests.ts";
import { withBigClub } from "./engines.ts";
import { judge, median, record } from "./record.ts";

const ROUNDS = 5;
const ADMIN = { email: "organiser@bench.example", password: "Opens 15 tabs at once" };

interface Call {
  name: string;
  path: string;
  /** The name of a database function, called by POST. */
  args?: Record<string, unknown>;
  /** The maximum number of rows. */
  page: number;
}

const rpc = (name: string, page: number, args: Record<string, unknown> = {}): Call => ({
  name: [name, ...[args.sort, args.completion].filter(Boolean)].join(" by "),
  path: `rpc/${name}`,
  args,
  page,
});
const rows = (name: string, path: string, page: number): Call => ({
  name,
  path: `${path}&limit=${page}`,
  page,
});
const first = (page: number) => ({ page_limit: page, page_offset: 0 });

const CALLS: readonly Call[] = [
  rpc("admin_overview", 1),
  rpc("admin_open_predictions", 1),
  rpc("admin_recent_activity", 20, first(20)),
  rpc("points_over_time", 366),
  rpc("predictions_over_time", 732),
  ...["points", "perfect_scores", "accuracy", "predictions", "name", "joined"].map((sort) =>
    rpc("admin_players", 20, { search: "", sort, ...first(20) }),
  ),
  ...["everyone", "predicted_some"].map((completion) =>
    rpc("admin_players", 20, { search: "", completion, ...first(20) }),
  ),
  rpc("players_missing_predictions", 500, { _match_id: null, _matches: "all", ...first(500) }),
  rows("matches", "matches?select=*&status=eq.upcoming&order=kickoff_at,id", 20),
  rpc("admin_plan_codes", 20, { state: null, ...first(20) }),
  rows("news", "news?select=*&order=created_at.desc,id", 20),
  rows("teams", "teams?select=*&order=name", 1000),
  rows("leaderboard archives", "leaderboard_archives?select=*&order=created_at.desc", 200),
  rows("subscription archives", "subscription_period_archives?select=*&order=created_at.desc,id", 20),
  rows("audit log", "admin_audit_log?select=*&order=id.desc", 25),
];

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
await withBigClub(async (dataDir) => {
  await withHost(dataDir, makeAdmin);
  await withHost(dataDir, async (url, keys) => {
    await measure(url, keys);
    await measureTabs(url);
  });
});

/** Runs a host on the folder during the work. */
async function withHost(dataDir: string, work: (url: string, keys: Keys) => Promise<void>): Promise<void> {
  const host = await spawnHost({ DATA_DIR: dataDir });
  try {
    await work(host.url, keysOf(dataDir));
  } finally {
    await host.stop();
  }
}

async function makeAdmin(url: string, { secret_key }: Keys): Promise<void> {
  const secret = sender(url, secret_key);
  await addMember(secret, ADMIN);
  await secret("/rest/v1/rpc/grant_admin", { _identifier: ADMIN.email });
}

async function measure(url: string, { publishable_key: apikey }: Keys): Promise<void> {
  const { token } = await signIn(url, apikey, ADMIN);
  const headers = { apikey, authorization: `Bearer ${token}` };
  const slowest: number[] = [];
  for (const { name, path, args, page } of CALLS) {
    const times: number[] = [];
    let body = "";
    for (let turn = 0; turn <= ROUNDS; turn++) {
      const started = performance.now();
      const sent = args && { body: JSON.stringify(args) };
      const answer = await ask(`${url}/rest/v1/${path}`, { headers, ...sent });
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
      times.push(performance.now() - started);
      body = answer.body;
    }
    const [opening = Number.NaN, ...later] = times;
    const count = z.array(z.unknown()).parse(JSON.parse(body)).length;
    if (count > page) throw new Error(`${name} answers ${count} rows, a page has ${page}`);
    slowest.push(Math.max(...times));
    record(
      "dashboard",
      `${name}: first ${opening.toFixed(0)} ms, median ${median(later).toFixed(1)} ms, ` +
        `${count} rows, ${Buffer.byteLength(body).toLocaleString("en")} bytes`,
    );
  }
  judge("dashboard", "call", Math.max(...slowest) / 1000);
}

async function measureTabs(url: string): Promise<void> {
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${url}/auth`);
    await page.getByLabel("Email or phone number").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Welcome back!").waitFor();
    // Prefetches of the first page do not count for the tabs.
    await page.waitForLoadState("networkidle");
    const times: { label: string; ms: number }[] = [];
    for (const { path, label } of dashboardTabs) {
      const started = performance.now();
      await page.goto(`${url}/admin-dashboard/${path}`);
      await page.waitForFunction(
        (name) =>
          document.title.startsWith(name) &&
          document.querySelector("main h2") !== null &&
          document.querySelector("main .skeleton, main [aria-busy=true]") === null,
        label,
      );
      times.push({ label, ms: performance.now() - started });
    }
    record(
      "dashboard",
      `in the browser, ms: ${times.map(({ label, ms }) => `${label} ${ms.toFixed(0)}`).join(", ")}`,
    );
    judge("dashboard", "tab", Math.max(...times.map(({ ms }) => ms)) / 1000);
  } finally {
    await browser.close();
  }
}

/**
 * How long does the dashboard take in a big club (5,000 players, 380 matches, 1.9M predictions)? First the calls of each admin
 * tab over HTTP, one after another: the first call reaches a host that has just started, the median is
 * that of the next ten. Then each tab in Chromium, until it is rendered and idle.
 * Target: 1 s for every call, including the first, and for every tab; never more than a page of rows.
 * --save appends the lines to bench/results/dashboard.md.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "@playwright/test";
import { z } from "zod";
import config from "../playwright.config.ts";
import { openDatabase } from "../server/database/open.ts";
import { spawnHost } from "../tools/host/spawn-host.ts";
import { dashboardTabs, systemTabs } from "../web/features/admin/dashboard/dashboard-tabs.ts";
import { fillBigClub } from "./clubs/big-club.ts";
import { median, withDataFolder } from "./engines.ts";
import { record } from "./record.ts";

const ROUNDS = 10;
const AIM_MS = 1000;
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
  name: args.sort === undefined ? name : `${name} by ${args.sort}`,
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
  rpc("admin_completion", 20, { search: "", ...first(20) }),
  rpc("players_missing_predictions", 500, { _match_id: null, _matches: "all", ...first(500) }),
  rows("matches", "matches?select=*&status=eq.upcoming&order=kickoff_at,id", 20),
  rpc("admin_plan_codes", 20, { state: null, ...first(20) }),
  rows("news", "news?select=*&order=created_at.desc,id", 20),
  rows("teams", "teams?select=*&order=name", 1000),
  rows("leaderboard archives", "leaderboard_archives?select=*&order=created_at.desc", 200),
  rows("subscription archives", "subscription_period_archives?select=*&order=created_at.desc,id", 20),
  rows("audit log", "admin_audit_log?select=*&order=id.desc", 25),
];

const keysSchema = z.object({ publishable_key: z.string(), secret_key: z.string() });
type Keys = z.infer<typeof keysSchema>;

await promisify(execFile)(process.execPath, ["tools/build.mjs"]);
await withDataFolder(async (dataDir) => {
  await withHost(dataDir, makeAdmin);
  const db = await openDatabase({ dataDir });
  try {
    await fillBigClub(db);
  } finally {
    await db.close();
  }
  await withHost(dataDir, async (host, keys) => {
    await measure(host, keys);
    await measureTabs(host);
  });
});

/** Runs a host on the folder during the work. */
async function withHost(dataDir: string, work: (url: string, keys: Keys) => Promise<void>): Promise<void> {
  const host = await spawnHost({ DATA_DIR: dataDir });
  try {
    const keys = keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
    await work(host.url, keys);
  } finally {
    await host.stop();
  }
}

async function makeAdmin(url: string, { secret_key }: Keys): Promise<void> {
  await sent(`${url}/auth/v1/admin/users`, secret_key, { ...ADMIN, email_confirm: true });
  await sent(`${url}/rest/v1/rpc/grant_admin`, secret_key, { _identifier: ADMIN.email });
}

async function measure(url: string, { publishable_key }: Keys): Promise<void> {
  const signedIn = await sent(`${url}/auth/v1/token?grant_type=password`, publishable_key, ADMIN);
  const { access_token } = z.object({ access_token: z.string() }).parse(JSON.parse(signedIn));
  for (const { name, path, args, page } of CALLS) {
    const times: number[] = [];
    let answer = "";
    for (let turn = 0; turn <= ROUNDS; turn++) {
      const started = performance.now();
      answer = await sent(`${url}/rest/v1/${path}`, publishable_key, args, access_token);
      times.push(performance.now() - started);
    }
    const [opening = Number.NaN, ...later] = times;
    const count = z.array(z.unknown()).parse(JSON.parse(answer)).length;
    if (count > page) throw new Error(`${name} answers ${count} rows, a page has ${page}`);
    const verdict = Math.max(...times) <= AIM_MS ? "" : `, MISSES ${AIM_MS} ms`;
    record(
      "dashboard",
      `embedded ${name}: first ${opening.toFixed(0)} ms, median ${median(later).toFixed(1)} ms, ` +
        `${count} rows, ${Buffer.byteLength(answer).toLocaleString("en")} bytes${verdict}`,
    );
  }
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
    const times: string[] = [];
    for (const { path, label } of [...dashboardTabs, ...systemTabs]) {
      const started = performance.now();
      await page.goto(`${url}/admin-dashboard/${path}`);
      await page.waitForFunction(
        (name) =>
          document.title.startsWith(name) &&
          document.querySelector("main h2") !== null &&
          document.querySelector("main .skeleton, main [aria-busy=true]") === null,
        label,
      );
      const took = performance.now() - started;
      times.push(`${label} ${took.toFixed(0)}${took <= AIM_MS ? "" : " (MISSES)"}`);
    }
    record("dashboard", `embedded in the browser, ms: ${times.join(", ")}`);
  } finally {
    await browser.close();
  }
}

/** POST with a body, GET without. Resolves to the response text; throws on an error status. */
async function sent(address: string, apikey: string, body?: object, token = apikey): Promise<string> {
  const headers = { apikey, authorization: `Bearer ${token}`, "content-type": "application/json" };
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(address, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
  return text;
}

/** Networks that answer in place of the host, or accept and never answer. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, expect, type Page } from "@playwright/test";
import { startBrowser } from "../support/browser/own-browser.ts";
import { cacheTheRest, installWorker, workerIsActive } from "../support/browser/service-worker.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must } from "../support/club-data.ts";
import { type Lie, openProxy, type ReplaceableProxy } from "../support/proxy.ts";
import { test } from "../support/test.ts";
import {
  card,
  enterPrediction,
  newVisitor,
  PASSWORD,
  signIn,
  whileTimePasses,
} from "../support/user-actions.ts";

let proxy: ReplaceableProxy;
let club: Club;
let matchId = "";
let players = 0;
test.use({ serviceWorkers: "allow" });

test.beforeAll(async () => {
  proxy = await openProxy();
  club = await openClub({ env: { SITE_URL: proxy.url } });
  matchId = await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
});
test.afterAll(async () => {
  await club.stop();
  await proxy.close();
});
test.beforeEach(() => {
  proxy.forwardTo(club.url);
  proxy.lie(null);
});

const memberPages = [
  "/",
  "/subscriptions",
  "/leaderboard",
  "/honours",
  "/questions",
  "/archives",
  "/groups",
  "/profile",
];
/** Ends the browsers of a test that has failed before it killed them. */
const started: (() => Promise<void>)[] = [];
test.afterEach(async () => {
  for (const stop of started.splice(0)) await stop();
});

const match = (page: Page) => card(page, "Arsenal", "Chelsea");

async function set(page: Page, home: number, away: number): Promise<void> {
  await match(page).getByLabel("Arsenal score").fill(String(home));
  await match(page).getByLabel("Chelsea score").fill(String(away));
}

function expireToken(page: Page): Promise<void> {
  return page.evaluate(() => {
    const key = "scoreline-auth-token";
    const session: object = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
}

async function savedBy(id: string): Promise<unknown> {
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction, away_prediction")
    .match({ user_id: id, match_id: matchId });
  return data;
}

/** A signed-in player on Matches. */
async function aPlayer(browser: Browser, add = addPlayer): Promise<{ page: Page; id: string }> {
  players += 1;
  const email = `player${players}@example.com`;
  const id = await add(club, `Paula Player ${players}`, email);
  const page = await newVisitor(browser, { ...club, url: proxy.url }, []);
  await signIn(page, email);
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  return { page, id };
}

/** The cached files that are pages. */
function poisoned(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const found: string[] = [];
    for (const name of (await caches.keys()).filter((cache) => cache.startsWith("shell"))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))?.text())?.includes("Free WiFi"))
          found.push(new URL(request.url).pathname);
    }
    return found;
  });
}

const portal = "<!doctype html><title>Free WiFi</title><p>Accept the terms to continue.</p>";
/** A portal answers everything with its page, at any address. */
const portalPage: Lie = () => ({ status: 200, type: "text/html", body: portal });
/** A portal redirects everything to its own page. */
const portalElsewhere: Lie = ({ path }) =>
  path === "/login"
    ? { status: 200, type: "text/html", body: portal }
    : { status: 302, location: `${proxy.url}/login` };
const filter: Lie = () => ({ status: 403, type: "text/html", body: portal });

for (const [network, lie] of [
  ["a portal's page", portalPage],
  ["a portal's redirection", portalElsewhere],
] as const)
  test(`${network} refuses no prediction, which is sent when the club answers again`, async ({ browser }) => {
    const { page, id } = await aPlayer(browser);
    await enterPrediction(page, "Arsenal", "Chelsea", [1, 2]);
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    proxy.lie(lie);
    await match(page).getByLabel("Arsenal score").fill("4");
    await expect(match(page).getByRole("alert")).toContainText("4–2 is kept on this device.");
    await expect(match(page).getByLabel("Arsenal score")).toHaveValue("4");
    proxy.lie(null);
    await match(page).getByRole("button", { name: "Retry" }).click();
    await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
    expect(await savedBy(id)).toEqual([{ home_prediction: 4, away_prediction: 2 }]);
  });

test("a save that the network never answers says so after half a minute, and yields to a later one of another device", async ({
  browser,
}) => {
  const { page, id } = await aPlayer(browser);
  // The page takes its clock for right to two seconds, so the other device is later by more than an inexact clock.
  await page.clock.install({ time: Date.now() - 1_000 });
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  proxy.lie(() => "silence");
  await set(page, 1, 3);
  await expect(match(page).getByText("Saving...")).toBeVisible();
  const later = { home_prediction: 0, away_prediction: 0 };
  await must(club.secret.from("user_predictions").insert({ user_id: id, match_id: matchId, ...later }));
  const kept = match(page).getByText("Not saved: no connection. 1–3 is kept on this device.");
  await whileTimePasses(page, (limit) => expect(kept).toBeVisible(limit));
  proxy.lie(null);
  const shown = match(page).getByLabel("Chelsea score");
  await whileTimePasses(page, (limit) => expect(shown).toHaveValue("0", limit));
  expect(await savedBy(id)).toEqual([later]);
});

test("a prediction that is typed when the page goes away is saved, even before the disk has it", async ({
  browser,
}) => {
  const { page, id } = await aPlayer(browser);
  // The page waits neither for the next change nor for the disk: its clock stands still, and its disk never answers.
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => ({}) as IDBOpenDBRequest;
  });
  await page.clock.install();
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await set(page, 2, 0);
  await expect(match(page).getByText("Saving...")).toBeVisible();
  // The network is slower than the browser, which cancels the requests of a page that has gone.
  let forward = () => {};
  const gone = new Promise<"truth">((resolve) => (forward = () => resolve("truth")));
  proxy.lie(({ method, path }) =>
    method === "POST" && path.startsWith("/rest/v1/user_predictions") ? gone : "truth",
  );
  await page.goto("about:blank");
  // What the browser cancels has been cancelled when the next answer arrives.
  await page.goto("/config.json");
  forward();
  await expect.poll(() => savedBy(id)).toEqual([{ home_prediction: 2, away_prediction: 0 }]);
});

// Each test has another number, because five wrong passwords lock a number.
for (const [network, number, lie] of [
  ["answers with a portal's page", "57123451", portalPage],
  ["fails", "57123452", () => ({ status: 500, type: "application/json", body: '{"error":"failed"}' })],
  ["never answers", "57123453", () => "silence"],
] as [string, string, Lie][])
  test(`a sign-in whose lookup of the number ${network} does not say that the password is wrong`, async ({
    browser,
  }) => {
    const page = await newVisitor(browser, { ...club, url: proxy.url }, []);
    await page.clock.install();
    await page.goto("/auth");
    await page.getByLabel("Email or phone number").fill(number);
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    proxy.lie((asked) => (asked.path.endsWith("/phone-lookup") ? lie(asked) : "truth"));
    await page.getByRole("button", { name: "Sign In" }).click();
    const problem = page.getByRole("alert");
    await whileTimePasses(page, (limit) => expect(problem).toBeVisible(limit));
    await expect(problem).toHaveText("An error occurred. Please try again.");
    proxy.lie(null);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Invalid email or password")).toBeVisible();
  });

test("a session that cannot be refreshed has not ended: the prediction waits for the network", async ({
  browser,
}) => {
  const { page, id } = await aPlayer(browser);
  await page.clock.install();
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  proxy.lie(portalPage);
  await expireToken(page);
  await set(page, 3, 3);
  const kept = match(page).getByText("Not saved: no connection. 3–3 is kept on this device.");
  await whileTimePasses(page, (limit) => expect(kept).toBeVisible(limit));
  proxy.lie(null);
  await whileTimePasses(page, (limit) => expect(match(page).getByText(/^Saved \d/)).toBeVisible(limit));
  expect(await savedBy(id)).toEqual([{ home_prediction: 3, away_prediction: 3 }]);
});

for (const [answer, lie] of [
  ["a filter's refusal", filter],
  ["a success without a session", () => ({ status: 200, type: "application/json", body: "{}" })],
] as [string, Lie][])
  test(`${answer} ends no session whose token has to be refreshed`, async ({ browser }) => {
    const { page } = await aPlayer(browser);
    await expireToken(page);
    // The page itself arrives, and the network asks for its terms again afterwards.
    proxy.lie((asked) => (/\/v1\//.test(asked.path) ? lie(asked) : "truth"));
    const refused = page.waitForResponse("**/auth/v1/token*");
    await page.reload();
    await refused;
    await expect(match(page)).toBeVisible();
    proxy.lie(null);
    await page.reload();
    await expect(match(page)).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/matches");
  });

test("a prediction is on the disk before it is sent, so a browser that is killed then sends it at the next visit", async () => {
  const email = "killed@example.com";
  const id = await addPlayer(club, "Kim Killed", email);
  const folder = mkdtempSync(join(tmpdir(), "scoreline-killed-"));
  const start = async () => {
    const { port, gone, stop } = await startBrowser(folder);
    started.push(stop);
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
    const context = browser.contexts()[0];
    if (!context) throw new Error("The browser has no context");
    return { page: await context.newPage(), browser, gone, kill: stop };
  };
  const open = async (path: string) => {
    const opened = await start();
    await opened.page.goto(`${proxy.url}${path}`);
    return opened;
  };

  const first = await open("/config.json");
  await signIn(first.page, email, proxy.url);
  // Closes in order, so that the session is on the disk.
  const session = await first.browser.newBrowserCDPSession();
  await session.send("Browser.close").catch(() => undefined);
  await first.gone;

  const second = await open("/matches");
  await expect(match(second.page)).toBeVisible();
  const sent = new Promise<void>((resolve) =>
    proxy.lie(({ method, path }) => {
      if (method !== "POST" || !path.startsWith("/rest/v1/user_predictions")) return "truth";
      resolve();
      return "silence";
    }),
  );
  await set(second.page, 3, 2);
  await sent;
  await second.kill();

  proxy.lie(null);
  // Any page sends it.
  const third = await open("/profile");
  await expect.poll(() => savedBy(id)).toEqual([{ home_prediction: 3, away_prediction: 2 }]);
  await third.kill();
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("the worker caches no page of a portal, neither as a file nor as the club's page", async ({
  browser,
}) => {
  const { page } = await aPlayer(browser);
  await page.evaluate(() => navigator.serviceWorker.register("/service-worker.js"));
  await workerIsActive(page);
  await page.reload();
  proxy.lie(portalPage);
  await page.evaluate(() => fetch("/assets/of-another-build.js").catch(() => undefined));
  await cacheTheRest(page);
  await page.goto("/profile");
  // The application starts from the cache, and its page is not on the device.
  await expect(page.getByRole("heading", { level: 1, name: "Something went wrong" })).toBeVisible();
  expect(await poisoned(page)).toEqual([]);
  proxy.lie(null);
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Paula Player/ })).toBeVisible();
});

test("the worker repairs a cache with a portal's page in place of files", async ({ browser }) => {
  const { page } = await aPlayer(browser);
  await installWorker(page);
  const poison = (type: string) =>
    page.evaluate(
      async ([body, contentType]) => {
        const name = (await caches.keys()).find((cache) => cache.startsWith("shell")) ?? "";
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if (/profile-page|groups-page/.test(request.url))
            await cache.put(request, new Response(body, { headers: { "content-type": contentType } }));
      },
      [portal, type] as const,
    );
  await poison("text/html");
  expect(await poisoned(page)).toHaveLength(2);
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: /^Paula Player/ })).toBeVisible();
  // Those that are not opened are found too, even with the type of a script.
  await poison("text/javascript");
  await cacheTheRest(page);
  expect(await poisoned(page)).toEqual([]);
});

test("a network that never answers keeps nobody from the installed app", async ({ browser }) => {
  const { page } = await aPlayer(browser);
  await installWorker(page);
  proxy.lie(() => "silence");
  await page.goto("/matches", { waitUntil: "commit" });
  await expect(match(page)).toBeVisible();
});

test("every page of a member opens offline", async ({ browser }) => {
  const { page } = await aPlayer(browser);
  await installWorker(page);
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  await page.context().setOffline(true);
  proxy.forwardTo(null);
  for (const path of memberPages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }).or(page.getByRole("alert")).first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Refresh Page" })).toBeHidden();
  }
});

test("offline, a page that is not on the device says so and leads to Matches", async ({ browser }) => {
  const { page } = await aPlayer(browser);
  // The page's own message, which has no port for the answer, would download it.
  await page.addInitScript(() => {
    const { postMessage } = ServiceWorker.prototype;
    ServiceWorker.prototype.postMessage = function (message: unknown, ports?: unknown) {
      if (ports) postMessage.call(this, message, ports as never);
    };
  });
  await page.reload();
  await installWorker(page, false);
  await page.context().setOffline(true);
  proxy.forwardTo(null);
  await page.goto("/honours");
  await expect(page.getByRole("heading", { level: 1, name: "You are offline." })).toBeVisible();
  await page.getByRole("link", { name: "Matches" }).click();
  await expect(match(page)).toBeVisible();
});

test("earlier results that a portal keeps back are not shown as loaded, which is said once where they would be", async ({
  browser,
}) => {
  // One page of results has twelve.
  await club.secret.from("teams").insert([{ name: "Leeds" }, { name: "Luton" }]);
  for (let day = 1; day <= 13; day += 1) {
    const played = await addMatch(club, {
      home_team_name: "Leeds",
      away_team_name: "Luton",
      match_date: daysFromNow(-day),
      league: "Friendly Club",
    });
    await complete(club, played, [1, 0]);
  }
  const { page } = await aPlayer(browser);
  const results = page.getByRole("article").filter({ hasText: "Leeds" });
  await expect(results).toHaveCount(12);
  proxy.lie(portalPage);
  await page.getByRole("button", { name: "Show earlier results" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(1);
  await expect(page.getByRole("button", { name: "Show earlier results" })).toBeHidden();
  await expect(results).toHaveCount(12);
  proxy.lie(null);
  await page.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(results).toHaveCount(13);
});

test("where WebSockets are refused the page says so and follows a match without them", async ({
  browser,
}) => {
  const { page } = await aPlayer(browser);
  proxy.lie(({ isSocket }) => (isSocket ? { status: 403 } : "truth"));
  await page.clock.install();
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  const banner = page.getByText("This network blocks live updates.");
  await whileTimePasses(page, (limit) => expect(banner).toBeVisible(limit));
  // Twice, because it is no single load.
  for (const minute of ["13", "47"]) {
    await must(
      club.secret
        .from("matches")
        .update({ match_time: `21:${minute}` })
        .eq("id", matchId),
    );
    const moved = match(page).getByText(new RegExp(`:${minute}$`));
    await whileTimePasses(page, (limit) => expect(moved).toBeVisible(limit));
  }
  proxy.lie(null);
  await whileTimePasses(page, (limit) => expect(banner).toBeHidden(limit));
});

for (const [network, lie] of [
  ["never answers", () => "silence"],
  ["answers with a portal's page", portalPage],
] as [string, Lie][])
  test(`on a network that ${network}, an organiser of this device stays on the screen of the address`, async ({
    browser,
  }) => {
    const { page } = await aPlayer(browser, addAdmin);
    await page.goto("/manage-matches");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Matches" })).toBeVisible();
    // The code of organisers' pages is cached when it is opened.
    await installWorker(page);
    await page.goto("/manage-matches");
    await expect(page.getByRole("heading", { level: 1, name: "Manage Matches" })).toBeVisible();
    proxy.lie(lie);
    await page.goto("/manage-matches", { waitUntil: "commit" });
    await expect(page.getByRole("heading", { level: 1, name: "Manage Matches" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/manage-matches");
  });

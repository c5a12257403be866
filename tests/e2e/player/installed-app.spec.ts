/** The installed app: installation, starting offline, and updates. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, expect, type Page } from "@playwright/test";
import { installWorker, workerIsActive } from "../support/browser/service-worker.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, predict } from "../support/club-data.ts";
import { openProxy, type ReplaceableProxy } from "../support/proxy.ts";
import { SWEEP, test } from "../support/test.ts";
import { card, enterPrediction, signIn, signInByForm } from "../support/user-actions.ts";

let proxy: ReplaceableProxy;
let club: Club;
test.use({ serviceWorkers: "allow" });
let matchId = "";

test.beforeAll(async () => {
  proxy = await openProxy();
  club = await openClub({ env: { SITE_URL: proxy.url } });
  const rival = await addPlayer(club, "Rita Rival", "rita@example.com", false);
  const played = await addMatch(club, {
    home_team_name: "Leeds",
    away_team_name: "Luton",
    match_date: daysFromNow(1),
    league: "Premier League",
  });
  await club.secret.from("subscriptions").insert({
    user_id: rival,
    subscription_type: "premier_league",
    expires_at: `${daysFromNow(9)}T00:00:00Z`,
  });
  await predict(club, rival, played, [2, 0]);
  await complete(club, played, [2, 0]);
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
test.beforeEach(() => proxy.forwardTo(club.url));

let players = 0;
/** A signed-in player whose page has a service worker. */
async function aPlayer(browser: Browser): Promise<{ page: Page; id: string; email: string }> {
  players += 1;
  const email = `player${players}@example.com`;
  const id = await addPlayer(club, `Paula Player ${players}`, email);
  const context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await signIn(page, email);
  await page.goto("/");
  await installWorker(page);
  return { page, id, email };
}

const away = (page: Page) => page.locator(".connection-banner").getByRole("status");
const match = (page: Page) => card(page, "Arsenal", "Chelsea");

/** Everything that the device has cached. */
function cachedAnswers(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answers: string[] = [];
    for (const name of (await caches.keys()).filter((found) => found.startsWith("kept"))) {
      const cache = await caches.open(name);
      for (const response of await cache.matchAll()) answers.push(await response.text());
    }
    return answers.join("\n");
  });
}

/** Makes the cached data older by a number of hours. */
function age(page: Page, hours: number): Promise<void> {
  return page.evaluate(async (by) => {
    for (const name of (await caches.keys()).filter((found) => found.startsWith("kept"))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const at = Number(answer?.headers.get("x-kept-at")) - by * 3_600_000;
        await cache.put(
          request,
          new Response(await answer?.text(), { headers: { "x-kept-at": String(at) } }),
        );
      }
    }
  }, hours);
}

test(
  "Chromium accepts the app for installation under the club's name",
  SWEEP,
  async ({ playwright }, info) => {
    // A private window cannot install apps.
    const folder = mkdtempSync(join(tmpdir(), "scoreline-browser-"));
    const context = await playwright.chromium.launchPersistentContext(
      folder,
      info.project.use.launchOptions ?? {},
    );
    const page = await context.newPage();
    await page.goto(proxy.url);
    await workerIsActive(page);
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
    expect(installabilityErrors).toEqual([]);
    const { errors, data } = await devtools.send("Page.getAppManifest");
    expect(errors).toEqual([]);
    const manifest: { name: string; icons: { src: string }[]; shortcuts: { url: string }[] } = JSON.parse(
      data ?? "",
    );
    expect(manifest.name).toBe("English Scoreline Club");
    expect(manifest.shortcuts.map(({ url }) => url)).toEqual(["/matches", "/leaderboard"]);
    for (const { src } of [
      ...manifest.icons,
      { src: "/icons/apple-touch-icon.png" },
      { src: "/favicon.ico" },
    ])
      expect((await page.request.get(`${proxy.url}${src}`)).headers()["content-type"]).toMatch(/^image\//);
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  },
);

test(
  "a first visit that is reloaded offline shows the club's page, before the other pages are downloaded",
  SWEEP,
  async ({ browser }) => {
    for (const path of ["/", "/leaderboard?competition=premier_league", "/auth"]) {
      const context = await browser.newContext({ baseURL: proxy.url });
      const page = await context.newPage();
      // The message with which the page lets the worker download the other pages.
      await page.addInitScript(() => {
        ServiceWorker.prototype.postMessage = () => undefined;
      });
      await page.goto(path);
      const heading = await page.getByRole("heading", { level: 1 }).textContent();
      await workerIsActive(page);
      await context.setOffline(true);
      await page.reload();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading ?? "");
      await expect(page.getByText("You are offline.")).toBeVisible();
      await context.close();
    }
  },
);

test(
  "without a server it shows the last seen matches and leaderboard with their age and Retry",
  SWEEP,
  async ({ browser }) => {
    const { page } = await aPlayer(browser);
    await page.goto("/matches");
    await enterPrediction(page, "Arsenal", "Chelsea", [2, 1]);
    await page.reload();
    await expect(match(page).getByText(/^Saved/)).toBeVisible();
    await page.goto("/leaderboard?competition=premier_league");
    await expect(page.getByText("Rita Rival").first()).toBeVisible();
    await age(page, 2);

    proxy.forwardTo(null);
    await page.goto("/matches");
    await expect(match(page).getByLabel("Arsenal score")).toHaveValue("2");
    await expect(away(page)).toHaveText(
      /^The server is not responding\. Last updated .*\d\d:\d\d, 2 h ago\.$/,
    );
    await expect(page.locator(".skeleton")).toHaveCount(0);
    await page.goto("/leaderboard?competition=premier_league");
    await expect(page.getByText("Rita Rival").first()).toBeVisible();
    await expect(away(page)).toContainText("2 h ago");

    proxy.forwardTo(club.url);
    const retry = page.locator(".connection-banner").getByRole("button", { name: "Retry" });
    await expect(async () => {
      // The strip also retries automatically: if it disappears before the click, the retry succeeded.
      if (await retry.isVisible()) await retry.click({ timeout: 2_000 });
      await expect(away(page)).toBeHidden({ timeout: 5_000 });
    }).toPass();
  },
);

test(
  "shows a saved prediction without a server although it was not fetched again",
  SWEEP,
  async ({ browser }) => {
    const { page } = await aPlayer(browser);
    await page.goto("/matches");
    await enterPrediction(page, "Arsenal", "Chelsea", [3, 1]);
    await expect(match(page).getByText(/^Saved/)).toBeVisible();
    await expect.poll(() => cachedAnswers(page)).toContain('"home_prediction":3');
    proxy.forwardTo(null);
    await page.goto("/matches");
    await expect(match(page).getByLabel("Arsenal score")).toHaveValue("3");
    await expect(match(page).getByText(/^Saved/)).toBeVisible();
  },
);

test(
  "offline, a page that was never opened says so with Retry, and nothing loads forever",
  SWEEP,
  async ({ browser }) => {
    const { page } = await aPlayer(browser);
    await page.goto("/leaderboard?competition=premier_league");
    await expect(page.getByText("Rita Rival").first()).toBeVisible();
    proxy.forwardTo(null);
    await page.context().setOffline(true);
    await expect(away(page)).toHaveText(
      /^You are offline\. Last updated \d\d:\d\d, (just now|\d+ sec ago|\d min ago)\.$/,
    );

    await page.getByRole("link", { name: "FA Cup" }).click();
    const failure = page.getByRole("main").getByRole("alert");
    await expect(failure).toContainText("Failed to load the leaderboard");
    await expect(failure).toContainText("This device is offline.");
    await expect(page.locator(".skeleton")).toHaveCount(0);

    await failure.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText("Loading the leaderboard")).toHaveCount(0);
    await expect(failure).toContainText("This device is offline.");

    // The browser reports that it is online again, and the page retries.
    proxy.forwardTo(club.url);
    await page.context().setOffline(false);
    await expect(page.getByText("No players yet")).toBeVisible();
    await expect(away(page)).toBeHidden();
  },
);

test("offline with an expired session, a player stays signed in", SWEEP, async ({ browser }) => {
  const { page } = await aPlayer(browser);
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  await page.evaluate(() => {
    const key = "scoreline-auth-token";
    const session: object = JSON.parse(localStorage.getItem(key) ?? "{}");
    localStorage.setItem(key, JSON.stringify({ ...session, expires_at: 1 }));
  });
  proxy.forwardTo(null);
  await page.reload();
  await expect(match(page)).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/matches");
});

test("an offline prediction is saved when the club answers again", async ({ browser }) => {
  const { page, id } = await aPlayer(browser);
  await page.goto("/matches");
  await expect(match(page)).toBeVisible();
  proxy.forwardTo(null);
  await page.reload();
  await match(page).getByLabel("Arsenal score").fill("3");
  await match(page).getByLabel("Chelsea score").fill("2");
  await expect(match(page).getByRole("alert")).toHaveText(
    "Not saved: no connection. 3–2 is kept on this device.",
  );
  proxy.forwardTo(club.url);
  await match(page).getByRole("button", { name: "Retry" }).click();
  await expect(match(page).getByText(/^Saved \d/)).toBeVisible();
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction, away_prediction")
    .match({ user_id: id, match_id: matchId });
  expect(data).toEqual([{ home_prediction: 3, away_prediction: 2 }]);
});

test(
  "deletes one account's data before another signs in, and the worker caches no API response",
  SWEEP,
  async ({ browser }) => {
    const { page, id } = await aPlayer(browser);
    await page.goto("/matches");
    await enterPrediction(page, "Arsenal", "Chelsea", [4, 4]);
    await page.reload();
    await expect(match(page).getByText(/^Saved/)).toBeVisible();
    const names = () => page.evaluate(() => caches.keys());
    expect((await names()).filter((name) => name.includes(id))).toHaveLength(1);
    const cachedPaths = await page.evaluate(async () => {
      const shells = (await caches.keys()).filter((name) => name.startsWith("shell"));
      const requests = await Promise.all(shells.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cachedPaths.length).toBeGreaterThan(10);
    expect(cachedPaths.filter((path) => !path.startsWith("/assets/")).sort()).toEqual(["/"]);

    await page.getByRole("button", { name: "Open menu" }).click();
    await page.getByRole("button", { name: "Sign Out" }).click();
    await expect(page.getByText("Signed out successfully")).toBeVisible();
    await expect.poll(async () => (await names()).filter((name) => name.includes(id))).toEqual([]);

    const other = `other-${id}@example.com`;
    await addPlayer(club, "Otto Other", other);
    await page.waitForURL((url) => url.pathname === "/");
    await signInByForm(page, other);
    proxy.forwardTo(null);
    await page.goto("/matches");
    await expect(page.getByRole("main")).toContainText(/Failed to load matches|Arsenal/);
    await expect(page.getByText("4–4")).toHaveCount(0);
    for (const score of await page.getByLabel("Arsenal score").all()) await expect(score).toHaveValue("");
  },
);

test("a newer build takes over with the next page and never during use", SWEEP, async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), "scoreline-build-"));
  const newer = await openClub({
    env: { SITE_URL: proxy.url, WEB_DIR: anotherBuild(join(folder, "web")) },
  });
  const context = await browser.newContext({ baseURL: proxy.url });
  const page = await context.newPage();
  await page.goto("/archives");
  await installWorker(page);
  const build = () => page.locator('meta[name="build"]').getAttribute("content");
  const first = await build();

  proxy.forwardTo(newer.url);
  await page.evaluate(() => {
    document.body.dataset.seen = "before";
  });
  const taken = page.evaluate(
    () =>
      new Promise((expectedErrors) =>
        navigator.serviceWorker.addEventListener("message", expectedErrors, { once: true }),
      ),
  );
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await taken;
  await expect(page.locator("body")).toHaveAttribute("data-seen", "before");
  expect(await build()).toBe(first);

  await page.getByRole("link", { name: "English Scoreline Club" }).click();
  await expect.poll(build).toBe("another-build-16");
  expect(new URL(page.url()).pathname).toBe("/");

  // The newer build now starts without a server.
  proxy.forwardTo(null);
  await page.reload();
  expect(await build()).toBe("another-build-16");
  await context.close();
  await newer.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Changes the build's id, so that the same page counts as another build. */
function anotherBuild(folder: string): string {
  cpSync("build/web", folder, { recursive: true });
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const build = /<meta name="build" content="([^"]+)">/.exec(page)?.[1] ?? "";
  for (const name of ["index.html", "service-worker.js"]) {
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(build, "another-build-16"));
    for (const copy of ["br", "gz"]) rmSync(`${file}.${copy}`, { force: true });
  }
  return folder;
}

/** Every page while requests fail: each panel shows the failure, nothing crashes, and Retry recovers. */
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
  type Request,
  type Route,
} from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import {
  addAdmin,
  addMatch,
  complete,
  holdLiveChanges,
  keepFromLiveChanges,
  must,
  predict,
  saveSetting,
} from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn, whileTimePasses } from "../support/user-actions.ts";

let club: Club;
let archiveId: string;
let adminId: string;

test.beforeAll(async () => {
  club = await openClub();
  adminId = await addAdmin(club, "Olga Organiser", "olga@example.com");

  const played = await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  await predict(club, adminId, played, [1, 0]);
  await complete(club, played, [1, 0]);
  await addMatch(club, {
    home_team_name: "Everton",
    away_team_name: "Fulham",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
  await saveSetting(club, "jackpot_display_settings", {
    enabled: true,
    multiplier: 100,
    deductionPercent: 10,
  });
  const terms = { _kind: "terms", _content: "Be fair to all.", _asks_again: false, _seen: 0 };
  await must(club.secret.rpc("publish_club_text", terms));
  await must(club.secret.from("news").insert({ title: "Kick-off", content: "It begins." }));
  const subscription = { user_id: adminId, started_at: `${daysFromNow(-9)}T00:00:00Z` };
  await must(
    club.secret.from("subscriptions").insert([
      { ...subscription, subscription_type: "fa_cup", expires_at: `${daysFromNow(-2)}T00:00:00Z` },
      {
        ...subscription,
        subscription_type: "league_cup",
        expires_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
    ]),
  );
  const period = { league: "Friendly Club", start_date: daysFromNow(0), end_date: daysFromNow(3) };
  const archive = await must(
    club.secret
      .from("leaderboard_archives")
      .insert({ name: "Autumn", ...period })
      .select("id")
      .single(),
  );
  archiveId = archive.data?.id ?? "";
  await must(club.secret.rpc("create_leaderboard_snapshot", { archive_id: archiveId, ...period }));
});
test.afterAll(() => club.stop());

interface Panels {
  /** The messages that replace the panels. */
  failing: readonly (string | RegExp)[];
  /** A text of the loaded page. */
  whole: string;
}

const home = ["Failed to load matches", "Failed to load club information", "Failed to fetch news"];
const visitorPages = (): Record<string, Panels> => ({
  "/": { failing: home, whole: "Kick-off" },
  "/archives": { failing: ["Failed to load archives"], whole: "Autumn" },
  [`/archives/${archiveId}`]: { failing: ["Failed to load archives"], whole: "Olga Organiser" },
  "/terms": { failing: ["The text could not be loaded"], whole: "Be fair to all." },
  "/auth": { failing: [], whole: "Email or phone number" },
  "/reset-password": { failing: [], whole: "Password" },
  "/confirm#token_hash=unknown&type=recovery": { failing: [], whole: "Choose a new password" },
  "/no/such/page": { failing: [], whole: "Page not found" },
});
const memberPages = (): Record<string, Panels> => ({
  "/": { failing: [...home, "Failed to load your last week"], whole: "Jackpot" },
  "/archives": { failing: ["Failed to load archives"], whole: "Autumn" },
  "/matches": { failing: ["Failed to load matches"], whole: "Everton" },
  "/round": { failing: ["Failed to load matches"], whole: "Everton" },
  "/subscriptions": { failing: [/Failed to load/], whole: "FA Cup" },
  "/leaderboard?competition=friendly_club": {
    failing: ["Failed to load the leaderboard"],
    whole: "Olga Organiser",
  },
  "/leaderboard?period=month": {
    failing: ["Failed to load the leaderboard"],
    whole: "All competitions together",
  },
  "/cup": { failing: ["Failed to load the cup"], whole: "There is no cup at the moment" },
  "/divisions": { failing: ["Failed to load the divisions"], whole: "There are no divisions at the moment" },
  "/career": { failing: ["Failed to load the career"], whole: "Career" },
  "/prizes": { failing: ["Failed to load the prizes"], whole: "The club has no prizes at the moment" },
  "/last-one-standing": { failing: ["Failed to load the game"], whole: "There is no game at the moment" },
  "/honours": { failing: ["Failed to load the honours"], whole: "Honours" },
  "/questions": { failing: ["Failed to load the questions"], whole: "No questions yet" },
  "/groups": { failing: ["Failed to load your groups"], whole: "Beat someone you know" },
  "/leaderboard/friendly-club": { failing: ["Failed to load the leaderboard"], whole: "Olga Organiser" },
  "/profile": { failing: [/Failed to load/], whole: "Arsenal" },
  "/manage-matches": { failing: ["Failed to load matches"], whole: "Everton" },
  "/live-scores": { failing: ["Failed to load matches"], whole: "Live" },
  "/enter-results": { failing: ["Failed to load matches"], whole: "Enter results" },
  "/admin-dashboard/codes": { failing: [/Failed to load/], whole: "No codes yet" },
});

const failures = {
  "the network fails": (route: Route) => route.abort(),
  "the server fails": (route: Route) => route.fulfill({ status: 500, json: { message: "broken" } }),
};

for (const [how, fail] of Object.entries(failures)) {
  test(`a visitor's pages show failures and recover while ${how}`, async ({ browser }) => {
    await allFailAndMend(browser, visitorPages(), fail);
  });

  test(`a member's and an admin's pages show failures and recover while ${how}`, async ({
    browser,
    page,
  }) => {
    await signIn(page, "olga@example.com");
    const storageState = await page.context().storageState();
    await page.context().close();
    await allFailAndMend(browser, memberPages(), fail, { storageState });
  });
}

test("the screen for the bar says that it did not load, and tries again without a Retry", async ({
  browser,
}) => {
  const { data: token } = await must(club.secret.rpc("open_bar_screen"));
  const page = await newVisitor(browser, club, [], { serviceWorkers: "block" });
  await page.clock.install();
  await page.route("**/rest/v1/**", failures["the server fails"]);
  await page.goto(`/screen#${token}`);
  await whileTimePasses(page, (limit) =>
    expect(page.getByText("The screen did not load. It tries again every minute.")).toBeVisible(limit),
  );
  await page.unrouteAll();
  await whileTimePasses(page, (limit) =>
    expect(page.getByRole("heading", { name: "Leaderboard" })).toBeVisible(limit),
  );
  await page.context().close();
});

test("keeps shown data and typed text while refetching fails", async ({ page }) => {
  await signIn(page, "olga@example.com");
  for (const [path, label, read] of [
    ["/matches", "Everton score", /\/matches\?.*status=in.*upcoming/],
    ["/matches", "Everton score", /\/user_predictions\?.*matches\.status=in/],
    ["/leaderboard?competition=friendly_club", "Find a player", /\/rpc\/leaderboard$/],
    ["/profile", "Full name", /\/profiles\?/],
  ] as const) {
    // What the page asks when it begins to follow changes would take the place of a failed read.
    const becomesLive = await holdLiveChanges(page);
    await page.goto(path);
    await expect(page.getByRole("main").locator(".skeleton")).toHaveCount(0);
    const asked = page.waitForResponse("**/rpc/changed_since");
    becomesLive();
    await asked;
    if (path === "/profile") await page.getByRole("button", { name: "Change full name" }).click();
    const field = page.getByLabel(label);
    await field.fill("3");
    const shown = await field.elementHandle();
    let failed = 0;
    await page.route(read, (route) => {
      failed += 1;
      return route.fulfill({ status: 500, json: { message: "broken" } });
    });
    const joined = await failTogether(page, read.source);
    await lookAgainLater(page);
    // One attempt and two retries.
    await expect.poll(() => failed, { message: String(read) }).toBe(3);
    await page.unroute(read);
    await joined.mend();
    let mended = false;
    void page
      .waitForResponse((answer) => (read.test(answer.url()) || joined.has(answer.request())) && answer.ok())
      .then(() => {
        mended = true;
      });
    await expect(async () => {
      await lookAgainLater(page);
      expect(mended).toBe(true);
    }).toPass();
    expect(await shown?.evaluate((element) => element.isConnected), String(read)).toBe(true);
    await expect(field).toHaveValue("3");
  }
});

test("shows a failure for charts and past subscriptions that cannot be read", async ({ page }) => {
  await keepFromLiveChanges(page);
  await signIn(page, "olga@example.com");
  const fail = failures["the server fails"];
  for (const [path, read, title, whole] of [
    ["/profile", "rpc/player_rounds", "Failed to load the charts", "Points by matchday"],
    [
      `/leaderboard?competition=friendly_club&player=${adminId}`,
      "rpc/player_rounds",
      "Failed to load the charts",
      "Points by matchday",
    ],
    ["/subscriptions", "subscriptions", "Failed to load subscriptions", /^Expired on/],
  ] as const) {
    await page.route(`**/rest/v1/${read}*`, fail);
    const joined = await failTogether(page, read);
    await page.goto(path);
    const failure = page.getByRole("alert").filter({ hasText: title });
    await expect(failure).toBeVisible();
    await page.unroute(`**/rest/v1/${read}*`);
    await joined.mend();
    await failure.getByRole("button", { name: "Retry" }).click();
    await expect(page.getByText(whole).first()).toBeVisible();
    await expect(failure).toBeHidden();
  }
  await expect(page.getByText("1day left")).toBeVisible();
});

/** Fails the requests that join the read of this path with others, as the host does when one of them fails. */
async function failTogether(page: Page, path: string) {
  const name = /rpc\W+(\w+)/.exec(path)?.[1];
  const has = (request: Request) =>
    name !== undefined && (request.postData()?.includes(`"name":"${name}"`) ?? false);
  const fail = (route: Route) =>
    has(route.request()) ? route.fulfill({ status: 500, json: { message: "broken" } }) : route.fallback();
  await page.route("**/rpc/read_together", fail);
  return { has, mend: () => page.unroute("**/rpc/read_together", fail) };
}

/** Moves the clock by a minute, when all cached data is stale. */
async function lookAgainLater(page: Page): Promise<void> {
  await page.clock.setFixedTime((await page.evaluate(() => Date.now())) + 60_000);
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

/** Opens each page as on a new device, because stored responses would replace the failed ones. */
async function allFailAndMend(
  browser: Browser,
  pages: Record<string, Panels>,
  fail: (route: Route) => Promise<void>,
  device: BrowserContextOptions = {},
): Promise<void> {
  const page = await newVisitor(browser, club, [], { ...device, serviceWorkers: "block" });
  await page.clock.install();
  const crashes: string[] = [];
  page.on("pageerror", (error) => crashes.push(error.message));
  for (const [path, { failing, whole }] of Object.entries(pages)) {
    await page.route("**/rest/v1/**", fail);
    // The role check works; only the data of the page fails.
    await page.route("**/rest/v1/rpc/my_roles", (route) => route.continue());
    await page.goto(path);
    for (const title of failing)
      await whileTimePasses(page, (limit) =>
        expect(page.getByRole("alert").filter({ hasText: title }).first(), path).toBeVisible(limit),
      );
    await expect(page.getByRole("main").locator(".skeleton"), path).toHaveCount(0);
    await expect(page.getByText("Something went wrong"), path).toBeHidden();
    await page.unrouteAll();
    const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
    await whileTimePasses(page, async (limit) => {
      if ((await retry.count()) > 0) await retry.first().click({ timeout: 5_000 });
      await expect(retry, path).toHaveCount(0, limit);
    });
    await expect(page.getByRole("main").getByText(whole).first(), path).toBeVisible();
    expect(crashes).toEqual([]);
    await forgetAnswers(page);
  }
  await page.context().close();
}

/** Deletes the stored responses. The session stays. */
async function forgetAnswers(page: Page): Promise<void> {
  // This file runs no scripts, so nothing is stored while the caches are deleted.
  await page.goto("/config.json");
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
    for (const key of Object.keys(localStorage))
      if (key !== "scoreline-auth-token") localStorage.removeItem(key);
    sessionStorage.clear();
  });
}

/** What goals and results change on open pages, and how many requests each page makes for them. */
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import {
  addMatch,
  addPlayer,
  complete,
  holdLiveChanges,
  must,
  predict,
  saveSetting,
} from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card } from "../support/user-actions.ts";
import { openVisitors } from "../support/visitors.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let live: string;
const { visitorIn, memberIn } = openVisitors(() => club);

test.beforeAll(async () => {
  club = await openClub();
  const paula = await addPlayer(club, "Paula Player", "paula@example.com");
  const rival = await addPlayer(club, "Rita Rival", "rita@example.com", false);
  const friendly = (home_team_name: string, away_team_name: string) =>
    addMatch(club, { home_team_name, away_team_name, match_date: daysFromNow(2), league: "Friendly Club" });
  const first = await friendly("Leeds", "Fulham");
  live = await friendly("Arsenal", "Chelsea");
  await friendly("Everton", "Brentford");
  for (const match of [first, live]) {
    await predict(club, paula, match, [2, 1]);
    await predict(club, rival, match, [1, 0]);
  }
  await complete(club, first, [1, 0]);
  await saveSetting(club, "home_display_leaderboards", ["friendly_club"]);
});
test.afterAll(() => club.stop());

/**
 * Opens an address, waits until it has its content and follows changes, and expects that nothing is loaded twice: the page asks
 * what has changed since. Records its later requests for data.
 */
async function opened(page: Page, path: string, shown: Locator) {
  const asked: string[] = [];
  const visit: string[] = [];
  // Each channel asks what has changed when it joins, which may be late.
  let joins = 0;
  let loading = 0;
  const idle = () => expect.poll(() => loading).toBe(0);
  page.on("request", (request) => {
    const [, read] = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url()) ?? [];
    if (!read) return;
    if (read === "changed_since") joins += 1;
    else {
      asked.push(read);
      visit.push(`${request.url()} ${request.postData() ?? ""}`);
    }
    loading += 1;
    void request.response().finally(() => {
      loading -= 1;
    });
  });
  const becomesLive = await holdLiveChanges(page);
  await page.goto(path);
  await expect(shown).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  await idle();
  becomesLive();
  await expect.poll(() => joins).toBeGreaterThan(0);
  await idle();
  expect(visit.filter((request, index) => visit.indexOf(request) < index)).toEqual([]);
  asked.length = 0;
  return { page, asked };
}

async function openPages(browser: Browser) {
  const visitor = await visitorIn({ browser });
  const member = await memberIn({ browser }, "paula@example.com");
  const [forMatches, forLeaderboard] = [await member.context().newPage(), await member.context().newPage()];
  return {
    visitorHome: await opened(visitor, "/", homeTable(visitor)),
    home: await opened(member, "/", homeTable(member)),
    matches: await opened(forMatches, "/matches", card(forMatches, "Everton", "Brentford")),
    leaderboard: await opened(
      forLeaderboard,
      "/leaderboard?competition=friendly_club",
      ownSeason(forLeaderboard),
    ),
  };
}

const change = (values: { status?: "live"; home_score?: number; away_score?: number }) =>
  must(club.secret.from("matches").update(values).eq("id", live));
const homeTable = (page: Page) => page.getByRole("table", { name: "Friendly Club, the first places" });
const ownSeason = (page: Page) => page.getByRole("complementary").filter({ hasText: "Your season" });

test("kick-off and goals are shown without a request, a result with one request per page", async ({
  browser,
}) => {
  const { visitorHome, home, matches, leaderboard } = await openPages(browser);
  const arsenal = card(matches.page, "Arsenal", "Chelsea");
  const region = (name: string) => matches.page.getByRole("region", { name });
  for (const { page } of [visitorHome, home]) {
    await expect(page.getByRole("link", { name: /Arsenal.*Chelsea/ })).toBeVisible();
    await expect(homeTable(page).getByRole("row").nth(1)).toContainText("Rita Rival");
  }
  await expect(region("Open for picks").getByRole("article").first()).toBeVisible();

  await change({ status: "live", home_score: 0, away_score: 0 });
  await expect(region("Live now").getByRole("article")).toBeVisible();
  for (const { page } of [visitorHome, home])
    await expect(page.getByRole("link", { name: /Arsenal.*Chelsea/ })).toBeHidden();
  await change({ home_score: 1 });
  await change({ home_score: 2 });
  await change({ away_score: 1 });
  await expect(arsenal).toContainText("2–1");
  await expect(arsenal.getByRole("button", { name: "See 2 picks" })).toBeVisible();

  await complete(club, live, [2, 1]);
  for (const { page } of [visitorHome, home, matches, leaderboard])
    await expect(page.getByText("Match Completed!")).toBeVisible();
  for (const { page } of [visitorHome, home]) await expect(homeTable(page)).toContainText("Rita Rival4");
  await expect(home.page.getByRole("region", { name: "Your latest week" })).toContainText(
    "4points from 2 picks",
  );
  await expect(region("Live now")).toBeHidden();
  await expect(region("Locked and played").getByRole("article").filter({ hasText: "Arsenal" })).toBeVisible();
  await expect(arsenal).toContainText("Perfect");
  await expect(ownSeason(leaderboard.page)).toContainText("4points");
  await expect(leaderboard.page.getByText("After 2 matches. 2 players.")).toBeVisible();

  // A split is secret before the lock, so only Matches asks for it, and only then.
  expect(matches.asked).toEqual(["match_splits"]);
  expect(visitorHome.asked).toEqual(["home_leaderboards"]);
  expect(home.asked).toEqual(["read_together"]);
  expect(leaderboard.asked).toEqual(["read_together"]);
});

test("a corrected and a deleted result cost one request per page too", async ({ browser }) => {
  const { visitorHome, home, matches, leaderboard } = await openPages(browser);
  const pages = [visitorHome, home, matches, leaderboard];
  const one = [["home_leaderboards"], ["read_together"], [], ["read_together"]];
  await change({ home_score: 1, away_score: 0 });
  await expect(homeTable(visitorHome.page)).toContainText("Rita Rival6");
  await expect(homeTable(home.page)).toContainText("Rita Rival6");
  await expect(card(matches.page, "Arsenal", "Chelsea")).toContainText("1–0");
  await expect(ownSeason(leaderboard.page)).toContainText("2points");
  expect(pages.map(({ asked }) => asked.splice(0))).toEqual(one);

  await must(club.secret.from("matches").delete().eq("id", live));
  await expect(homeTable(visitorHome.page)).toContainText("Rita Rival3");
  await expect(homeTable(home.page)).toContainText("Rita Rival3");
  await expect(card(matches.page, "Arsenal", "Chelsea")).toBeHidden();
  await expect(ownSeason(leaderboard.page)).toContainText("1point");
  expect(pages.map(({ asked }) => asked.splice(0))).toEqual(one);
});

test("a result that comes while a page is loading appears when it follows changes", async ({ page }) => {
  const late = await addMatch(club, {
    home_team_name: "Burnley",
    away_team_name: "Hull",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
  await memberIn({ page }, "paula@example.com");
  const becomesLive = await holdLiveChanges(page);
  await page.goto("/leaderboard?competition=friendly_club");
  await expect(page.getByText("After one match. 2 players.")).toBeVisible();
  await complete(club, late, [3, 0]);
  becomesLive();
  await expect(page.getByText("After 2 matches. 2 players.")).toBeVisible();
});

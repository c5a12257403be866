/** Live Scores: for admins only, updated with every saved score. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import {
  addAdmin,
  addMatch,
  addPlayer,
  complete,
  keepFromLiveChanges,
  must,
  openLive,
} from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let matchId: string;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await addPlayer(club, "Paul Player", "paul@example.com");

  admin = await newVisitor(browser, club, browserErrors);
  await signIn(admin, "olga@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const line = () => admin.getByRole("listitem").filter({ hasText: "Arsenal" });

test("without a live match it shows the next one", async () => {
  await admin.goto("/live-scores");
  await expect(admin).toHaveTitle(/^Live Scores · /);
  await expect(admin.getByRole("heading", { name: "No match is live" })).toBeVisible();
});

test("it follows a match from kick-off to full time", async () => {
  matchId = await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  await moveKickoff(club, matchId, 3_600);
  await openLive(admin, "/live-scores", 3);
  await expect(
    admin.getByRole("region", { name: "Starting in the next few hours" }).getByText("Chelsea"),
  ).toBeVisible();
  const score = async (home_score: number, away_score: number): Promise<void> => {
    await must(
      club.secret.from("matches").update({ status: "live", home_score, away_score }).eq("id", matchId),
    );
  };
  await score(0, 0);
  await expect(admin.getByRole("region", { name: "Live" }).getByText("Arsenal")).toBeVisible();
  await expect(line()).toContainText("0–0");
  await score(1, 0);
  await expect(line()).toContainText("1–0");
  await score(1, 1);
  await expect(line()).toContainText("1–1");
  await complete(club, matchId, [2, 1]);
  await expect(admin.getByRole("region", { name: "Full time" }).getByText("2–1")).toBeVisible();
  await expect(admin.getByText("Match Completed!")).toBeVisible();
});

test("Sync shows why there are no scores yet", SWEEP, async () => {
  await admin.goto("/live-scores");
  await admin.getByRole("button", { name: "Sync now" }).click();
  await expect(admin.getByText("No live-score API key is set", { exact: true })).toBeVisible();
});

test("failures of the list and of Sync are shown, and Retry recovers", SWEEP, async ({ page: unlucky }) => {
  await signIn(unlucky, "olga@example.com");
  await unlucky.route("**/rest/v1/matches*", (route) => route.abort());
  await unlucky.route("**/functions/v1/**", (route) => route.abort());
  await keepFromLiveChanges(unlucky);
  await unlucky.goto("/live-scores");
  await expect(unlucky.getByText("Failed to load matches")).toBeVisible();
  await unlucky.unroute("**/rest/v1/matches*");
  // The strip above the page may show the same message for the whole club.
  await unlucky.locator("#main").getByRole("button", { name: "Retry" }).click();
  await expect(unlucky.getByRole("region", { name: "Live" })).toBeVisible();
  await unlucky.getByRole("button", { name: "Sync now" }).click();
  await expect(unlucky.getByText("An error occurred. Please try again.").last()).toBeVisible();
});

test(
  "players and visitors are redirected to Home, and Back does not return to it",
  SWEEP,
  async ({ browser }) => {
    for (const email of ["paul@example.com", null]) {
      const page = await newVisitor(browser, club, browserErrors);
      if (email) await signIn(page, email);
      await page.goto("/archives");
      await page.goto("/live-scores");
      await expect(page).toHaveURL(`${club.url}/`);
      await expect(page.getByRole("heading", { name: "Live Scores" })).toBeHidden();
      await page.goBack();
      await expect(page).toHaveURL(/\/archives$/);
      await expect(page.getByRole("link", { name: "Live Scores" })).toBeHidden();
      await page.context().close();
    }
  },
);

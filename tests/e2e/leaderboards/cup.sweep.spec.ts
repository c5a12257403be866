/** The members' cup: an organiser draws it, members see their tie and the bracket, and the winner goes on. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, predict } from "../support/club-data.ts";
import { expectPictureToShare } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let page: Page;
let first = "";

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const match = { league: "Friendly Club", season: "2026/27", home_team_name: "Arsenal" };
  first = await addMatch(club, {
    ...match,
    away_team_name: "Chelsea",
    round: "Matchday 1",
    match_date: daysFromNow(2),
  });
  for (const [away, number] of [
    ["Fulham", 2],
    ["Everton", 3],
  ] as const)
    await addMatch(club, {
      ...match,
      away_team_name: away,
      round: `Matchday ${number}`,
      match_date: daysFromNow(7 * number),
    });
  // Of two members each has one opponent, whatever the draw.
  for (const [name, email, pick] of [
    ["Amina Khan", "amina@example.com", [1, 0]],
    ["Bruno Evans", "bruno@example.com", [2, 1]],
  ] as const)
    await predict(club, await addPlayer(club, name, email), first, pick);
  admin = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  page = await newVisitor(browser, club, []);
  await signIn(page, "bruno@example.com");
});
test.afterAll(() => club.stop());

test("a club without a cup does not offer it", async () => {
  await page.goto("/archives");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("link", { name: "Groups" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Cup", exact: true })).toHaveCount(0);
  await page.goto("/cup");
  await expect(page.getByRole("heading", { name: "There is no cup at the moment" })).toBeVisible();
});

test("an organiser sees what would be drawn, and draws", async () => {
  await admin.goto("/admin-dashboard/cup");
  await expect(admin.getByText("A cup needs two members on the leaderboard")).toBeVisible();
  await admin.getByLabel("Competition").selectOption("Friendly Club");
  await expect(admin.getByText("2 members, 1 round. Nobody has a bye.")).toBeVisible();
  await expect(admin.getByLabel("First matchday")).toHaveValue("Matchday 1");
  await admin.getByLabel("Name of the cup").fill("Winter Cup");
  await admin.getByRole("button", { name: "Draw cup" }).click();
  await expect(admin.getByText("Cup drawn. Members see it now.")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "Winter Cup is under way" })).toBeVisible();
});

test("a member sees the tie, with the opponent's pick hidden until the lock, and how it was drawn", async () => {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Final: you and Amina Khan" })).toBeAttached();
  await expect(page.getByText("This tie has not begun. The first match locks")).toBeVisible();
  const match = page.getByRole("listitem").filter({ hasText: "pick shows at the lock" });
  await expect(match).toContainText("2–1");
  await expect(match).not.toContainText("1–0");
  await page.getByText("Order of the draw").click();
  await expect(page.getByRole("listitem").filter({ hasText: /place \d on the leaderboard/ })).toHaveCount(2);
});

test("the tie stands as soon as its matches are over, without a reload", async () => {
  await moveKickoff(club, first, -5);
  await complete(club, first, [2, 1]);
  await expect(page.getByText("You won.")).toBeVisible();
  await expect(page.getByText("3 to 1")).toBeAttached();
  await expect(page.getByText("Corrections of results count until")).toBeVisible();
  const final = page.getByRole("region", { name: "Bracket" }).getByRole("listitem");
  await expect(final).toHaveText(/Bruno Evans3/);
  await expect(final).toHaveText(/Amina Khan1/);
});

test("an organiser ends the cup after the final, and it has a winner and a picture to share", async () => {
  await admin.getByRole("button", { name: "End cup" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "End cup" }).click();
  await expect(admin.getByText("Cup ended", { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText("You have won: Winter Cup.")).toBeVisible();
  await page.getByRole("button", { name: "Share the bracket" }).click();
  await expectPictureToShare(page.getByRole("dialog").getByRole("img"));
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("link", { name: "Cup", exact: true })).toBeVisible();
});

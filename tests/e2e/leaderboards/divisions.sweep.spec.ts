/** Divisions: an organiser draws them, members see their ties and the table, and a tie counts after the results. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, predict } from "../support/club-data.ts";
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
  const match = { league: "Friendly Club", season: "2026/27" };
  first = await addMatch(club, {
    ...match,
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    round: "Matchday 1",
    match_date: daysFromNow(2),
  });
  await addMatch(club, {
    ...match,
    home_team_name: "Everton",
    away_team_name: "Fulham",
    round: "Matchday 2",
    match_date: daysFromNow(9),
  });
  // By name, because nobody has points: the ghost's first opponent is Amina, and Bruno's is Cara.
  for (const [name, email, pick] of [
    ["Amina Khan", "amina@example.com", [1, 0]],
    ["Bruno Evans", "bruno@example.com", [2, 1]],
    ["Cara Jones", "cara@example.com", [0, 2]],
  ] as const)
    await predict(club, await addPlayer(club, name, email), first, pick);
  await addPlayer(club, "Dora Newman", "dora@example.com");
  admin = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  page = await newVisitor(browser, club, []);
  await signIn(page, "bruno@example.com");
});
test.afterAll(() => club.stop());

test("a club without divisions does not offer them", async () => {
  await page.goto("/archives");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("link", { name: "Groups" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Divisions" })).toHaveCount(0);
  await page.goto("/divisions");
  await expect(page.getByRole("heading", { name: "There are no divisions at the moment" })).toBeVisible();
});

test("an organiser sees who would play where, and draws", async () => {
  await admin.goto("/admin-dashboard/divisions");
  await expect(admin.getByText("This competition has no matchday that is still open.")).toHaveCount(0);
  await expect(admin.getByText("Divisions need two members on the leaderboard")).toBeVisible();
  await expect(admin.getByRole("button", { name: "Draw divisions" })).toHaveCount(0);
  await admin.getByLabel("Competition").selectOption("Friendly Club");
  await expect(
    admin.getByText("3 members in 1 division. Each has 4 places. One place has no member"),
  ).toBeVisible();
  await expect(admin.getByText("2 matchdays, from Matchday 1 to Matchday 2.")).toBeVisible();
  await expect(admin.getByText("Each member meets 2 of 3 opponents.")).toBeVisible();
  await admin.getByText("Division 1").click();
  await expect(admin.getByRole("group").getByRole("listitem")).toHaveText([
    "Amina Khan",
    "Bruno Evans",
    "Cara Jones",
  ]);
  await admin.getByRole("button", { name: "Draw divisions" }).click();
  await expect(admin.getByText("Divisions drawn. Members see them now.")).toBeVisible();
  await expect(
    admin.getByRole("heading", { name: "Friendly Club: the divisions are under way" }),
  ).toBeVisible();
});

test("a member sees the tie, with the opponent's pick hidden until the lock", async () => {
  await page.reload();
  await expect(page.getByRole("heading", { name: "Matchday 1: you and Cara Jones" })).toBeAttached();
  await expect(page.getByText("This tie has not begun. The first match locks")).toBeVisible();
  const match = page.getByRole("listitem").filter({ hasText: "Arsenal" });
  await expect(match).toContainText("2–1");
  await expect(match).toContainText("pick shows at the lock");
  await expect(match).not.toContainText("0–2");
  await expect(page.getByRole("row")).toHaveCount(5);
  await expect(page.getByRole("row", { name: /Ghost/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Matchday" }).selectOption("Matchday 2");
  await expect(
    page.getByRole("listitem").filter({ hasText: /^Amina Khan.*v.*Cara Jones|Cara Jones.*v.*Amina Khan/ }),
  ).toBeVisible();
});

test("the tie counts in the table as soon as its matches are over, without a reload", async () => {
  await moveKickoff(club, first, -5);
  await complete(club, first, [2, 1]);
  await expect(page.getByText("You won.")).toBeVisible();
  await expect(page.getByText("3 to 0")).toBeAttached();
  await expect(page.getByText("Corrections of results count until")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Bruno Evans");
  await expect(page.getByRole("row").nth(1)).toContainText(/3$/);
  await expect(page.getByText("After 1 matchday")).toBeVisible();
});

test("the navigation offers the page, and a member without a place takes the ghost's", async ({
  browser,
}) => {
  const late = await newVisitor(browser, club, []);
  await signIn(late, "dora@example.com");
  await late.goto("/archives");
  await late.getByRole("button", { name: "Open menu" }).click();
  await late.getByRole("link", { name: "Divisions" }).click();
  await late.getByRole("button", { name: "Take the place" }).click();
  await expect(late.getByText("You are in division 1")).toBeVisible();
  await expect(late.getByRole("heading", { name: /^Matchday 2: you and/ })).toBeAttached();
  await late.context().close();
});

test("an organiser ends the divisions, and members keep the last tables", async () => {
  await admin.getByRole("button", { name: "End divisions" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "End divisions" }).click();
  await expect(admin.getByText("Divisions ended", { exact: true })).toBeVisible();
  await expect(admin.getByRole("option", { name: "Two up, two down" })).toBeAttached();
  await page.reload();
  await expect(page.getByText("These divisions ended on")).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("Bruno Evans");
});

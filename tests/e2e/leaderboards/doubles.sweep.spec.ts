/** Doubles: the rule, the mark on a card, its points, and what a cancelled match gives back. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let page: Page;
const ids = new Map<string, string>();
const double = (home: string, away: string) =>
  card(page, home, away).getByRole("button", { name: "Double", exact: true });
/** The button that opens the double and the form of a card. */
const fold = (home: string, away: string) => card(page, home, away).getByRole("button", { name: /Form/ });
async function openFolds(...games: readonly (readonly [home: string, away: string])[]): Promise<void> {
  for (const game of games) await fold(...game).click();
}

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const user = await addPlayer(club, "Dora Member", "dora@example.com");
  const rival = await addPlayer(club, "Rita Rival", "rita@example.com");
  for (const [home, away, days] of [
    ["Arsenal", "Chelsea", 2],
    ["Everton", "Fulham", 3],
    ["Leeds", "Burnley", 4],
  ] as const) {
    const match = { home_team_name: home, away_team_name: away, match_date: daysFromNow(days) };
    ids.set(home, await addMatch(club, { ...match, league: "Friendly Club", season: "2026/27" }));
  }
  for (const home of ["Arsenal", "Everton"]) {
    await predict(club, user, ids.get(home) ?? "", [2, 1]);
    await predict(club, rival, ids.get(home) ?? "", [2, 1]);
  }
  admin = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  page = await newVisitor(browser, club, []);
  await signIn(page, "dora@example.com");
});
test.afterAll(() => club.stop());

test("without a rule the cards have no doubles", async () => {
  await page.goto("/matches");
  await expect(card(page, "Arsenal", "Chelsea").getByText(/^Saved/)).toBeVisible();
  await expect(page.getByText(/double/i)).toHaveCount(0);
});

test("an organiser sets the rule, and a wrong number is refused in the form", async () => {
  await admin.goto("/admin-dashboard/home-settings");
  await admin.getByLabel("Doubles in each competition").selectOption("A number per season");
  await admin.getByLabel("Doubles per season").fill("0");
  await admin.getByRole("button", { name: "Save doubles" }).click();
  await expect(admin.getByText("Doubles per season must be a whole number from 1 to 99")).toBeVisible();
  await admin.getByLabel("Doubles per season").fill("1");
  await admin.getByRole("button", { name: "Save doubles" }).click();
  await expect(admin.getByText("Doubles saved")).toBeVisible();
});

test("a mark is saved, and the other cards have none left", async () => {
  await page.goto("/matches");
  await expect(double("Arsenal", "Chelsea")).toHaveCount(0);
  await expect(fold("Arsenal", "Chelsea")).toHaveAccessibleName("Form and ×2");
  await openFolds(["Arsenal", "Chelsea"], ["Everton", "Fulham"], ["Leeds", "Burnley"]);
  await expect(double("Leeds", "Burnley")).toBeDisabled();
  await expect(double("Arsenal", "Chelsea")).toHaveAccessibleDescription("1 of 1 double left");
  await double("Arsenal", "Chelsea").click();
  await expect(double("Arsenal", "Chelsea")).toHaveAttribute("aria-pressed", "true");
  await expect(double("Everton", "Fulham")).toBeDisabled();
  await expect(double("Everton", "Fulham")).toHaveAccessibleDescription("0 of 1 double left");
  await expect(page.getByRole("status").filter({ hasText: "0 of 1 double left" })).toHaveCount(1);
  await page.reload();
  // The mark shows while the card is folded.
  await expect(fold("Arsenal", "Chelsea")).toHaveAccessibleName("double Form");
  await openFolds(["Arsenal", "Chelsea"]);
  await expect(double("Arsenal", "Chelsea")).toHaveAttribute("aria-pressed", "true");
});

test("a mark that cannot be sent is kept on the device, also after a reload", async () => {
  await page.route("**/rpc/mark_double", (route) => route.abort());
  await double("Arsenal", "Chelsea").click();
  const match = card(page, "Arsenal", "Chelsea");
  await expect(match.getByRole("alert")).toHaveText("Double not saved. It is kept on this device.");
  await page.reload();
  await expect(match.getByRole("alert")).toHaveText("Double not saved. It is kept on this device.");
  await expect(double("Arsenal", "Chelsea")).toHaveAttribute("aria-pressed", "false");
  await page.unroute("**/rpc/mark_double");
  await match.getByRole("button", { name: "Retry" }).click();
  await expect(double("Arsenal", "Chelsea")).toHaveAccessibleDescription("1 of 1 double left");
  await double("Arsenal", "Chelsea").click();
  await expect(double("Arsenal", "Chelsea")).toHaveAccessibleDescription("0 of 1 double left");
});

test("after the lock everyone sees the mark, and the result counts twice", async () => {
  await moveKickoff(club, ids.get("Arsenal") ?? "", -5);
  await page.goto("/matches");
  const match = card(page, "Arsenal", "Chelsea");
  await expect(double("Arsenal", "Chelsea")).toHaveCount(0);
  await expect(match.getByText("double", { exact: true })).toBeAttached();
  await complete(club, ids.get("Arsenal") ?? "", [2, 1]);
  await page.reload();
  await expect(match.getByText("Perfect score ×2")).toBeVisible();
  await expect(match.getByText("+6")).toBeVisible();
  await match.getByRole("button", { name: "See 2 picks" }).click();
  const picks = page.getByRole("list", { name: "Everyone's picks" }).getByRole("listitem");
  await expect(picks.filter({ hasText: "Dora" })).toContainText("double");
  await expect(picks.filter({ hasText: "Rita" })).not.toContainText("double");
  await page.goto("/leaderboard?competition=friendly_club");
  const row = page.getByRole("row").filter({ hasText: "Dora Member" });
  await expect(row).toContainText("6");
  await expect(row).toContainText("perfect double");
});

test("a cancelled match gives its double back", async () => {
  await must(club.secret.rpc("void_match", { _match_id: ids.get("Arsenal") ?? "" }));
  await page.goto("/matches");
  await openFolds(["Everton", "Fulham"]);
  await expect(double("Everton", "Fulham")).toHaveAccessibleDescription("1 of 1 double left");
  await double("Everton", "Fulham").click();
  await expect(double("Everton", "Fulham")).toHaveAttribute("aria-pressed", "true");
});

test("without the rule the marks on open matches are taken back", async () => {
  await admin.getByLabel("Doubles in each competition").selectOption("Off");
  await admin.getByRole("button", { name: "Save doubles" }).click();
  await expect(double("Everton", "Fulham")).toHaveCount(0);
  await expect(fold("Everton", "Fulham")).toHaveAccessibleName("Form");
  const marks = await must(club.secret.from("user_predictions").select("id").eq("is_double", true));
  expect(marks.data).toHaveLength(1);
});

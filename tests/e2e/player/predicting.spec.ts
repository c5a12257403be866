/** The match card: keyboard, failing network, lock, and missing subscription. */
import { expect, type Page, test } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addPlayer } from "../support/club-data.ts";
import { card, enterPrediction, newVisitor, redeem, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
const ids = new Map<string, string>();

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  const teams = ["Arsenal", "Chelsea", "Everton", "Fulham", "Burnley", "Sunderland"];
  await club.secret.from("teams").insert(teams.map((name) => ({ name })));
  for (const [home, away, league, days] of [
    ["Arsenal", "Chelsea", "Friendly Club", 2],
    ["Everton", "Fulham", "Friendly Club", 3],
    ["Burnley", "Sunderland", "Premier League", 4],
  ] as const) {
    const match = { home_team_name: home, away_team_name: away, match_date: daysFromNow(days), league };
    const { data } = await club.secret.from("matches").insert(match).select("id").single();
    ids.set(home, data?.id ?? "");
  }
  page = await newVisitor(browser, club, []);
  await addPlayer(club, "Hasty Hand", "hasty@example.com");
  await signIn(page, "hasty@example.com");
});
test.afterAll(() => club.stop());

test("a prediction that could not be saved stays on the card with a message and is saved with Retry", async () => {
  await page.goto("/matches");
  const match = card(page, "Arsenal", "Chelsea");
  await page.route("**/rest/v1/user_predictions*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await match.getByLabel("Arsenal score").fill("2");
  await match.getByLabel("Chelsea score").fill("1");
  await expect(match.getByRole("alert")).toHaveText("Not saved. 2–1 is kept on this device.");
  await page.unroute("**/rest/v1/user_predictions*");
  await match.getByRole("button", { name: "Retry" }).click();
  await expect(match.getByText(/^Saved \d/)).toBeVisible();
  await page.reload();
  await expect(match.getByLabel("Arsenal score")).toHaveValue("2");
});

test("by keyboard, arrows count, Enter continues, and 51 goals are refused in the field", async () => {
  await page.goto("/matches");
  const first = card(page, "Arsenal", "Chelsea");
  const second = card(page, "Everton", "Fulham");
  await first.getByLabel("Arsenal score").focus();
  await page.keyboard.press("ArrowUp");
  await expect(first.getByLabel("Arsenal score")).toHaveValue("3");
  await page.keyboard.press("Enter");
  await expect(second.getByLabel("Everton score")).toBeFocused();
  await second.getByLabel("Everton score").fill("51");
  await expect(second.getByRole("alert")).toHaveText("Score seems unrealistic (max 50)");
  await second.getByLabel("Everton score").fill("50");
  await expect(second.getByRole("alert")).toBeHidden();
});

test("a competition without a subscription links to redeeming codes", async () => {
  await page.goto("/matches");
  const match = card(page, "Burnley", "Sunderland");
  await expect(match.getByText("For Premier League subscribers")).toBeVisible();
  await match.getByRole("link", { name: "Redeem a code" }).click();
  await expect(page).toHaveURL(/\/subscriptions$/);
  await redeem(page, "1234567");
  await expect(page.getByRole("status").filter({ hasText: "This code is not valid" })).toBeVisible();
  await expect(page.getByLabel("7-digit code")).toHaveValue("1234567");
});

test("a change after the lock is refused with the reason, and the saved prediction remains", async () => {
  await page.goto("/matches");
  await enterPrediction(page, "Everton", "Fulham", [1, 1]);
  // The match locks while the change is being sent.
  await page.route("**/rest/v1/user_predictions*", async (route) => {
    await moveKickoff(club, ids.get("Everton") ?? "", -1);
    await route.continue();
  });
  await card(page, "Everton", "Fulham").getByLabel("Everton score").fill("4");
  await expect(
    card(page, "Everton", "Fulham")
      .getByText(/locked/i)
      .first(),
  ).toBeVisible();
  await page.unroute("**/rest/v1/user_predictions*");
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction")
    .eq("match_id", ids.get("Everton") ?? "")
    .single();
  expect(data?.home_prediction).toBe(1);
});

test("after the lock members see everyone's predictions", async ({ browser }) => {
  const other = await newVisitor(browser, club, []);
  await addPlayer(club, "Curious Cat", "curious@example.com");
  await signIn(other, "curious@example.com");
  await other.goto("/matches");
  await card(other, "Everton", "Fulham").getByRole("button", { name: "See the pick", exact: true }).click();
  await expect(other.getByRole("dialog").getByText("Hasty Hand")).toBeVisible();
});

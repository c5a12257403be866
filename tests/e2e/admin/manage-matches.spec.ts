/** Manage Matches: every action and message. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, predict } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await newVisitor(browser, club, []);
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await signIn(page, "olga@example.com");
});
test.afterAll(() => club.stop());

const dialog = () => page.getByRole("dialog").or(page.getByRole("alertdialog"));
const chooseAction = async (match: string, name: string): Promise<void> => {
  await page.getByRole("button", { name: `Actions for ${match}` }).click();
  await page.getByRole("menuitem", { name }).click();
};

test("a match is added, and every mistake is named without losing input", async () => {
  await page.goto("/manage-matches");
  await page
    .getByRole("button", { name: /add match/i })
    .first()
    .click();
  await expect(dialog().getByLabel("Time", { exact: true })).toHaveValue("20:00");
  await dialog().getByRole("button", { name: "Add match" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Please fill in all fields");
  await dialog().getByLabel("Home team").fill("Arsenal");
  await dialog().getByLabel("Away team").fill("Arsenal");
  await dialog().getByLabel("Date").fill(daysFromNow(3));
  await dialog().getByLabel("League").selectOption("Friendly Club");
  await dialog().getByRole("button", { name: "Add match" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Home and away teams must be different");
  await dialog().getByLabel("Away team").fill("Chelsea");
  await dialog().getByRole("button", { name: "Add match" }).click();
  await expect(page.getByText("New match added successfully")).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit: Arsenal v Chelsea" })).toBeVisible();
});

test("a duplicate match is refused with a message, and other spellings of a team mean that team", async () => {
  await page.goto("/manage-matches");
  await page
    .getByRole("button", { name: /add match/i })
    .first()
    .click();
  await dialog().getByLabel("Home team").fill("Arsena");
  await dialog().getByLabel("Home team").press("Tab");
  await expect(dialog().getByText("New team: it will be added.")).toBeVisible();
  await dialog().getByRole("button", { name: "Use Arsenal" }).click();
  await expect(dialog().getByLabel("Home team")).toHaveValue("Arsenal");
  await dialog().getByLabel("Home team").fill("Arsenal FC");
  await dialog().getByLabel("Home team").press("Tab");
  await expect(dialog().getByText("Stored as Arsenal, a team of the club.")).toBeVisible();
  await dialog().getByLabel("Away team").fill("CHELSEA");
  await dialog().getByLabel("Date").fill(daysFromNow(3));
  await dialog().getByLabel("League").selectOption("Friendly Club");
  await dialog().getByRole("button", { name: "Add match" }).click();
  await dialog().getByRole("button", { name: "Another match: add it" }).click();
  await expect(page.getByText("This match is already listed.").first()).toBeVisible();
  const { data } = await club.secret.from("teams").select("name").ilike("name", "arsenal%");
  expect(data).toEqual([{ name: "Arsenal" }]);
});

test("a match is edited", async () => {
  await page.goto("/manage-matches");
  await chooseAction("Arsenal v Chelsea", "Edit");
  await dialog().getByLabel("Time", { exact: true }).fill("18:30");
  await dialog().getByRole("button", { name: "Save match" }).click();
  await expect(page.getByText("Match updated successfully")).toBeVisible();
});

test("scores are whole numbers from 0 to 50; a failed save keeps them", async () => {
  await page.goto("/manage-matches");
  await chooseAction("Arsenal v Chelsea", "Complete & Set Score");
  await dialog().getByRole("button", { name: "Complete it early" }).click();
  const save = dialog().getByRole("button", { name: "Complete match" });
  const set = async (home: string, away: string): Promise<void> => {
    await dialog().getByLabel("Arsenal score").fill(home);
    await dialog().getByLabel("Chelsea score").fill(away);
    await save.click();
  };
  await set("", "1");
  await expect(dialog().getByRole("alert")).toHaveText("Please enter a valid score (0 or higher)");
  await set("-1", "1");
  await expect(dialog().getByRole("alert")).toHaveText("Please enter a valid score (0 or higher)");
  await set("51", "1");
  await expect(dialog().getByRole("alert")).toHaveText("Score seems unrealistic (max 50)");
  const completing = "**/rest/v1/rpc/complete_matches";
  await page.route(completing, (route) => route.fulfill({ status: 500, json: { message: "broken" } }));
  await set("50", "1");
  await expect(dialog().getByRole("alert")).toHaveText("Failed to update match score");
  await expect(dialog().getByLabel("Arsenal score")).toHaveValue("50");
  await page.unroute(completing);
  await save.click();
  await expect(page.getByText("Match score updated and points calculated!")).toBeVisible();
  await page.goto("/manage-matches?status=completed");
  await page.getByRole("button", { name: "Edit Scores: Arsenal v Chelsea" }).click();
  await dialog().getByLabel("Arsenal score").fill("2");
  await dialog().getByRole("button", { name: "Save Scores" }).click();
  await expect(dialog()).toBeHidden();
  await expect(page.getByText("2–1")).toBeVisible();
});

test("a match is cancelled, and another deleted after a warning", async () => {
  for (const [home, away] of [
    ["Everton", "Leeds United"],
    ["Fulham", "Burnley"],
  ]) {
    await club.secret.from("teams").insert([{ name: home ?? "" }, { name: away ?? "" }]);
    await club.secret.from("matches").insert({
      home_team_name: home ?? "",
      away_team_name: away ?? "",
      match_date: daysFromNow(5),
      league: "Friendly Club",
    });
  }
  await page.goto("/manage-matches");
  await chooseAction("Everton v Leeds", "Cancel Match");
  await dialog().getByRole("button", { name: "Cancel Match" }).click();
  await expect(dialog()).toBeHidden();
  await page.goto("/manage-matches?status=cancelled");
  await expect(page.getByRole("button", { name: "Actions for Everton v Leeds" })).toBeVisible();
  await page.goto("/manage-matches");
  await chooseAction("Fulham v Burnley", "Delete");
  await expect(dialog()).toContainText("0predictions");
  await dialog().getByRole("button", { name: "Delete match" }).click();
  await expect(dialog()).toBeHidden();
  await expect(page.getByRole("button", { name: "Actions for Fulham v Burnley" })).toBeHidden();
});

test("codes need a plan and a future date", SWEEP, async () => {
  await page.goto("/admin-dashboard/codes");
  const generate = page.getByRole("button", { name: "Generate 7-Digit Code" });
  await expect(generate).toBeDisabled();
  await page.getByLabel("Subscription plan").selectOption({ label: "FA Cup" });
  await expect(generate).toBeDisabled();
  await page.getByRole("button", { name: "30 days" }).click();
  await generate.click();
  await expect(page.getByText(/^Code \d{7} generated for FA Cup$/)).toBeVisible();
  await expect(
    page.getByText(/can be used once by any user to activate the FA Cup subscription/),
  ).toBeVisible();
});

test("the message to the winners of a matchday is held, released and sent at once", SWEEP, async () => {
  const ada = await addPlayer(club, "Ada Able", "ada@example.com", false);
  const game = await addMatch(club, {
    home_team_name: "Luton",
    away_team_name: "Hull",
    match_date: daysFromNow(1),
    league: "Friendly Club",
    season: "2030/31",
    round: "Matchday 9",
  });
  await predict(club, ada, game, [2, 1]);
  await page.goto("/admin-dashboard/notifications");
  const panel = page.getByRole("region", { name: "Winners to tell" });
  const nothing = "No message waits. Winners get one two hours after the last change.";
  await expect(panel.getByText(nothing)).toBeVisible();

  await complete(club, game, [2, 1]);
  await page.reload();
  const winners = panel.getByRole("listitem");
  await expect(winners).toContainText("Matchday 9Friendly Club 2030/31Ada Able with 3 points");
  await expect(winners).toContainText(/Message: to\S+ \d\d:\d\d, two hours after the last change/);
  await winners.getByRole("button", { name: "Hold" }).click();
  await expect(page.getByText("Matchday 9: messages held")).toBeVisible();
  await expect(winners).toContainText("Held. No message until you release or send it.");
  await winners.getByRole("button", { name: "Release" }).click();
  await expect(page.getByText("Matchday 9: messages released")).toBeVisible();
  await expect(winners).toContainText("two hours after the last change");
  await winners.getByRole("button", { name: "Send now" }).click();
  await expect(page.getByText("Matchday 9: 1 message sent")).toBeVisible();
  await expect(panel.getByText(nothing)).toBeVisible();
  const told = await club.secret.from("notifications").select("title").eq("user_id", ada);
  expect(told.data).toEqual([{ title: "You won Matchday 9 with 3 points" }]);
});

/** Teams and matches that are listed twice, and deleting several matches, on a phone. */
import { expect, type Page, test } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, keepFromLiveChanges, must, predict } from "../support/club-data.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
let first: string;
let second: string;
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club, 390);
  const paul = await addPlayer(club, "Paul Player", "paul@example.com", false);
  const mary = await addPlayer(club, "Mary Member", "mary@example.com", false);
  const add = (home: string, away: string, days: number, round: string) =>
    addMatch(club, {
      home_team_name: home,
      away_team_name: away,
      match_date: daysFromNow(days),
      league: "Friendly Club",
      season: "2026/27",
      round,
    });
  first = await add("Leeds", "Hull", 4, "Matchday 1");
  second = await add("Leeds", "Hull", 5, "Round 1");
  await add("Spurs XI", "Luton", 5, "Matchday 1");
  await add("Barnet", "Totten", 12, "Matchday 2");
  await predict(club, paul, first, [1, 0]);
  await predict(club, paul, second, [2, 1]);
  await predict(club, mary, second, [0, 0]);
  await must(club.secret.from("team_aliases").insert({ alias: "Totten", team_name: "Spurs XI" }));
});
test.afterAll(() => club.stop());

const dialog = () => page.getByRole("dialog").or(page.getByRole("alertdialog"));
/** Confirms in the dialog, which closes when the act has succeeded. */
const confirm = async (name: string): Promise<void> => {
  await dialog().getByRole("button", { name }).click();
  await expect(dialog()).toHaveCount(0);
};
const duplicates = () => page.getByRole("region", { name: "Listed twice" });
const undo = async (): Promise<void> => {
  const answer = page.waitForResponse((response) => response.url().endsWith("/rpc/undo"));
  await page.getByRole("button", { name: "Undo" }).click();
  expect((await answer).ok()).toBe(true);
};
/** The scores that count for matches of these teams, in order. */
async function predictions(home: string): Promise<string[]> {
  const { data } = await must(
    club.secret
      .from("user_predictions")
      .select("home_prediction, away_prediction, matches!inner(home_team_name)")
      .eq("matches.home_team_name", home),
  );
  return (data ?? []).map((row) => `${row.home_prediction}-${row.away_prediction}`).sort();
}

test("health names what is listed twice, and matches without a time", async () => {
  const soon = await addMatch(club, {
    home_team_name: "Bury",
    away_team_name: "Stoke",
    match_date: daysFromNow(2),
    kickoff_confirmed: false,
    league: "Friendly Club",
  });
  await page.goto("/admin-dashboard/health");
  await expect(page.getByText("1 team is listed under two names.")).toBeVisible();
  await expect(page.getByText("1 match is listed twice.")).toBeVisible();
  await expect(page.getByText(/^Bury v Stoke, .*: the time is still to be confirmed\.$/)).toBeVisible();
  await must(club.secret.from("matches").delete().eq("id", soon));
});

test("two matches are merged, and the merge is undone", async () => {
  await duplicates().getByRole("button", { name: "Merge Leeds v Hull" }).click();
  await expect(dialog()).toContainText(
    "In 1 case a member predicted both matches: the later prediction counts.",
  );
  await confirm("Merge matches");
  await expect(page.getByText("1 match merged")).toBeVisible();
  expect(await predictions("Leeds")).toEqual(["0-0", "2-1"]);
  await expect(duplicates().getByText("Leeds v Hull")).toHaveCount(0);
  await undo();
  expect(await predictions("Leeds")).toEqual(["0-0", "1-0", "2-1"]);
});

test("a merge that fails changes nothing and says so", async () => {
  await page.route("**/rpc/merge_matches", (route) => route.fulfill({ status: 500, body: "{}" }));
  await duplicates().getByRole("button", { name: "Merge Leeds v Hull" }).click();
  await dialog().getByRole("button", { name: "Merge matches" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Nothing was merged. Please try again.");
  await page.unroute("**/rpc/merge_matches");
  await dialog().getByRole("button", { name: "Keep both" }).click();
  expect(await predictions("Leeds")).toEqual(["0-0", "1-0", "2-1"]);
});

test("the list of duplicates shows a failure when it cannot be read, and Retry recovers", async () => {
  const unlucky = await page.context().newPage();
  await unlucky.route("**/rpc/duplicates", (route) => route.fulfill({ status: 500, body: "{}" }));
  await keepFromLiveChanges(unlucky);
  await unlucky.goto(page.url());
  await expect(unlucky.getByText("Failed to load duplicates")).toBeVisible();
  await unlucky.unroute("**/rpc/duplicates");
  await unlucky.getByRole("button", { name: "Retry" }).click();
  await expect(unlucky.getByRole("region", { name: "Listed twice" }).getByText("Leeds v Hull")).toBeVisible();
  await unlucky.close();
});

test("the other match can be kept", async () => {
  await duplicates().getByRole("button", { name: "Merge Leeds v Hull" }).click();
  await dialog().getByRole("button", { name: "Keep the other one" }).click();
  await confirm("Merge matches");
  await expect(duplicates().getByText("Leeds v Hull")).toHaveCount(0);
  expect(await predictions("Leeds")).toEqual(["0-0", "2-1"]);
  const { data } = await club.secret.from("matches").select("id").eq("home_team_name", "Leeds");
  expect(data).toHaveLength(1);
  await undo();
});

test("two teams are merged, and the merge is undone", async () => {
  await duplicates()
    .getByRole("button", { name: /^Merge (Totten|Spurs XI) into / })
    .click();
  await expect(dialog()).toContainText("gets 1 match of");
  const kept = await dialog().getByLabel("Team to keep").locator("option:checked").innerText();
  if (kept !== "Spurs XI") await dialog().getByRole("button", { name: "Keep Totten instead" }).click();
  await confirm("Merge teams");
  await expect(page.getByText("Totten merged into Spurs XI")).toBeVisible();
  const names = async (): Promise<string[]> => {
    const { data } = await club.secret.from("teams").select("name").in("name", ["Totten", "Spurs XI"]);
    return (data ?? []).map(({ name }) => name).sort();
  };
  expect(await names()).toEqual(["Spurs XI"]);
  await undo();
  expect(await names()).toEqual(["Spurs XI", "Totten"]);
  const { data } = await club.secret.from("matches").select("away_team_name").eq("home_team_name", "Barnet");
  expect(data).toEqual([{ away_team_name: "Totten" }]);
});

test("all matches are merged at once", async () => {
  await must(
    club.secret.from("matches").insert({
      home_team_name: "Spurs XI",
      away_team_name: "Luton",
      match_date: daysFromNow(6),
      league: "Friendly Club",
      season: "2026/27",
      round: "Round 2",
    }),
  );
  await page.reload();
  await duplicates().getByRole("button", { name: "Merge all 2 matches" }).click();
  await confirm("Merge 2 matches");
  await expect(page.getByText("2 matches merged")).toBeVisible();
  await undo();
  await expect(duplicates().getByRole("button", { name: "Merge all 2 matches" })).toBeVisible();
});

test("teams are merged on the Teams page, and teams that play each other are refused with a reason", async () => {
  await page.goto("/admin-dashboard/teams");
  await page.getByRole("button", { name: "Actions for Leeds" }).click();
  await page.getByRole("menuitem", { name: "Merge into another team" }).click();
  await dialog().getByRole("button", { name: "Merge teams" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Please choose a team");
  await dialog().getByLabel("Team to keep").selectOption("Hull");
  await dialog().getByRole("button", { name: "Merge teams" }).click();
  await expect(dialog().getByRole("alert")).toContainText(
    "Merge or delete these matches first: Leeds v Hull",
  );
  await dialog().getByLabel("Team to keep").selectOption("Barnet");
  await confirm("Merge teams");
  await expect(page.getByText("Leeds merged into Barnet")).toBeVisible();
  await undo();
});

test("several matches are deleted in one act, which is undone as one", async () => {
  await page.goto("/manage-matches");
  const choices = page.getByRole("checkbox", { name: "Select Leeds v Hull" });
  await choices.first().check();
  await choices.last().check();
  await page.getByRole("button", { name: "Delete 2 matches" }).click();
  await expect(dialog().locator(".loss-list")).toContainText("predictions");
  await confirm("Delete 2 matches");
  await expect(page.getByText("2 matches deleted")).toBeVisible();
  await expect(choices).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Delete \d/ })).toHaveCount(0);
  await undo();
  await expect(choices).toHaveCount(2);
  expect(await predictions("Leeds")).toEqual(["0-0", "1-0", "2-1"]);
});

test("a page of matches is selected and deselected", async () => {
  await page.getByRole("checkbox", { name: "Select this page" }).check();
  await expect(page.getByRole("button", { name: "Delete 5 matches" })).toBeVisible();
  await page.getByRole("checkbox", { name: "Select Barnet v Totten" }).uncheck();
  await expect(page.getByRole("checkbox", { name: "Select this page" })).not.toBeChecked();
  await page.getByRole("button", { name: "Clear" }).click();
  await expect(page.getByRole("button", { name: /^Delete \d/ })).toHaveCount(0);
});

test("a selected match that is gone is named as the reason why none is deleted", async () => {
  await page.getByRole("checkbox", { name: "Select Barnet v Totten" }).check();
  await page.getByRole("checkbox", { name: "Select Leeds v Hull" }).first().check();
  await must(club.secret.from("matches").delete().eq("home_team_name", "Barnet"));
  await page.getByRole("button", { name: "Delete 2 matches" }).click();
  await dialog().getByRole("button", { name: "Delete 2 matches" }).click();
  await expect(dialog().getByRole("alert")).toHaveText(
    "One of these matches is deleted already. Clear the selection and choose again.",
  );
  expect(await predictions("Leeds")).toEqual(["0-0", "1-0", "2-1"]);
});

/** Teams, matches and members that are there twice, adding members, and deleting several matches, on a phone. */
import { expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, addPlayer, keepFromLiveChanges, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";

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
  await page.route("**/rpc/merge_matches", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  await duplicates().getByRole("button", { name: "Merge Leeds v Hull" }).click();
  await dialog().getByRole("button", { name: "Merge matches" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Nothing was merged. Please try again.");
  await page.unroute("**/rpc/merge_matches");
  await dialog().getByRole("button", { name: "Keep both" }).click();
  expect(await predictions("Leeds")).toEqual(["0-0", "1-0", "2-1"]);
});

test("the list of duplicates shows a failure when it cannot be read, and Retry recovers", async () => {
  const unlucky = await page.context().newPage();
  await unlucky.route("**/rpc/duplicates", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
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

test("a pasted list is checked for members, and those who are added sign in with a temporary password", async ({
  browser,
}) => {
  await page.goto("/admin-dashboard/users");
  await page.getByRole("button", { name: "Add members" }).click();
  await dialog().getByRole("button", { name: "Check list" }).click();
  await expect(dialog().getByRole("alert")).toHaveText("Please enter a member, or paste a list");
  await dialog()
    .getByLabel("List of members")
    .fill(
      [
        "Name, phone or email",
        "Nadia New, 5755 0001",
        "new.member@example.com; Nick New",
        "Mary Again, MARY@example.com",
        "Paull Player, 57550003",
        "Nadia Twice, +230 5755 0001",
      ].join("\n"),
    );
  await dialog().getByRole("button", { name: "Check list" }).click();
  await expect(dialog().getByRole("status")).toHaveText(
    "2 new, 1 perhaps a member already: tick to add, 1 already a member, 1 cannot be used",
  );
  const line = (name: string) => dialog().getByRole("listitem").filter({ hasText: name });
  await expect(line("Mary Again")).toContainText("A member has this email (Mary Member)");
  await expect(line("Paull Player")).toContainText("A member has a similar name (Paul Player)");
  await expect(line("Nadia Twice")).toContainText("Line 6: The same phone number or email as line 2");
  await expect(line("Paull Player").getByRole("checkbox")).not.toBeChecked();
  // A list that is corrected is kept.
  await dialog().getByRole("button", { name: "Back to the list" }).click();
  await expect(dialog().getByLabel("List of members")).toHaveValue(/Nadia Twice/);
  await dialog().getByRole("button", { name: "Check list" }).click();
  await line("Paull Player").getByRole("checkbox").check();
  await dialog().getByRole("button", { name: "Add 3 members" }).click();
  await expect(dialog().getByRole("status")).toHaveText("3 members added");
  const invitation = line("Nadia New").getByRole("link", {
    name: "Send the invitation to Nadia New by WhatsApp",
  });
  const link = new URL((await invitation.getAttribute("href")) ?? "");
  const password = (await line("Nadia New").locator("code").textContent()) ?? "";
  expect(link.pathname).toBe("/23057550001");
  expect(link.searchParams.get("text")).toContain(`${club.url}/auth with +23057550001`);
  expect(link.searchParams.get("text")).toContain(password);
  // The passwords are not lost by a wrong press.
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay here" }).click();
  const file = page.waitForEvent("download");
  await dialog().getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toBe("scoreline-new-members.csv");
  await dialog().getByRole("button", { name: "Done" }).click();
  await expect(dialog()).toHaveCount(0);
  await page.getByLabel("Search by name, phone or email").fill("Nadia");
  await expect(page.getByRole("row").filter({ hasText: "Nadia New" })).toBeVisible();

  const member = await (await browser.newContext({ baseURL: club.url })).newPage();
  await member.goto("/auth");
  await member.getByLabel("Email or phone number").fill("5755 0001");
  await member.getByLabel("Password", { exact: true }).fill(password);
  await member.getByRole("button", { name: "Sign In" }).click();
  await expect(member.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
});

test("two accounts of one member are merged, and that is undone in the audit log", async () => {
  const paul = await playerId("Paul Player");
  const double = await playerId("Paull Player");
  const match = await addMatch(club, {
    home_team_name: "Stoke",
    away_team_name: "Derby",
    match_date: daysFromNow(6),
    league: "Friendly Club",
  });
  await predict(club, double, match, [3, 3]);
  const locked = [
    ["Bury", "York"],
    ["Luton", "Leeds"],
  ] as const;
  for (const [home_team_name, away_team_name] of locked) {
    const id = await addMatch(club, {
      home_team_name,
      away_team_name,
      match_date: daysFromNow(6),
      league: "Friendly Club",
    });
    await predict(club, paul, id, [1, 0]);
    await predict(club, double, id, [2, 2]);
    await moveKickoff(club, id, -60);
  }
  await page.goto("/admin-dashboard/management");
  await page.getByRole("button", { name: "Actions for Paul Player" }).click();
  await page.getByRole("menuitem", { name: "Merge with another account" }).click();
  await dialog().getByRole("searchbox").fill("57550003");
  await dialog()
    .getByRole("button", { name: /^Paull Player/ })
    .click();
  await expect(dialog()).toContainText("The account that signs in with +23057550003 is closed at once");
  await expect(dialog()).toContainText("1 prediction of an open match is secret and cannot move");
  await dialog().getByRole("button", { name: "All from the closed account" }).click();
  await dialog()
    .getByRole("group", { name: /^Bury v York/ })
    .getByRole("radio", { name: "Kept account: 1–0" })
    .check();
  await dialog().getByRole("button", { name: "Merge accounts" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Merge", exact: true }).click();
  await expect(dialog()).toHaveCount(0);
  const all = () => Promise.all(["Stoke", "Bury", "Luton"].map(predictions));
  expect(await all()).toEqual([[], ["1-0"], ["2-2"]]);

  await page.goto("/admin-dashboard/audit-log");
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: "Merged another account into that of Paul Player" });
  await entry.getByRole("button", { name: "Undo" }).click();
  await confirm("Undo merge");
  await expect.poll(all).toEqual([["3-3"], ["1-0", "2-2"], ["1-0", "2-2"]]);
});

async function playerId(name: string): Promise<string> {
  const { data } = await must(club.secret.from("profiles").select("id").eq("full_name", name).single());
  return data?.id ?? "";
}

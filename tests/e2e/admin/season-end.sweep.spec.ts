/** The end of a season: nine steps, each with a way back, and the first prediction of the next season. */
import { expect, type Page } from "@playwright/test";
import * as french from "../../../words/generated/fr/admin-club.ts";
import * as frenchOfServer from "../../../words/generated/fr/server.ts";
import { premierLeague } from "../../seasons/season-file.ts";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { must } from "../support/club-data.ts";
import { addSeason } from "../support/ending-season.ts";
import { englishSentencesIn } from "../support/english-sentences.ts";
import { test } from "../support/test.ts";
import { signIn } from "../support/user-actions.ts";

let club: Club;
let page: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club, 390);
});
test.afterAll(() => club.stop());

const step = (title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const isDone = (title: string) => expect(step(title).getByLabel("Done")).toBeVisible();

/** The steps in their order, with the button that does each and what it did. */
const steps = [
  ["Archive the leaderboards", "Archive the leaderboards", "1 leaderboard with 2 members"],
  ["Archive the subscriptions", "Archive the subscriptions", "2 subscriptions"],
  ["Take a snapshot", "Take a snapshot", "4 predictions of 2 members"],
  ["Close the honours", "Close the honours", /The winners of 1 matchday and 1 month, \d records/],
  ["End subscriptions and codes", "End them", "2 subscriptions and 1 unused code ended"],
] as const;

const titlesInFrench = {
  matches: frenchOfServer.seasonMatches,
  leaderboards: frenchOfServer.seasonLeaderboards,
  subscriptions: frenchOfServer.seasonSubscriptions,
  snapshot: frenchOfServer.seasonSnapshot,
  honours: frenchOfServer.seasonHonours,
  access: frenchOfServer.seasonAccess,
  points: frenchOfServer.seasonPoints,
  import: frenchOfServer.seasonImport,
  members: frenchOfServer.seasonMembers,
};
const STEPS = Object.keys(titlesInFrench) as (keyof typeof titlesInFrench)[];

/** The points and totals of everyone. */
async function points(): Promise<unknown> {
  const picks = await must(
    club.secret.from("user_predictions").select("user_id, match_id, points_earned").order("id"),
  );
  const { data: board } = await club.secret.rpc("leaderboard", { league: "Overall" });
  return [picks.data, board?.map(({ user_id, rank, points: total }) => [user_id, rank, total])];
}

async function clearPoints(): Promise<void> {
  await step("Clear the points").getByLabel("PIN").fill("4711");
  await press("Clear the points");
  await isDone("Clear the points");
}

test("a club without a result has no season to end", async () => {
  await page.goto("/admin-dashboard/season-end");
  await expect(page.getByRole("heading", { name: "There is no season to end" })).toBeVisible();
});

test("each step says what it will do, is done, undone and done again", async () => {
  await addSeason(club);
  await page.reload();
  await expect(page.getByText(/^2024-25, /)).toBeVisible();
  await expect(step("Unfinished matches")).toContainText("2 unfinished matches");
  await page.getByRole("checkbox", { name: /^Luton v Stoke/ }).check();
  await press("Cancel 1, keep 1");
  await expect(step("Unfinished matches")).toContainText("1 match cancelled, 1 kept");
  await press("Undo: Unfinished matches");
  await page.getByRole("checkbox", { name: "All 2 matches" }).check();
  await press("Cancel all 2");
  await isDone("Unfinished matches");

  for (const [title, button, did] of steps) {
    await press(button);
    await isDone(title);
    await expect(step(title)).toContainText(did);
    await press(`Undo: ${title}`);
    await expect(step(title).getByLabel("Done")).toHaveCount(0);
    await press(button);
    await isDone(title);
  }
  // Leaving is no step: everything is there after it.
  await page.goto("/");
  await page.goto("/admin-dashboard/season-end");
  await expect(page.getByText("6 of 9 steps are done. You may leave and continue later.")).toBeVisible();
});

test("points are cleared with the PIN, and come back exactly", async () => {
  const before = await points();
  await must(club.secret.rpc("set_clear_points_pin", { pin: "4711" }));
  await step("Clear the points").getByLabel("PIN").fill("1234");
  await press("Clear the points");
  await expect(page.getByRole("alert")).toHaveText("Invalid PIN");
  await step("Clear the points").getByLabel("PIN").fill("4711");
  await press("Clear the points");
  await isDone("Clear the points");
  expect(await points()).not.toEqual(before);
  await press("Undo: Clear the points");
  await expect(page.getByText("The snapshot that was taken before clearing is kept.")).toBeVisible();
  expect(await points()).toEqual(before);
});

test("everything is undone, and the season is ended again by way of the next one's import", async () => {
  const before = await points();
  await clearPoints();
  await press("It is imported");
  await expect(page.getByRole("alert")).toHaveText(
    "No match of the next season is open yet. Import it first, or skip this step.",
  );
  await press("Skip");
  await expect(step("Import the next season").getByLabel("Skipped")).toBeVisible();
  await press("Undo everything");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo everything" }).click();
  await expect(page.getByText(/^The end of the season was undone/)).toBeVisible();
  expect(await points()).toEqual(before);
  const archives = await must(club.secret.from("leaderboard_archives").select("id"));
  expect(archives.data).toEqual([]);

  await press("Keep all 2");
  for (const [title, button] of steps) {
    await press(button);
    await isDone(title);
  }
  await clearPoints();
  const season = [premierLeague("2025-26"), "--competition", "Premier League"];
  club.command("import", ...season, "--season-starts", daysFromNow(30));
  await page.reload();
  await expect(step("Import the next season")).toContainText("380 open matches of the next season");
  await press("It is imported");
  await expect(step("Tell the members")).toContainText("To 3 members: 3 in the bell, 0 by push, 0 by email");
  await expect(page.getByLabel("Title")).toHaveValue("The 2024-25 season has ended");
  await press("Send to everyone");
  await expect(page.getByText("The season has ended.", { exact: false }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo everything" })).toBeVisible();
});

test("a member predicts the first match of the next season, which an undo keeps", async ({
  page: visitor,
}) => {
  const { data: member } = await club.secret
    .from("profiles")
    .select("id")
    .eq("full_name", "Pia Player")
    .single();
  const valid = { _type: "premier_league", _expires_on: daysFromNow(200) };
  await must(club.secret.rpc("give_subscription", { _user_id: member?.id ?? "", ...valid }));
  await visitor.setViewportSize({ width: 390, height: 844 });
  await signIn(visitor, "pia@example.com");
  await visitor.goto("/matches");
  const scores = visitor
    .getByRole("article")
    .first()
    .getByRole("textbox", { name: / score$/ });
  await scores.nth(0).fill("2");
  await scores.nth(1).fill("1");
  await expect(visitor.getByText(/^Saved/).first()).toBeVisible();
  await page.reload();
  await press("Undo everything");
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo everything" }).click();
  await expect(page.getByText("380 matches of the next season stay with their predictions.")).toBeVisible();
  await expect(page.getByText("1 subscription or code has changed since and stays as it is.")).toBeVisible();
  const picks = await must(
    club.secret
      .from("user_predictions")
      .select("id")
      .eq("user_id", member?.id ?? ""),
  );
  expect(picks.data).toHaveLength(3);
});

test("the separate panels warn in the wrong order, and go on", async () => {
  await page.goto("/admin-dashboard/management");
  await press("Clear All User Points");
  await expect(page.getByRole("alertdialog")).toContainText("No archive has all points of Premier League.");
  await press("Keep points");
  await page.goto("/admin-dashboard/leaderboard-archives");
  await page.getByLabel("Name").fill("Empty days");
  await page.getByLabel("League").selectOption("FA Cup");
  await page.getByLabel("Start date").fill(daysFromNow(-9));
  await page.getByLabel("End date").fill(daysFromNow(-8));
  await press("Create Archive");
  await expect(page.getByRole("alertdialog")).toContainText("No match of FA Cup was completed on these days");
  await press("Create anyway");
  await expect(page.getByRole("link", { name: "Empty days" })).toBeVisible();
});

test("in French every step, its result and what an undo keeps are in French", async () => {
  await page.context().addCookies([{ name: "language", value: "fr", url: club.url }]);
  await page.goto("/admin-dashboard/season-end");
  const main = page.getByRole("main");
  const next = page.locator(".season-step.is-next");
  await expect(page.getByRole("heading", { name: "Archiver les classements" })).toBeVisible();
  for (const [index, key] of STEPS.entries()) {
    await expect(next.getByRole("heading")).toHaveText(titlesInFrench[key]);
    if (key === "points") await next.getByLabel("PIN").fill("4711");
    if (key === "members")
      await expect(next.getByRole("textbox").first()).toHaveValue("La saison 2024-25 est terminée");
    expect(await englishSentencesIn(main), key).toEqual([]);
    await next.locator("button[type=submit]").click();
    await expect(page.locator(".season-mark.is-done")).toHaveCount(index + 1);
  }
  expect(await englishSentencesIn(main)).toEqual([]);
  await press(french.undoEverything);
  await page.getByRole("alertdialog").getByRole("button", { name: french.undoEverything }).click();
  await expect(page.getByText("L’instantané créé avant la remise à zéro est gardé.")).toBeVisible();
  expect(await englishSentencesIn(main)).toEqual([]);
});

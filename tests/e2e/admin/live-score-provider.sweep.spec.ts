/** The live-score provider in the admin screens: key, state, live scores, provisional leaderboard, and decisions. */
import { expect, type Page } from "@playwright/test";
import type { SimulatedMatch } from "../../providers/simulated-match.ts";
import { daysFromNow, moveKickoff } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, openLive, predict } from "../support/club-data.ts";
import { openProviderClub, type ProviderClub } from "../support/provider-club.ts";
import { axeViolations } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { newVisitor, recordErrors, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: ProviderClub;
let admin: Page;
let arsenal: string;
let bashir: string;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openProviderClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");

  const amina = await addPlayer(club, "Amina Player", "amina@example.com");
  bashir = await addPlayer(club, "Bashir Player", "bashir@example.com", false);
  arsenal = await addMatch(club, {
    home_team_name: "Arsenal FC",
    away_team_name: "Chelsea FC",
    match_date: daysFromNow(1),
    league: "Champions League",
  });
  await predict(club, amina, arsenal, [1, 0]);
  await predict(club, bashir, arsenal, [2, 1]);
  await moveKickoff(club, arsenal, 240);
  admin = await newVisitor(browser, club, browserErrors);
  await signIn(admin, "olga@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const game = (change: Partial<SimulatedMatch>): SimulatedMatch => ({
  id: 1,
  competition: "champions_league",
  home: "Arsenal",
  away: "Chelsea",
  kickoff: `${new Date(Date.now() + 240_000).toISOString().slice(0, 19)}Z`,
  matchday: 1,
  phase: "first half",
  ...change,
});
/** A match of the club that kicks off with `game`. */
const aMatchSoon = async (home_team_name: string, away_team_name: string): Promise<string> => {
  const id = await addMatch(club, {
    home_team_name,
    away_team_name,
    match_date: daysFromNow(1),
    league: "Champions League",
  });
  await moveKickoff(club, id, 240);
  return id;
};
const shown = async (id: string) =>
  (await must(club.secret.from("matches").select("home_team_name, status, home_score").eq("id", id).single()))
    .data;
const sync = async (page: Page, words: RegExp) => {
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText(words).last()).toBeVisible();
};
/** Polls like the button, from another client. */
const syncElsewhere = async (page: Page) => {
  const other = await page.context().newPage();
  await other.goto("/live-scores");
  await other.getByRole("button", { name: "Sync now" }).click();
  await expect(other.getByText(/^football-data\.org: /)).toBeVisible();
  await other.close();
};
const fits = async (page: Page) => {
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([width, over]).toEqual([width, 0]);
    expect(await axeViolations(page)).toEqual([]);
  }
};

test("without a key both screens say so and how to add one", async () => {
  await admin.goto("/live-scores");
  await expect(admin.getByText("No live-score API key is set, so scores are entered by hand.")).toBeVisible();
  await admin.getByRole("main").getByRole("link", { name: "API Settings" }).click();
  await expect(admin.getByText("No key is saved, so scores are entered by hand.")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No decisions needed" })).toBeVisible();
  await fits(admin);
});

test("a key is tested before it is stored", async () => {
  const key = admin.getByLabel("Live-score API key");
  const update = admin.getByRole("button", { name: "Update API Key" });
  await update.click();
  await expect(admin.getByText("Please enter an API key")).toBeVisible();
  await key.fill("not-the-key");
  await update.click();
  await expect(admin.getByRole("alert").getByText("API returned an error")).toBeVisible();
  await expect(key).toHaveValue("not-the-key");
  club.provider.mishaps.push({ kind: "status", status: 502 });
  await key.fill(club.provider.key);
  await update.click();
  await expect(
    admin.getByRole("alert").getByText("Failed to connect to API. Please check your API key."),
  ).toBeVisible();
  await update.click();
  await expect(admin.getByText("API key updated")).toBeVisible();
  await expect(admin.getByText(/^A key for football-data\.org was saved on /)).toBeVisible();
  await expect(key).toHaveValue("");
  // The browser logs the two refusals.
  expect(browserErrors.splice(0)).toHaveLength(2);
});

test("scores, minute and provisional leaderboard follow the provider", async () => {
  club.provider.games = [game({ minute: 12, score: [1, 0] })];
  await openLive(admin, "/live-scores", 3);
  await expect(admin.getByText("football-data.org has not answered yet.")).toBeVisible();
  await sync(admin, /^football-data\.org: 1 match linked, 1 match started$/);
  const line = admin.getByRole("region", { name: "Live" }).getByRole("listitem");
  await expect(line).toContainText("1–0");
  await expect(line).toContainText("Live 12'");
  await expect(line).toContainText("As it stands 1 perfect, 1 right, 0 without points");
  await expect(line).toContainText("football-data.org");
  await expect(admin.getByText("football-data.org answered just now.")).toBeVisible();
  const rows = admin.getByRole("region", { name: "As it stands" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(/Amina Player\+33$/);
  await expect(rows.nth(2)).toContainText(/Bashir Player\+11$/);
  await admin.getByRole("link", { name: "Champions League" }).click();
  await expect(admin.getByText("Includes the current score of 1 live match.")).toBeVisible();
  await expect(rows.nth(1)).toContainText("Amina Player");
  await admin.getByRole("link", { name: "FA Cup" }).click();
  await expect(
    admin.getByText("There are no live scores to include. This is the confirmed table."),
  ).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No players yet" })).toBeVisible();
  await admin.getByRole("link", { name: "Overall" }).click();
  await expect(rows.nth(1)).toContainText("Amina Player");
  await fits(admin);
});

test("the results of another client's sync show at once", async () => {
  const line = admin.getByRole("region", { name: "Live" }).getByRole("listitem");
  const rows = admin.getByRole("region", { name: "As it stands" }).getByRole("row");
  club.provider.games = [game({ phase: "second half", minute: 63, score: [2, 1] })];
  await syncElsewhere(admin);
  await expect(line).toContainText("2–1");
  await expect(line).toContainText("Live 63'");
  await expect(rows.nth(1)).toContainText("Bashir Player");
});

test("an outage of the provider is shown with the age of the scores", async () => {
  club.provider.mishaps.push({ kind: "status", status: 503 });
  await sync(admin, /^127\.0\.0\.1 answered 503$/);
  await expect(
    admin.getByRole("alert").getByText(/127\.0\.0\.1 answered 503\. football-data\.org answered/),
  ).toBeVisible();
  await sync(admin, /answered 503\. Try again in \d+ seconds\.$/);
  await admin.goto("/admin-dashboard/api-settings");
  await expect(admin.getByText(/The last request failed. Next request: (today|tomorrow)/)).toBeVisible();
  await fits(admin);
  await admin.getByLabel("Live-score API key").fill(club.provider.key);
  await admin.getByRole("button", { name: "Update API Key" }).click();
  await expect(admin.getByText("API key updated")).toBeVisible();
});

test("extra time shows while it is played", async () => {
  club.provider.games = [game({ phase: "extra time", minute: 105, score: [2, 1], extra: [1, 0] })];
  await syncElsewhere(admin);
  await admin.goto("/matches");
  const card = admin.getByRole("article", { name: "Arsenal v Chelsea" });
  await expect(card).toContainText("3–1 in extra time. Points are for 90 minutes.");
});

test("a provisional result waits for a second poll or an admin", async () => {
  club.provider.games = [game({ phase: "over", minute: 90, score: [2, 1] })];
  await admin.goto("/live-scores");
  await sync(admin, /^football-data\.org: 1 match, nothing new$/);
  await expect(admin.getByText("Full time, provisional")).toBeVisible();
  await admin.goto("/admin-dashboard/api-settings");
  const issue = admin.getByRole("list", { name: "To decide" }).getByRole("listitem");
  await expect(issue).toContainText("Arsenal FC v Chelsea FC");
  await expect(issue).toContainText("Finished 2–1.");
  await issue.getByRole("button", { name: "Confirm result, Arsenal FC v Chelsea FC" }).click();
  await expect(admin.getByText("Match score updated and points calculated!")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No decisions needed" })).toBeVisible();
  const { data } = await must(
    club.secret.from("matches").select("status, home_score").eq("id", arsenal).single(),
  );
  expect(data).toEqual({ status: "completed", home_score: 2 });
});

test("a score that an admin set stays, is shown beside the provider's, and is replaced only by a click", async () => {
  await must(club.secret.from("matches").update({ home_score: 5, away_score: 5 }).eq("id", arsenal));
  await syncElsewhere(admin);
  await admin.goto("/admin-dashboard/api-settings");
  const issue = admin.getByRole("list", { name: "To decide" }).getByRole("listitem");
  await expect(issue).toContainText("You set 5–5. The provider reports 2–1.");
  await fits(admin);
  await issue.getByRole("button", { name: /^Use provider's score/ }).click();
  const dialog = admin.getByRole("alertdialog");
  await expect(dialog).toContainText("2–1 replaces 5–5");
  await dialog.getByRole("button", { name: "Use provider's score" }).click();
  await expect(admin.getByRole("heading", { name: "No decisions needed" })).toBeVisible();
  const { data } = await must(club.secret.from("matches").select("home_score").eq("id", arsenal).single());
  expect(data).toEqual({ home_score: 2 });
});

test("players see extra time and penalties, and that they earn no points", async ({ page: player }) => {
  recordErrors(player, browserErrors);
  await signIn(player, "amina@example.com");
  club.provider.games = [
    game({ phase: "over after penalties", score: [2, 1], extra: [0, 1], penalties: [4, 3] }),
  ];
  await syncElsewhere(admin);
  await player.goto("/matches");
  const words = "2–2 after extra time, 4–3 on penalties. Points are for 90 minutes.";
  const card = player.getByRole("article", { name: "Arsenal v Chelsea" });
  await expect(card).toContainText(words);
  await expect(card).toContainText("2–1");
  await fits(player);
  await player.goto("/profile");
  const history = player.getByRole("region", { name: "Prediction history" });
  await expect(history.getByRole("listitem")).toContainText(`Arsenal 2–1 Chelsea`);
  await expect(history.getByRole("listitem")).toContainText(words);
  await player.goto(`/leaderboard?competition=overall&player=${bashir}`);
  await expect(player.getByRole("dialog").getByRole("listitem").filter({ hasText: "Chelsea" })).toContainText(
    words,
  );
});

test("an unlinked match is linked manually, and its name becomes an alias", async () => {
  const id = await addMatch(club, {
    home_team_name: "Gunnersbury Rovers",
    away_team_name: "Everton FC",
    match_date: daysFromNow(1),
    league: "Champions League",
  });
  // At any time of the day: a match whose kick-off has passed would wait for a decision.
  await moveKickoff(club, id, 6 * 3_600);
  club.provider.games = [
    game({ id: 2, home: "Gunnersbury", away: "Everton", phase: "scheduled" }),
    game({ id: 3, competition: "premier_league", home: "Wigan", away: "Barnet", phase: "scheduled" }),
  ];
  await syncElsewhere(admin);
  await admin.goto("/admin-dashboard/api-settings");
  const unlinked = admin.getByRole("list", { name: "To link" }).getByRole("listitem");
  await expect(unlinked).toContainText("Gunnersbury v Everton");
  await expect(admin.getByText("One match from the provider that the club does not have")).toBeVisible();
  await fits(admin);
  await unlinked.getByLabel("Club match for Gunnersbury v Everton").selectOption({ index: 1 });
  await unlinked.getByRole("button", { name: "Link Gunnersbury v Everton" }).click();
  await expect(admin.getByText("Match linked")).toBeVisible();
  await expect(admin.getByRole("list", { name: "To link" })).toBeHidden();
  await expect(admin.getByRole("list", { name: "Names added here" })).toContainText("Gunnersbury");
  await admin.getByText("One match from the provider that the club does not have").click();
  await admin.getByRole("button", { name: "Ignore these matches" }).click();
  await expect(admin.getByText("1 ignored")).toBeVisible();
});

test("exchanged sides are written only after an organiser exchanges the club's", async () => {
  const id = await aMatchSoon("Leeds United FC", "Fulham FC");
  club.provider.games = [game({ id: 4, home: "Leeds", away: "Fulham", phase: "scheduled" })];
  await syncElsewhere(admin);
  club.provider.games = [game({ id: 4, home: "Fulham", away: "Leeds", score: [2, 0] })];
  await syncElsewhere(admin);
  await admin.goto("/admin-dashboard/api-settings");
  const issue = admin.getByRole("list", { name: "To decide" }).getByRole("listitem");
  await expect(issue).toContainText(
    "The provider reports Fulham v Leeds, the club has Leeds United FC v Fulham FC.",
  );
  await issue.getByText("It is another match").click();
  await fits(admin);
  await issue.getByRole("button", { name: "Exchange sides, Leeds United FC v Fulham FC" }).click();
  const dialog = admin.getByRole("alertdialog");
  await expect(dialog).toContainText("The match becomes Fulham v Leeds.");
  await dialog.getByRole("button", { name: "Exchange sides" }).click();
  await expect(admin.getByText("Home and away exchanged")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No decisions needed" })).toBeVisible();
  expect(await shown(id)).toEqual({ home_team_name: "Fulham FC", status: "live", home_score: 2 });
  await complete(club, id, [2, 0]);
});

test("an organiser keeps the predictions of a suspended match for its new date", async () => {
  const id = await aMatchSoon("Everton FC", "Burnley FC");
  const suspended = game({ id: 5, home: "Everton", away: "Burnley", score: [1, 0] });
  for (const phase of ["first half", "suspended"] as const) {
    club.provider.games = [{ ...suspended, phase }];
    await syncElsewhere(admin);
  }
  const kickoff = `${new Date(Date.now() + 13 * 3_600_000).toISOString().slice(0, 19)}Z`;
  club.provider.games = [{ ...suspended, phase: "scheduled", kickoff }];
  await syncElsewhere(admin);
  await admin.goto("/admin-dashboard/api-settings");
  const issue = admin.getByRole("list", { name: "To decide" }).getByRole("listitem");
  await expect(issue).toContainText("The match has a new date.");
  await expect(issue.getByRole("button", { name: "Cancel match, Everton FC v Burnley FC" })).toBeVisible();
  await fits(admin);
  await issue.getByRole("button", { name: "Keep predictions, Everton FC v Burnley FC" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Keep predictions" }).click();
  await expect(admin.getByText("The predictions count for the new date")).toBeVisible();
  await expect(admin.getByRole("heading", { name: "No decisions needed" })).toBeVisible();
  expect(await shown(id)).toEqual({ home_team_name: "Everton FC", status: "upcoming", home_score: null });
});

test("a report about other teams is unlinked", async () => {
  const id = await aMatchSoon("Hull City AFC", "Reading FC");
  club.provider.games = [game({ id: 6, home: "Hull City", away: "Reading", phase: "scheduled" })];
  await syncElsewhere(admin);
  club.provider.games = [game({ id: 6, home: "Reading", away: "Luton", phase: "over", score: [7, 0] })];
  await syncElsewhere(admin);
  await admin.goto("/admin-dashboard/api-settings");
  const issue = admin.getByRole("list", { name: "To decide" }).getByRole("listitem");
  await expect(issue).toContainText(
    "The provider reports Reading v Luton, the club has Hull City AFC v Reading FC.",
  );
  const dialog = admin.getByRole("alertdialog");
  await issue.getByRole("button", { name: "Same match, Hull City AFC v Reading FC" }).click();
  await dialog.getByRole("button", { name: "Same match" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "One of these teams is on the other side of the match.",
  );
  await dialog.getByRole("button", { name: "Not the same" }).click();
  // The browser logs the refusal.
  expect(browserErrors.splice(0)).toHaveLength(1);
  await issue.getByText("It is another match").click();
  await issue.getByRole("button", { name: "Unlink Hull City AFC v Reading FC" }).click();
  await expect(admin.getByText("Match unlinked")).toBeVisible();
  await expect(issue).toContainText("The provider does not have this match.");
  expect(await shown(id)).toEqual({ home_team_name: "Hull City AFC", status: "upcoming", home_score: null });
});

test("an alias is added and deleted manually", async () => {
  await admin.getByLabel("Provider's team name").fill("Gooners");
  await admin.getByRole("button", { name: "Add name" }).click();
  await expect(admin.getByText("Please fill in both names")).toBeVisible();
  await admin.getByLabel("Your team name").fill("Arsenal");
  await admin.getByRole("button", { name: "Add name" }).click();
  const names = admin.getByRole("list", { name: "Names added here" });
  await expect(names).toContainText("is Arsenal FC");
  await expect(admin.getByText("Name added")).toBeVisible();
  await admin.getByLabel("Provider's team name").fill("gooners");
  await admin.getByLabel("Your team name").fill("Chelsea");
  await admin.getByRole("button", { name: "Add name" }).click();
  await expect(admin.getByRole("alert").getByText("This name already belongs to a team.")).toBeVisible();
  await names.getByRole("button", { name: "Delete the name Gooners" }).click();
  await expect(names).not.toContainText("Gooners");
  expect(browserErrors.splice(0)).toHaveLength(1);
});

test("the switches are saved", async () => {
  await admin.getByLabel("Add and move fixtures").check();
  await admin.getByLabel("FA Cup").uncheck();
  await admin.getByRole("button", { name: "Save settings" }).click();
  await expect(admin.getByText("Live-score settings saved")).toBeVisible();
  await admin.reload();
  await expect(admin.getByLabel("Add and move fixtures")).toBeChecked();
  await expect(admin.getByLabel("FA Cup")).not.toBeChecked();
  await expect(admin.getByLabel("League Cup")).toBeChecked();
});

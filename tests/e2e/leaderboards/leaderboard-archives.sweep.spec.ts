/** Leaderboard archives: public, searchable, paged, and downloadable. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, recordErrors, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await newVisitor(browser, club, browserErrors);
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

/** Archives the Friendly Club's leaderboard of a period. Returns the archive's id. */
async function keep(
  name: string,
  description: string | null,
  days: readonly [number, number],
): Promise<string> {
  const [start_date, end_date] = [daysFromNow(days[0]), daysFromNow(days[1])];
  const added = await must(
    club.secret
      .from("leaderboard_archives")
      .insert({ name, description, league: "Friendly Club", start_date, end_date })
      .select("id")
      .single(),
  );
  const archive_id = added.data?.id ?? "";
  await must(
    club.secret.rpc("create_leaderboard_snapshot", {
      archive_id,
      league: "Friendly Club",
      start_date,
      end_date,
    }),
  );
  return archive_id;
}

const card = (name: string) => page.getByRole("article").filter({ hasText: name });
const search = () => page.getByRole("searchbox");

test("a club without archives explains what will appear", async () => {
  await page.goto("/archives");
  await expect(page.getByRole("heading", { name: "No archives yet" })).toBeVisible();
  await expect(search()).toBeHidden();
});

test("the footer links to the archives", async () => {
  await page.goto("/auth");
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(page).toHaveURL(/\/archives$/);
  await expect(page).toHaveTitle(/^Leaderboard Archives · /);
});

/** Archives two matches of four players as Autumn, unless a test of the other ring has done it before. */
async function keepAutumn(): Promise<void> {
  const { data: kept } = await must(club.secret.from("leaderboard_archives").select("id"));
  if (kept?.length) return;
  const names = ["Anna First", "Ben Second", "Cleo Third", "Dan O'Hara-Smith"];
  const ids: string[] = [];
  for (const [at, name] of names.entries()) ids.push(await addPlayer(club, name, `p${at}@example.com`));
  const predictions = [
    [2, 1],
    [3, 1],
    [1, 0],
    [0, 0],
  ] as const;
  const scores = [
    [2, 1],
    [3, 1],
  ] as const;
  for (const [at, score] of scores.entries()) {
    const match = await addMatch(club, {
      home_team_name: at === 0 ? "Arsenal" : "Everton",
      away_team_name: at === 0 ? "Chelsea" : "Fulham",
      match_date: daysFromNow(at + 1),
      league: "Friendly Club",
    });
    for (const [of, prediction] of predictions.entries())
      await predict(club, ids[of] ?? "", match, prediction);
    await complete(club, match, score);
  }
  await keep("Autumn", "As the leaves fell.", [0, 3]);
}

test("each archive shows its competition, period and top three", async () => {
  await keepAutumn();
  await page.goto("/archives");
  await expect(card("Autumn")).toContainText("Friendly Club");
  await expect(card("Autumn")).toContainText("As the leaves fell.");
  // Two matches: 4 points with an exact score, then 2, then none.
  await expect(card("Autumn").getByRole("listitem")).toHaveText([
    /^1.*Anna First.*4$/,
    /^1.*Ben Second.*4$/,
    /^3.*Cleo Third.*2$/,
  ]);
});

test("an archive has a podium, a leaderboard, a title and a way back", async () => {
  await page.goto("/archives");
  await card("Autumn").getByRole("link", { name: "Autumn" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Autumn" })).toBeVisible();
  await expect(page).toHaveTitle(/^Autumn · /);
  await expect(page.getByRole("list", { name: "Podium" }).getByRole("listitem")).toHaveCount(3);
  await expect(page.getByRole("row", { name: /^3 .*Cleo Third 2$/ })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle(/^Leaderboard Archives · /);
  await page.goForward();
  await expect(page).toHaveTitle(/^Autumn · /);
  await page.getByRole("main").getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(page).toHaveURL(/\/archives$/);
});

test("the search finds players by any typed characters", async () => {
  await keepAutumn();
  await page.goto("/archives");
  await card("Autumn").getByRole("link", { name: "Autumn" }).click();
  const rows = page.getByRole("row").filter({ has: page.getByRole("cell") });
  await expect(rows).toHaveCount(4);
  for (const [words, found] of [
    ["aNNa", 1],
    ["o'hara-s", 1],
    ["n, the (", 0],
    ["%", 0],
    ["_", 0],
    ["*", 0],
    ["a.*", 0],
    ["\\", 0],
    ['"', 0],
    ["n", 3],
  ] as const) {
    await search().fill(words);
    if (found > 0) await expect(rows, words).toHaveCount(found);
    else await expect(page.getByText(`has “${words}” in their name`)).toBeVisible();
  }
  await search().fill("");
  await expect(rows).toHaveCount(4);
});

test("the whole leaderboard is downloaded as CSV for spreadsheets", async () => {
  await page.goto("/archives");
  await card("Autumn").getByRole("link", { name: "Autumn" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("autumn.csv");
  expect(readFileSync(await file.path(), "utf8").split("\r\n")).toEqual([
    "\ufeffRank,Player,Predictions,Points,Perfect scores,Accuracy %",
    "1,Anna First,2,4,1,100",
    "1,Ben Second,2,4,1,100",
    "3,Cleo Third,2,2,0,100",
    "4,Dan O'Hara-Smith,2,0,0,0",
    "",
  ]);
});

test("a member's own place is marked, and fewer than three players have no podium", async ({
  page: player,
}) => {
  recordErrors(player, browserErrors);
  await signIn(player, "p2@example.com");
  await player.goto("/archives");
  await player.getByRole("link", { name: "Autumn", exact: true }).click();
  await expect(player.getByRole("row", { name: /Cleo Third.*you/i })).toBeVisible();
  const id = await keep("Nothing played", null, [-30, -20]);
  await player.goto(`/archives/${id}`);
  await expect(player.getByRole("heading", { name: "This table is empty" })).toBeVisible();
  await expect(player.getByRole("list", { name: "Podium" })).toBeHidden();
});

test("an unknown archive and a mistyped address are not found", async () => {
  for (const id of ["00000000-0000-4000-8000-000000000000", "not-an-id", "%25"]) {
    await page.goto(`/archives/${id}`);
    await expect(page.getByRole("heading", { name: "Archive not found" })).toBeVisible();
  }
  await page.getByRole("link", { name: "See all archives" }).click();
  await expect(page).toHaveURL(/\/archives$/);
});

test("archives can be searched by name and competition, and older ones load on demand", async () => {
  for (let at = 1; at <= 12; at++) await keep(`Week ${at} (100%, "won")`, null, [0, 3]);
  await page.goto("/archives");
  await expect(page.getByRole("article")).toHaveCount(12);
  await page.getByRole("button", { name: "Older archives" }).click();
  await expect(page.getByRole("article")).toHaveCount(14);
  await expect(page.getByRole("button", { name: "Older archives" })).toBeHidden();
  for (const [words, found] of [
    ["100%", 12],
    ['0%, "won")', 12],
    ["12 (100 wéek", 1],
    ["friendly week", 12],
    ["autumn", 1],
  ] as const) {
    await search().fill(words);
    await expect(page.getByRole("article"), words).toHaveCount(found);
  }
  await search().fill("*");
  await expect(page.getByRole("heading", { name: "No archive found" })).toBeVisible();
});

test("a long leaderboard is paged, and the file contains all of it", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 52; at++)
    ids.push(
      await addPlayer(
        club,
        `Player ${String.fromCharCode(65 + (at % 26))}${"x".repeat(at)}`,
        `many${at}@example.com`,
        false,
      ),
    );
  const match = await addMatch(club, {
    home_team_name: "Burnley",
    away_team_name: "Leeds United",
    match_date: daysFromNow(8),
    league: "Friendly Club",
  });
  await must(
    club.secret
      .from("user_predictions")
      .insert(ids.map((user_id) => ({ user_id, match_id: match, home_prediction: 1, away_prediction: 0 }))),
  );
  await complete(club, match, [1, 0]);
  const id = await keep("A crowd", null, [8, 8]);
  await page.goto(`/archives/${id}`);
  await expect(page.getByText("1 to 50 of 52")).toBeVisible();
  await expect(page.getByRole("button", { name: "Previous" })).toBeDisabled();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("51 to 52 of 52")).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("button", { name: "Next" })).toBeDisabled();
  await search().fill("áxx player");
  await expect(page.getByRole("row")).toHaveCount(2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect(
    readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\r\n"),
  ).toHaveLength(53);
});

test("a failure shows a message, keeps everything else, and Retry recovers", async ({ page: unlucky }) => {
  await unlucky.route("**/rest/v1/leaderboard_archives*", (route) => route.abort());
  await unlucky.goto("/archives");
  await expect(unlucky.getByText("Failed to load archives")).toBeVisible();
  await expect(unlucky.getByRole("heading", { name: "No archives yet" })).toBeHidden();
  await unlucky.unroute("**/rest/v1/leaderboard_archives*");
  await unlucky.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(unlucky.getByRole("article").first()).toBeVisible();

  await unlucky.route("**/rest/v1/archived_leaderboard_rows*", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  await unlucky.reload();
  await unlucky.getByRole("searchbox").fill("Autumn");
  await unlucky.getByRole("link", { name: "Autumn", exact: true }).click();
  await expect(unlucky.getByRole("heading", { level: 1, name: "Autumn" })).toBeVisible();
  await expect(unlucky.getByText("Failed to load archives")).toBeVisible();
  await unlucky.getByRole("button", { name: "Download CSV" }).click();
  await expect(unlucky.getByText("An error occurred. Please try again.").last()).toBeVisible();
  await unlucky.unroute("**/rest/v1/archived_leaderboard_rows*");
  await unlucky.getByRole("main").getByRole("button", { name: "Retry" }).click();
  await expect(unlucky.getByRole("row", { name: /Anna First/ })).toBeVisible();
});

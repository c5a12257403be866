/** Leaderboards of matchdays and months, the crowd, the comparison of two players, and honours. */
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { axeViolations } from "../support/screen-checks.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
const games: string[] = [];
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  const ada = await addPlayer(club, "Ada Able", "ada@example.com");
  const bert = await addPlayer(club, "Bert Bold", "bert@example.com", false);
  const cleo = await addPlayer(club, "Cleo Calm", "cleo@example.com", false);
  for (const round of ["Matchday 1", "Matchday 1", "Matchday 2"])
    games.push(
      await addMatch(club, {
        home_team_name: `Home ${games.length + 1}`,
        away_team_name: `Away ${games.length + 1}`,
        match_date: daysFromNow(3),
        league: "Friendly Club",
        season: "2030/31",
        round,
      }),
    );
  for (const game of games) {
    await predict(club, ada, game, [2, 1]);
    await predict(club, bert, game, [1, 1]);
    await predict(club, cleo, game, [1, 1]);
  }
  await complete(club, games[0] ?? "", [2, 1]);
  page = await newVisitor(browser, club, browserErrors);
  await signIn(page, "ada@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const row = (name: RegExp) => page.getByRole("table").getByRole("row", { name });
const period = (name: string) => page.getByRole("navigation", { name: "Period" }).getByRole("link", { name });

test("a matchday has a leaderboard that is provisional until its last result, and updates live", async () => {
  await page.goto("/leaderboard?competition=friendly_club");
  await period("Matchday").click();
  await expect(page).toHaveURL(/competition=friendly_club&period=matchday$/);
  await expect(page.getByText("Provisional, after 1 of 2 matches. 3 players.")).toBeVisible();
  await expect(page.getByText("You lead with 3 points.")).toBeVisible();
  await expect(row(/Ada Able/)).toContainText("3");

  await complete(club, games[1] ?? "", [1, 1]);
  await expect(page.getByText("Final, after 2 matches. 3 players.")).toBeVisible();
  await expect(page.getByText("You won with 3 points.")).toBeVisible();
  await expect(
    row(/Bert Bold/)
      .getByRole("cell")
      .first(),
  ).toHaveText("1");
});

const shareButton = () => page.getByRole("button", { name: "Share", exact: true });

test("the own matchday is shared as a picture with a link, from a window if the device has no share sheet", async () => {
  await shareButton().click();
  const window = page.getByRole("dialog", { name: "Share Matchday 1, 2030/31" });
  await expect(window.getByText(/^I have 3 points in Matchday 1, 2030\/31\. http\S+&of=\d+$/)).toBeVisible();
  const picture = window.getByRole("img", { name: "Picture: Share Matchday 1, 2030/31" });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]))
    .toEqual([1080, 1350]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height });
  expect(await window.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await page.setViewportSize({ width, height });
  const saving = page.waitForEvent("download");
  await window.getByRole("button", { name: "Download" }).click();
  const png = await readFile(await (await saving).path());
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16)]).toEqual(["PNG", 1080]);
  await window.getByRole("button", { name: "Close" }).click();
});

test("the device's share sheet receives the picture and the text", async () => {
  await page.evaluate(() => {
    const shared: unknown[] = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ text, files }: ShareData) => {
        shared.push({ text, files: files?.map(({ name, type, size }) => [name, type, size > 10_000]) });
      },
    });
    Object.assign(globalThis, { shared });
  });
  await shareButton().click();
  await expect
    .poll(() => page.evaluate(() => Reflect.get(globalThis, "shared")))
    .toEqual([
      {
        text: expect.stringMatching(/^I have 3 points in Matchday 1/),
        files: [["scoreline.png", "image/png", true]],
      },
    ]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("the crowd has a row without a rank", async () => {
  await expect(row(/The crowd/)).toContainText("–");
  await expect(
    row(/The crowd/)
      .getByRole("cell")
      .last(),
  ).toHaveText("3");
  await period("Season").click();
  await expect(
    row(/The crowd/)
      .getByRole("cell")
      .last(),
  ).toHaveText("3");
  await expect(page.getByText("You are level with the crowd.")).toBeVisible();
});

test("the chosen matchday is part of the address", async () => {
  await complete(club, games[2] ?? "", [0, 3]);
  await page.goto("/leaderboard?competition=friendly_club&period=matchday");
  const matchday = page.getByRole("combobox", { name: "Matchday" });
  await expect(matchday.getByRole("option", { selected: true })).toHaveText("Matchday 2, 2030/31");
  await matchday.selectOption("Matchday 1, 2030/31");
  await expect(page).toHaveURL(/period=matchday&of=\d+$/);
  await page.reload();
  await expect(matchday.getByRole("option", { selected: true })).toHaveText("Matchday 1, 2030/31");
});

test("a month covers all competitions", async () => {
  await period("Month").click();
  await expect(page.getByText("Final, after 3 matches. 3 players. All competitions together.")).toBeVisible();
  await page.getByRole("link", { name: "Overall" }).click();
  await expect(page.getByRole("navigation", { name: "Period" }).getByRole("link")).toHaveText([
    "Season",
    "Month",
  ]);
});

test("a member's sheet leads to the comparison of both players, match by match", async () => {
  await page.goto("/leaderboard?competition=friendly_club");
  await page
    .getByRole("link", { name: /Bert Bold/ })
    .first()
    .click();
  await page.getByRole("dialog").getByRole("link", { name: "Head to head" }).click();
  await expect(page.getByRole("heading", { name: "You and Bert Bold", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/head-to-head\/[0-9a-f-]{36}\?competition=friendly_club$/);
  await expect(page.getByText("Level on points and on exact scores.")).toBeVisible();
  const swings = page.getByRole("region", { name: "The matches that decided it" });
  const swing = (match: RegExp) => swings.getByRole("listitem").filter({ hasText: match });
  await expect(swings.getByRole("listitem")).toHaveCount(2);
  await expect(swing(/Home 1/)).toHaveText(/^\+3points.*You 2–1, 3 pointsBert 1–1, 0 pointsMatchday 1$/);
  await expect(swing(/Home 2/)).toHaveText(/^−3points/);
  await swings.getByText("Same points for both").click();
  await expect(swings.getByRole("listitem")).toHaveCount(3);
  await page.getByRole("combobox", { name: "Competition" }).selectOption("FA Cup");
  await expect(page.getByText("Nothing to compare yet")).toBeVisible();
});

test("honours list winners and records, also after the season's points are cleared", async () => {
  await page.goto("/leaderboard");
  await page.getByRole("link", { name: /^Honours:/ }).click();
  await expect(page.getByRole("heading", { name: "Honours", level: 1 })).toBeVisible();
  await must(club.secret.rpc("clear_all_points"));
  await page.reload();
  await expect(page.getByRole("region", { name: "Matchdays" })).toContainText(
    "Bert Bold, Cleo CalmMatchday 1Friendly Club 2030/31. 3 points, 1 perfect score each.",
  );
  await expect(page.getByRole("region", { name: "Records" })).toContainText("Best matchday3 points");
  await expect(page.getByRole("row", { name: /Ada Able/ })).toContainText("1");
});

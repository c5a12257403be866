/** Leaderboards of matchdays and months, the crowd, the comparison of two players, and honours. */
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { axeViolations, expectPictureToShare, textOutsideTheScreen } from "../support/screen-checks.ts";
import { SWEEP, test } from "../support/test.ts";
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

// Each ring completes the matches and announces the winners that its tests need. In both together the second time changes nothing.
const completeMatchday1 = () => complete(club, games[1] ?? "", [1, 1]);
const completeMatchday2 = () => complete(club, games[2] ?? "", [0, 3]);
const announceWinners = () =>
  club.sql(`
    update private.boards set changed_at = now() - interval '3 hours', over_since = now() - interval '3 hours';
    select private.announce_winners(); select private.refresh_records()`);

test("a matchday has a leaderboard that is provisional until its last result, and updates live", async () => {
  await page.goto("/leaderboard?competition=friendly_club");
  await period("Matchday").click();
  await expect(page).toHaveURL(/competition=friendly_club&period=matchday$/);
  await expect(page.getByText("Provisional, after 1 of 2 matches. 3 players.")).toBeVisible();
  await expect(page.getByText("You lead with 3 points.")).toBeVisible();
  await expect(row(/Ada Able/)).toContainText("3");

  await completeMatchday1();
  await expect(page.getByText("Final, after 2 matches. 3 players.")).toBeVisible();
  await expect(page.getByText("You won with 3 points.")).toBeVisible();
  await expect(
    row(/Bert Bold/)
      .getByRole("cell")
      .first(),
  ).toHaveText("1");
});

/** The ids of the players with these names. */
async function idsOf(...names: string[]): Promise<(string | undefined)[]> {
  const { data } = await must(club.secret.from("profiles").select("id, full_name"));
  return names.map((name) => data?.find(({ full_name }) => full_name === name)?.id);
}

const shareButton = () => page.getByRole("button", { name: "Share", exact: true });

test(
  "the own matchday is shared as a picture with a link, from a window if the device has no share sheet",
  SWEEP,
  async () => {
    await completeMatchday1();
    await page.goto("/leaderboard?competition=friendly_club&period=matchday");
    await shareButton().click();
    const window = page.getByRole("dialog", { name: "Share Matchday 1, 2030/31" });
    await expect(
      window.getByText(
        /^I have 3 points in Matchday 1, 2030\/31.*\. English Scoreline Club: http\S+&of=\d+$/,
      ),
    ).toBeVisible();
    const picture = window.getByRole("img", { name: "Picture: Share Matchday 1, 2030/31" });
    await expectPictureToShare(picture);
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
  },
);

test("the device's share sheet receives the picture and the text", SWEEP, async () => {
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
  await completeMatchday2();
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
  const words =
    "Provisional until the month ends, after 3 of 3 matches. 3 players. All competitions together.";
  await expect(page.getByText(words)).toBeVisible();
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
  await expect(page).toHaveURL(
    /\/head-to-head\/[0-9a-f-]{36}\?with=[0-9a-f-]{36}&competition=friendly_club$/,
  );
  await expect(page.getByText("Level on points and on perfect scores.")).toBeVisible();
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

test("an address shows the same two players to everyone", async () => {
  const ids = await idsOf("Ada Able", "Bert Bold", "Cleo Calm");
  const heading = page.getByRole("heading", { level: 1 });
  await page.goto(`/head-to-head/${ids[1]}?competition=friendly_club`);
  await expect(heading).toHaveText("You and Bert Bold");
  await expect(page).toHaveURL(new RegExp(`${ids[1]}\\?competition=friendly_club&with=${ids[0]}$`));
  await page.goto(`/head-to-head/${ids[1]}?competition=friendly_club&with=${ids[2]}`);
  await expect(heading).toHaveText("Cleo Calm and Bert Bold");
  await page.getByText("Same points for both").click();
  const first = page.getByRole("listitem").filter({ hasText: /Home 2/ });
  await expect(first).toContainText("Cleo 1–1, 3 pointsBert 1–1, 3 points");
  // The reader is on the left, also when the other player sent the address.
  await page.goto(`/head-to-head/${ids[0]}?competition=friendly_club&with=${ids[2]}`);
  await expect(heading).toHaveText("You and Cleo Calm");
});

test("an address without two players says what is wrong", SWEEP, async () => {
  const [ada] = await idsOf("Ada Able");
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const path of [unknown, "not-an-id", `${ada}?with=${unknown}`, `${ada}?with=not-an-id`]) {
    await page.goto(`/head-to-head/${path}`);
    await expect(page.getByRole("heading", { name: "There is no such player" })).toBeVisible();
  }
  await page.goto(`/head-to-head/${ada}`);
  await expect(page.getByRole("heading", { name: "Choose two different players" })).toBeVisible();
});

test("names of 100 characters stay on a phone's screen", SWEEP, async () => {
  const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 };
  const [ada, bert] = await idsOf("Ada Able", "Bert Bold");
  const rename = (id: string | undefined, full_name: string) =>
    must(
      club.secret
        .from("profiles")
        .update({ full_name })
        .eq("id", id ?? ""),
    );
  await rename(bert, "W".repeat(100));
  await page.setViewportSize({ width: 360, height });
  await page.goto(`/head-to-head/${bert}?competition=friendly_club&with=${ada}`);
  await expect(page.getByText("W".repeat(100)).first()).toBeVisible();
  await expect(page.getByRole("heading", { name: "Matchdays won" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await textOutsideTheScreen(page)).toEqual([]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await rename(bert, "Bert Bold");
  await page.setViewportSize({ width, height });
});

const honours = (name: string) => page.getByRole("region", { name });

test("earlier matchdays are shown page by page, and nothing leaves a narrow screen", SWEEP, async () => {
  await completeMatchday2();
  await club.sql(`
    insert into private.boards (kind, competition_id, season, round)
      select 'matchday', 'friendly_club', '2029/30', 'Matchday ' || n from generate_series(1, 30) n;
    insert into private.period_winners (period_id, full_name, points, perfect_scores)
      select p.id, repeat('Wide', 25), 12, 4 from private.boards p where p.season = '2029/30'`);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/honours");
  const winners = honours("Matchdays").getByRole("listitem");
  await expect(winners).toHaveCount(12);
  const more = page.getByRole("button", { name: "Show earlier matchdays" });
  await more.click();
  await expect(winners).toHaveCount(24);
  await more.click();
  await expect(winners).toHaveCount(31);
  await expect(more).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await club.sql(`
    delete from private.period_winners where full_name like 'Wide%';
    delete from private.boards where season = '2029/30'`);
});

test("honours list winners and records of the running season, and lead to players and leaderboards", async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto("/leaderboard");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Honours" }).click();
  await expect(page.getByRole("heading", { name: "Honours", level: 1 })).toBeVisible();
  await announceWinners();
  await page.reload();
  const first = honours("Matchdays").getByRole("listitem").filter({ hasText: "Matchday 1" });
  await expect(first).toContainText("Bert Bold and Cleo Calm");
  await expect(first).toContainText("Matchday 1, Friendly Club. 3 points with 1 perfect score each.");
  await expect(honours("Matchdays").getByRole("heading", { level: 3 })).toHaveText([
    "This season, still running",
  ]);
  await first.getByRole("link", { name: "Matchday 1" }).click();
  await expect(page).toHaveURL(/\?competition=friendly_club&period=matchday&of=\d+$/);
  await expect(page.getByText("Final, after 2 matches. 3 players.")).toBeVisible();
  await page.goBack();
  const record = honours("Records").getByRole("listitem").filter({ hasText: "Best matchday" });
  await expect(record).toContainText("Ada Able, Bert Bold and Cleo Calm3 points each.");
  await record.getByRole("link", { name: "Bert Bold" }).click();
  await expect(page.getByRole("dialog", { name: /Bert Bold/ })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/\/honours$/);
});

test(
  "a sheet leads to the career of its member, and the own seasons are shared as pictures",
  SWEEP,
  async () => {
    await announceWinners();
    await page.goto("/leaderboard?competition=friendly_club");
    await page
      .getByRole("link", { name: /Bert Bold/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("link", { name: "Career" }).click();
    await expect(page.getByRole("heading", { name: "Bert Bold’s career", level: 1 })).toBeVisible();
    const season = page.getByRole("listitem").filter({ hasText: "Friendly Club" });
    await expect(season).toContainText("1 matchday won");
    await expect(season).toContainText("Home 2 1–1 Away 2");
    await expect(season.getByRole("button", { name: /^Share/ })).toHaveCount(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await page.goto("/profile");
    await page.getByRole("link", { name: "Your career" }).click();
    await expect(page.getByRole("heading", { name: "Career", level: 1 })).toBeVisible();
    await expect(season).toContainText(/Closest rival.*Better in/);
    await season.getByRole("button", { name: "Share Friendly Club, this season" }).click();
    const picture = page.getByRole("dialog").getByRole("img");
    await expectPictureToShare(picture);
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.goto("/honours");
  },
);

test(
  "a matchday that is not final has its leaders on a pale tile and no picture to share",
  SWEEP,
  async () => {
    const later = await addMatch(club, {
      home_team_name: "Home 9",
      away_team_name: "Away 9",
      match_date: daysFromNow(4),
      league: "Friendly Club",
      season: "2030/31",
      round: "Matchday 1",
    });
    await club.sql("select private.announce_winners()");
    await page.reload();
    const first = honours("Matchdays").getByRole("listitem").filter({ hasText: "Matchday 1" });
    await expect(first).toContainText("1 perfect score each. Provisional");
    await expect(first.getByRole("button")).toHaveCount(0);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await must(club.secret.from("matches").delete().eq("id", later));
  },
);

test("winners and records remain when the season's points are cleared", SWEEP, async () => {
  await must(club.secret.rpc("clear_all_points"));
  await page.reload();
  const first = honours("Matchdays").getByRole("listitem").filter({ hasText: "Matchday 1" });
  await expect(first).toContainText("Bert Bold and Cleo Calm");
  await expect(first.getByRole("link", { name: "Matchday 1" })).toHaveCount(0);
  await expect(honours("Matchdays").getByRole("heading", { level: 3 })).toHaveText(["Earlier seasons"]);
  await expect(honours("Records")).toContainText("Best matchday");
  await expect(honours("Most wins").getByRole("listitem").filter({ hasText: "Ada Able" })).toContainText(
    "1 month",
  );
});

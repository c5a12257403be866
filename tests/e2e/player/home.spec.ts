/** Home for visitors and players, and live changes of the admins' settings. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, openLive, predict, saveSetting } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { enterPrediction, newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let visitor: Page;
let player: Page;
let playerId: string;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  playerId = await addPlayer(club, "Paula Player", "paula@example.com");
  visitor = await newVisitor(browser, club, browserErrors);
  player = await newVisitor(browser, club, browserErrors);
  await signIn(player, "paula@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

/** Opens Home and waits until it has loaded and follows changes. */
async function open(page: Page): Promise<void> {
  await openLive(page, "/", page === visitor ? 1 : 2);
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
}

test("a new club's Home explains what will appear and shows no empty panel", async () => {
  await open(visitor);
  await expect(visitor.getByRole("heading", { level: 1, name: "Call the score" })).toBeVisible();
  await expect(visitor.getByText("Three points for a perfect score").first()).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "No matches to come" })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "Points" })).toBeVisible();
  for (const name of ["From the club", "Jackpot", "Tables"])
    await expect(visitor.getByRole("heading", { name })).toBeHidden();
  await visitor.getByRole("link", { name: "Join the club" }).click();
  await expect(visitor).toHaveURL(/\/auth\?mode=register$/);

  await open(player);
  await expect(player.getByRole("heading", { level: 1, name: "No matches" })).toBeVisible();
  await expect(player.getByRole("heading", { name: "Jackpot" })).toBeHidden();
});

test("visitors see the chosen competitions, and a new choice at once", async () => {
  await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Premier League",
  });
  await addMatch(club, {
    home_team_name: "Everton",
    away_team_name: "Fulham",
    match_date: daysFromNow(3),
    league: "Friendly Club",
  });
  const arsenal = visitor.getByRole("link", { name: /Arsenal.*Chelsea/ });
  const everton = visitor.getByRole("link", { name: /Everton.*Fulham/ });
  await open(visitor);
  await expect(arsenal).toBeVisible();
  await expect(everton).toBeVisible();
  await saveSetting(club, "home_display_matches", ["premier_league"]);
  await expect(everton).toBeHidden();
  await expect(arsenal).toBeVisible();
  await saveSetting(club, "home_display_matches", []);
  await expect(visitor.getByRole("heading", { name: "No matches to come" })).toBeVisible();
  await saveSetting(club, "home_display_matches", [
    "premier_league",
    "league_cup",
    "fa_cup",
    "friendly_club",
  ]);
  await expect(arsenal).toBeVisible();
  await everton.click();
  await expect(visitor).toHaveURL(/\/auth$/);
});

test("players see the matches that they can predict first, and the others link to Subscriptions", async () => {
  await open(player);
  const headings = player.getByRole("main").getByRole("heading", { level: 2 });
  await expect(headings.first()).toHaveText("Your next matches to predict");
  const mine = player.getByRole("region", { name: "Your next matches to predict" });
  await expect(mine.getByRole("link", { name: /Everton.*Fulham.*Add your pick/ })).toBeVisible();
  await expect(mine.getByText("Arsenal")).toBeHidden();
  const others = player.getByRole("region", { name: "Also coming up" });
  await expect(others.getByRole("link", { name: /Arsenal.*Chelsea.*Subscribers only/ })).toBeVisible();
  await others.getByRole("link", { name: "Subscriptions" }).click();
  await expect(player).toHaveURL(/\/subscriptions$/);
});

test("a player's competitions that Home does not show are one tap away", async () => {
  await saveSetting(club, "home_display_matches", ["premier_league"]);
  await open(player);
  await expect(player.getByRole("link", { name: /Arsenal.*Chelsea/ })).toBeVisible();
  await expect(player.getByRole("link", { name: /Everton.*Fulham/ })).toBeHidden();
  await player.getByRole("navigation", { name: "More to predict" }).getByRole("link").click();
  await expect(player).toHaveURL(/\/matches\?competition=friendly_club$/);
  await expect(player.getByRole("article").filter({ hasText: "Everton" })).toBeVisible();
  // The player has nothing to predict in the chosen competitions, but in a hidden one.
  await saveSetting(club, "home_display_matches", []);
  await open(player);
  await expect(player.getByRole("heading", { name: "No matches for you to predict here" })).toBeVisible();
  await expect(player.getByRole("link", { name: "Friendly Club" })).toBeVisible();
  await club.secret.from("admin_settings").delete().eq("setting_key", "home_display_matches");
});

test("a prediction shows at its match", async () => {
  const { data } = await must(
    club.secret.from("matches").select("id").eq("home_team_name", "Everton").single(),
  );
  await predict(club, playerId, data?.id ?? "", [2, 1]);
  await open(player);
  await expect(player.getByRole("link", { name: /Everton.*2.*1.*Fulham.*Saved/ })).toBeVisible();
  await expect(player.getByText("1 of 1 picked")).toBeVisible();
});

test("a prediction made on Matches shows on Home and in the profile, also if they were open before", async () => {
  await addMatch(club, {
    home_team_name: "Burnley",
    away_team_name: "Sunderland",
    match_date: daysFromNow(3),
    league: "Friendly Club",
  });
  const go = (name: string) =>
    player.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
  await player.setViewportSize({ width: 1440, height: 900 });
  await player.goto("/profile");
  await expect(player.getByRole("region", { name: "Prediction history" }).getByText("Everton")).toBeVisible();
  await go("Home");
  await expect(player.getByRole("link", { name: /Burnley.*Sunderland.*Add your pick/ })).toBeVisible();
  await go("Matches");
  await enterPrediction(player, "Burnley", "Sunderland", [2, 0]);
  await go("Home");
  await expect(player.getByRole("link", { name: /Burnley.*2.*0.*Sunderland.*Saved/ })).toBeVisible();
  await go("Profile");
  await expect(player.getByRole("region", { name: "Prediction history" }).getByText("Burnley")).toBeVisible();
});

test("countdowns appear, change and disappear while the page is open", async () => {
  const custom = {
    title: "Quiz night",
    description: "Bring a pen.",
    targetDate: daysFromNow(2),
    targetTime: "19:30",
    enabled: true,
    color: "from-purple-500/10 to-purple-500/5 border-purple-500/20",
  };
  await open(visitor);
  await expect(visitor.getByRole("heading", { name: "Quiz night" })).toBeHidden();
  await saveSetting(club, "custom_countdown_config", custom);
  await expect(visitor.getByRole("heading", { name: "Quiz night" })).toBeVisible();
  await expect(visitor.getByText("Bring a pen.")).toBeVisible();
  await expect(visitor.getByText(/^Quiz night in [12] days? \d+ hours?$/)).toBeAttached();
  const frame = visitor.locator(".club-countdown", { hasText: "Quiz night" });
  await expect(frame).toHaveAttribute("data-theme-colour", "purple");

  await saveSetting(club, "custom_countdown_config", {
    ...custom,
    title: "Quiz night, moved",
    color: "evil",
  });
  await expect(visitor.getByRole("heading", { name: "Quiz night, moved" })).toBeVisible();
  await expect(visitor.locator(".club-countdown")).toHaveAttribute("data-theme-colour", "primary");
  await saveSetting(club, "custom_countdown_config", { ...custom, enabled: false });
  await expect(visitor.getByRole("heading", { name: /Quiz night/ })).toBeHidden();

  const competition = (id: string, enabled: boolean, displayDescription: string) => ({
    id,
    name: id === "fa_cup" ? "FA Cup" : "League Cup",
    description: "",
    enabled,
    targetDate: daysFromNow(5),
    targetTime: "12:00",
    displayDescription,
  });
  await saveSetting(club, "home_display_countdowns_config", [
    competition("fa_cup", true, "FA Cup Third Round starts"),
    competition("league_cup", false, "League Cup starts"),
  ]);
  await expect(visitor.getByRole("heading", { name: "FA Cup Third Round starts" })).toBeVisible();
  await expect(visitor.getByRole("heading", { name: "League Cup starts" })).toBeHidden();
  await must(club.secret.from("admin_settings").delete().eq("setting_key", "home_display_countdowns_config"));
  await expect(visitor.getByRole("heading", { name: "FA Cup Third Round starts" })).toBeHidden();
});

test("a setting with invalid JSON affects only itself", async () => {
  await must(
    club.secret.from("admin_settings").upsert([
      { setting_key: "custom_countdown_config", setting_value: "{broken" },
      { setting_key: "home_display_countdowns_config", setting_value: "7" },
    ]),
  );
  await open(visitor);
  await expect(visitor.getByRole("link", { name: /Arsenal.*Chelsea/ })).toBeVisible();
  await must(
    club.secret
      .from("admin_settings")
      .delete()
      .in("setting_key", ["custom_countdown_config", "home_display_countdowns_config"]),
  );
});

test("the chosen leaderboards show: none, one, several", SWEEP, async () => {
  const rivalId = await addPlayer(club, "Rita Rival", "rita@example.com");
  const match = await addMatch(club, {
    home_team_name: "Burnley",
    away_team_name: "Leeds United",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  await predict(club, playerId, match, [1, 0]);
  await predict(club, rivalId, match, [2, 0]);
  await open(visitor);
  await complete(club, match, [2, 0]);
  await expect(visitor.getByText("Match Completed!")).toBeVisible();
  await expect(visitor.getByRole("table")).toHaveCount(0);

  await saveSetting(club, "home_display_leaderboards", ["friendly_club", "premier_league"]);
  const table = visitor.getByRole("table", { name: "Friendly Club, the first places" });
  await expect(table.getByRole("row", { name: /^1 .*Rita Rival 3$/ })).toBeVisible();
  await expect(table.getByRole("row", { name: /^2 .*Paula Player 1$/ })).toBeVisible();
  await expect(visitor.getByRole("link", { name: "Full leaderboard" })).toBeHidden();

  await open(player);
  await expect(player.getByRole("region", { name: "Your latest week" })).toContainText(
    /^Your latest week.*\d [A-Z]\w\w to \d+ [A-Z]\w\w/,
  );
  await player.getByRole("link", { name: "Full leaderboard" }).click();
  await expect(player).toHaveURL(/\/leaderboard\?competition=friendly_club$/);
  await saveSetting(club, "home_display_leaderboards", []);
  await expect(visitor.getByRole("table")).toHaveCount(0);
});

test("only players see the jackpot and its subscribers, calculated as specified", async () => {
  await saveSetting(club, "jackpot_display_settings", {
    enabled: true,
    multiplier: 150,
    deductionPercent: 20,
  });
  // The Friendly Club needs no subscription and never counts.
  await must(
    club.secret.from("subscriptions").insert(
      (["premier_league", "fa_cup", "league_cup"] as const).map((subscription_type) => ({
        user_id: playerId,
        subscription_type,
        expires_at: new Date(Date.now() + 86_400_000).toISOString(),
      })),
    ),
  );
  const requested: string[] = [];
  visitor.on("request", (request) => requested.push(request.url()));
  await open(visitor);
  await expect(visitor.getByRole("heading", { name: "Jackpot" })).toBeHidden();
  expect(requested.filter((url) => url.includes("subscriber_count"))).toEqual([]);

  await open(player);
  const jackpot = player.getByRole("region", { name: "Jackpot" });
  await expect(jackpot).toContainText("Rs 360: 3 subscriptions at Rs 150 each, less 20 per cent");
  await saveSetting(club, "jackpot_display_settings", {
    enabled: true,
    multiplier: 100,
    deductionPercent: 0,
  });
  await expect(jackpot).toContainText("Rs 300: 3 subscriptions at Rs 100 each. ");
  await saveSetting(club, "jackpot_display_settings", {
    enabled: false,
    multiplier: 100,
    deductionPercent: 0,
  });
  await expect(jackpot).toBeHidden();
});

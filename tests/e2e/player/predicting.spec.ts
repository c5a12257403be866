/** The match card: keyboard, failing network, lock, and missing subscription. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, openLive } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { card, enterPrediction, hold, newVisitor, redeem, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
let userId: string;
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
  userId = await addPlayer(club, "Hasty Hand", "hasty@example.com");
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
  await expect(match.getByRole("alert")).toHaveText("Not saved: no connection. 2–1 is kept on this device.");
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

test("under a card are the form of both teams, their places and the last meeting", async () => {
  const played = await addMatch(club, {
    home_team_name: "Fulham",
    away_team_name: "Everton",
    match_date: daysFromNow(-6),
    league: "Friendly Club",
  });
  await complete(club, played, [2, 0]);
  const match = page.getByRole("article", { name: "Everton v Fulham" });
  const height = async () => (await match.boundingBox())?.height;
  const load = await hold(page, "**/rpc/match_guide");
  await match.getByText("Form", { exact: true }).click();
  const heightAtFirst = await height();
  load();
  const everton = match.getByRole("listitem").filter({ hasText: "Everton" }).first();
  await expect(everton).toContainText("2nd, 0 points from 1 match");
  await expect(match.getByRole("list", { name: "Last results of Fulham" })).toHaveText(
    /^WWon: Fulham 2–0 Everton, \d+ \w+ \d{4}$/,
  );
  await expect(match.getByText(/^Last meeting: Fulham 2–0 Everton, \d+ \w+ \d{4}\.$/)).toBeVisible();
  expect(await height(), "what loads moves the next card").toBe(heightAtFirst);
  await must(club.secret.from("matches").delete().eq("id", played));
});

test("a competition without a subscription links to redeeming codes", async () => {
  await page.goto("/matches");
  const closed = page.getByRole("region", { name: "Open with a code" });
  await closed.getByText("1 match, next").click();
  await expect(closed.getByRole("listitem")).toContainText("Burnley v Sunderland");
  await expect(card(page, "Burnley", "Sunderland")).toBeHidden();
  await closed.getByRole("link", { name: "Redeem a code for the Premier League" }).click();
  await expect(page).toHaveURL(/\/subscriptions$/);
  await redeem(page, "1234567");
  await expect(page.getByRole("status").filter({ hasText: "This code is not valid" })).toBeVisible();
  await expect(page.getByLabel("7-digit code")).toHaveValue("1234567");
});

test("a change after the lock is refused with the reason, and the saved prediction remains", async () => {
  // A match that also starts at this moment moves to the live ones, where the card has only the saved prediction.
  await club.sql("update private.jobs set next_run_at = 'infinity' where name = 'Start due matches'");
  await page.goto("/matches");
  await enterPrediction(page, "Everton", "Fulham", [1, 1]);
  // The match locks while the change is being sent.
  await page.route("**/rest/v1/user_predictions*", async (route) => {
    // A read may be under way when the route ends.
    if (route.request().method() !== "POST") return route.fallback();
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
  await club.sql("update private.jobs set next_run_at = clock_timestamp() where name = 'Start due matches'");
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction")
    .eq("match_id", ids.get("Everton") ?? "")
    .single();
  expect(data?.home_prediction).toBe(1);
});

test("an organiser sees why a member's predictions were not saved", async ({ page: organiser }) => {
  const refusals = async () =>
    (await must(club.secret.from("prediction_refusals").select("match_id,reason").order("last_at"))).data;
  await expect.poll(refusals).toEqual([
    { match_id: ids.get("Arsenal"), reason: "connection" },
    { match_id: ids.get("Everton"), reason: "lock" },
  ]);
  await addAdmin(club, "Olga Organiser", "olga@example.com");

  await signIn(organiser, "olga@example.com");
  await organiser.goto("/admin-dashboard/management");
  await organiser.getByRole("button", { name: "Actions for Hasty Hand" }).click();
  await organiser.getByRole("menuitem", { name: "View" }).click();
  const list = organiser.getByRole("region", { name: "Picks that could not be saved" }).getByRole("listitem");
  await expect(list).toHaveText([
    /Everton v Fulham.*After the lock, \d+ seconds? late/,
    /Arsenal v Chelsea.*No connection/,
  ]);
});

test("what a member does on one device appears on the other", SWEEP, async ({ page: other }) => {
  await signIn(other, "hasty@example.com");
  await openLive(page, "/matches", 2);
  await openLive(other, "/matches", 2);
  await enterPrediction(page, "Arsenal", "Chelsea", [4, 2]);
  const match = card(other, "Arsenal", "Chelsea");
  await expect(match.getByLabel("Arsenal score")).toHaveValue("4");
  await expect(match.getByLabel("Chelsea score")).toHaveValue("2");

  const code = { code: "7654321", plan_type: "premier_league" as const, expires_at: daysFromNow(30) };
  await must(club.secret.from("plan_codes").insert(code));
  const closed = other.getByRole("region", { name: "Open with a code" });
  await expect(closed.getByText("Premier League", { exact: true })).toBeVisible();
  await openLive(page, "/subscriptions", 2);
  await page.getByLabel("7-digit code").fill(code.code);
  await page.getByRole("button", { name: "Redeem" }).click();
  await expect(card(other, "Burnley", "Sunderland").getByLabel("Burnley score")).toBeVisible();
  // An organiser ends it.
  await must(
    club.secret.from("subscriptions").update({ status: "expired" }).eq("subscription_type", "premier_league"),
  );
  await expect(closed.getByText("Premier League", { exact: true })).toBeVisible();

  await must(
    club.secret.from("notifications").insert({ user_id: userId, title: "Hello", message: "There." }),
  );
  await expect(other.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await expect(other.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();

  await openLive(other, "/profile", 2);
  const reminders = (on: Page) => on.getByRole("group", { name: "Reminders" }).getByLabel("Email");
  await expect(reminders(other)).toBeChecked();
  await openLive(page, "/profile", 2);
  await reminders(page).uncheck();
  await expect(reminders(other)).not.toBeChecked();
});

test("after the lock members see everyone's predictions", async ({ page: other }) => {
  await addPlayer(club, "Curious Cat", "curious@example.com");
  await signIn(other, "curious@example.com");
  await other.goto("/matches");
  await card(other, "Everton", "Fulham").getByRole("button", { name: "See the pick", exact: true }).click();
  await expect(other.getByRole("dialog").getByText("Hasty Hand")).toBeVisible();
  await other.goBack();
  await expect(other.getByRole("dialog")).toHaveCount(0);
  await expect(card(other, "Everton", "Fulham")).toBeVisible();
});

/** Something that happens once, and can be waited for. */
function signal(): { given: Promise<void>; give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

test(
  "an answer that the server gave before a prediction was saved does not empty the card",
  SWEEP,
  async ({ page: visitor }) => {
    await addPlayer(club, "Early Answer", "early@example.com");
    await signIn(visitor, "early@example.com");
    // The page reads everything again when the host cannot say what has changed, and that answer arrives late.
    await visitor.route("**/rpc/changed_since", (route) => route.fulfill({ json: { known: false, now: 1 } }));
    const [asked, released, answered] = [signal(), signal(), signal()];
    let reads = 0;
    await visitor.route(/user_predictions.*matches\.status=in/, async (route) => {
      if (route.request().method() !== "GET" || ++reads !== 2) return route.fallback();
      const response = await route.fetch();
      asked.give();
      await released.given;
      await route.fulfill({ response });
      answered.give();
    });
    await visitor.goto("/matches");
    await asked.given;
    await enterPrediction(visitor, "Arsenal", "Chelsea", [2, 1]);
    released.give();
    await answered.given;
    await expect.poll(() => reads).toBeGreaterThan(2);
    const match = card(visitor, "Arsenal", "Chelsea");
    await expect(match.getByText(/^Saved \d/)).toBeVisible();
    await expect(match.getByLabel("Arsenal score")).toHaveValue("2");
  },
);

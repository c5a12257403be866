/** A slow or broken connection: answers that are lost after the server has acted, that are late, or in another order. */
import { expect, type Page, type Route } from "@playwright/test";
import { LANGUAGE_COOKIE, SOURCE_LANGUAGE } from "../../../words/languages.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, newVisitor, openProfile, redeem, signIn, whileTimePasses } from "../support/user-actions.ts";

let club: Club;
let page: Page;
let userId: string;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  userId = await addPlayer(club, "Nadia Tunnel", "nadia@example.com");
  page = await newVisitor(browser, club, []);
  await signIn(page, "nadia@example.com");
});
test.afterAll(() => club.stop());

/** The server acts on the next request to the address, and its answer does not arrive. */
const loseNextAnswer = (address: string) =>
  page.route(
    address,
    async (route: Route) => {
      await route.fetch();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );

/**
 * Holds the requests to the address until the returned function is called, which lets those that were sent until then reach
 * the server one after the other, the latest first.
 */
async function holdAll(address: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(address, (route) => (isReleased ? route.continue() : void held.push(route)));
  return async () => {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    // Requests that the page has begun are sent before this one.
    await page.evaluate(() => fetch("/config.json").then((answer) => answer.text()));
    isReleased = true;
    for (const route of held.reverse()) await route.fulfill({ response: await route.fetch() });
  };
}

test("a code whose answer was lost is not called somebody else's when it is sent again", async () => {
  const code = { code: "7654321", plan_type: "premier_league" as const, expires_at: daysFromNow(30) };
  await must(club.secret.from("plan_codes").insert(code));
  await loseNextAnswer("**/rpc/redeem_plan_code");
  await redeem(page, code.code);
  const result = page.getByRole("region", { name: "Redeem a code" }).getByRole("status");
  await expect(result).toContainText("An error occurred");
  await page.getByRole("button", { name: "Redeem" }).click();
  await expect(result).toContainText(/^You have already used this code\. Premier League is active until /);
  await expect(result.getByRole("link", { name: "Predict the first match" })).toBeVisible();
});

test.describe("a season question", () => {
  test.describe.configure({ mode: "serial" });
  const question = () => page.getByRole("article", { name: "Champion" });
  const field = (on: Page) => on.getByRole("article", { name: "Champion" }).getByLabel("Your answer");
  const press = () => question().getByRole("button", { name: "Save answer to Champion" }).click();
  const stored = async () => (await must(club.secret.from("season_answers").select("answer"))).data;

  test.beforeAll(async () => {
    await club.sql(`
      insert into public.season_questions (competition_id, kind, title, points, locks_at)
      values ('champions_league', 'text', 'Champion', 5, now() + interval '5 days')`);
    await page.goto("/matches");
    await page.getByRole("link", { name: /0 of 1 answered/ }).click();
  });

  test("of two answers the later one is stored, although the earlier one arrives last", async () => {
    const release = await holdAll("**/rpc/answer_season_question");
    await field(page).fill("Leeds");
    await press();
    await field(page).fill("Hull");
    await press();
    await release();
    await expect(question().getByText("Saved")).toBeVisible();
    await expect(field(page)).toHaveValue("Hull");
    expect(await stored()).toEqual([{ answer: ["Hull"] }]);
    await page.unroute("**/rpc/answer_season_question");
  });

  test("an answer is shown as saved although the page cannot read the questions again", async () => {
    await page.route("**/rpc/my_season_questions", (route) => route.abort());
    await field(page).fill("Derby");
    await press();
    await expect(question().getByText("Saved")).toBeVisible();
    await page.unroute("**/rpc/my_season_questions");
  });

  test("an answer that was changed in another tab replaces the one on the page", async () => {
    const release = await holdAll("**/rpc/my_season_questions");
    await field(page).fill("Fulham");
    await press();
    await expect(question().getByText("Saved")).toBeVisible();
    const other = await page.context().newPage();
    await other.goto("/questions");
    await field(other).fill("Bury");
    await other.getByRole("button", { name: "Save answer to Champion" }).click();
    await expect(other.getByText("Saved")).toBeVisible();
    await other.close();
    await release();
    await expect(field(page)).toHaveValue("Bury");
    await expect(question().getByText("Saved")).toBeVisible();
    await page.unroute("**/rpc/my_season_questions");
  });

  test("a member who leaves before the answer is refused reads that it was not saved", async () => {
    const release = await holdAll("**/rpc/answer_season_question");
    await field(page).fill("Fulham");
    await press();
    await page.goBack();
    await expect(question()).toBeHidden();
    await club.sql("update public.season_questions set locks_at = clock_timestamp()");
    await release();
    await expect(page.getByText("Your answer to Champion was not saved")).toBeVisible();
    await expect(page.getByText("This question has locked. Your last saved answer counts.")).toBeVisible();
    expect(await stored()).toEqual([{ answer: ["Bury"] }]);
  });
});

test.describe("a double", () => {
  test.describe.configure({ mode: "serial" });
  const match = () => card(page, "Arsenal", "Chelsea");
  const double = () => match().getByRole("button", { name: "Double", exact: true });
  let id: string;

  test.beforeAll(async () => {
    const game = { home_team_name: "Arsenal", away_team_name: "Chelsea", match_date: daysFromNow(2) };
    id = await addMatch(club, { ...game, league: "Friendly Club", season: "2026/27" });
    await predict(club, userId, id, [1, 0]);
    await must(
      club.secret.from("admin_settings").insert({ setting_key: "doubles", setting_value: "season 1" }),
    );
    await page.goto("/matches");
    await match().getByRole("button", { name: "Form and ×2" }).click();
  });

  test("is shown as marked if the server has marked it but its answer was lost", async () => {
    await loseNextAnswer("**/rpc/mark_double");
    await double().click();
    await expect(double()).toHaveAttribute("aria-pressed", "true");
    await expect(match().getByRole("alert")).toBeHidden();
    await expect(double()).toHaveAccessibleDescription(/^0 /);
  });

  test("that was taken back stays so when the answer to an earlier pick arrives later", async () => {
    let answerPick: (() => Promise<void>) | null = null as (() => Promise<void>) | null;
    await page.route("**/rest/v1/user_predictions*", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      const response = await route.fetch();
      answerPick = () => route.fulfill({ response });
    });
    const takeBack = await holdAll("**/rpc/mark_double");
    await double().click();
    await match().getByLabel("Arsenal score").fill("3");
    await expect.poll(() => answerPick).not.toBeNull();
    await takeBack();
    await expect(double()).toHaveAccessibleDescription(/^1 /);
    await answerPick?.();
    await expect(match().getByText(/^Saved \d/)).toBeVisible();
    await expect(double()).toHaveAttribute("aria-pressed", "false");
    await page.unroute("**/rest/v1/user_predictions*");
    await page.unroute("**/rpc/mark_double");
  });
});

test.describe("the profile", () => {
  test.describe.configure({ mode: "serial" });
  test.beforeAll(() => openProfile(page));

  test("shows the calendar's new link although the answer to renewing it was lost", async () => {
    const field = page.getByLabel("Your calendar's link");
    const old = await field.inputValue();
    await loseNextAnswer("**/rpc/renew_calendar_token");
    await page.getByRole("button", { name: "Renew link" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Renew the link" }).click();
    await expect(field).not.toHaveValue(old);
    await dialog.getByRole("button", { name: "Keep the old link" }).click();
    expect(await (await fetch(await field.inputValue())).text()).toContain("BEGIN:VCALENDAR");
  });

  test("says that the name is saved although the session cannot be refreshed", async () => {
    await page.route("**/auth/v1/token*", (route) => route.abort());
    await page.getByRole("button", { name: "Change full name" }).click();
    await page.getByLabel("Full name").fill("Nadia Bridge");
    await page.getByRole("button", { name: "Save name" }).click();
    await expect(page.getByText("Name updated successfully!")).toBeVisible();
    await expect(page.getByRole("definition").filter({ hasText: "Nadia Bridge" })).toBeVisible();
    await page.unroute("**/auth/v1/token*");
  });

  test("accepts a password that is sent again because the answer was lost", async () => {
    await loseNextAnswer("**/auth/v1/user");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("New password", { exact: true }).fill("Another1Horse");
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await page.getByRole("button", { name: "Save password" }).click();
    await expect(page.getByText("Password updated successfully!")).toBeVisible();
  });

  test("opens in the language that was chosen last, although the first choice is still being saved", async () => {
    const release = await holdAll("**/rest/v1/profiles*");
    await page.getByRole("radio", { name: "Français" }).check();
    await page.getByRole("radio", { name: "Kreol" }).check();
    await release();
    await expect(page.locator("html")).toHaveAttribute("lang", "mfe");
    const { data } = await must(club.secret.from("profiles").select("language").eq("id", userId));
    expect(data).toEqual([{ language: "mfe" }]);
    await page.unroute("**/rest/v1/profiles*");
    // Without a choice on the device the page would follow its session, which may know either choice by now.
    await page.context().addCookies([{ name: LANGUAGE_COOKIE, value: SOURCE_LANGUAGE, url: club.url }]);
  });
});

test.describe("a group", () => {
  test.describe.configure({ mode: "serial" });
  let link: string;

  test.beforeAll(async () => {
    const owner = await addPlayer(club, "Olga Owner", "olga@example.com", false);
    await club.sql(`
      with made as (
        insert into public.groups (name, first_colour, second_colour, owner_id)
        values ('The Tunnels', '#000000', '#ffffff', '${owner}') returning id),
      joined as (insert into public.group_members (group_id, user_id) select id, '${owner}' from made)
      insert into private.group_codes (group_id, code) select id, 'ABCDEFGH' from made`);
    link = "/join/ABCDEFGH";
  });

  test("is called their own when a member comes back to the invitation after joining", async () => {
    await page.goto(link);
    await page.getByRole("button", { name: "Join group" }).click();
    await page.getByRole("link", { name: "Open the group" }).click();
    await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
    await page.goBack();
    await expect(page.getByText("Your group", { exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Join group" })).toHaveCount(0);
    await page.getByRole("link", { name: "Open the group" }).click();
    await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  });

  test("has a menu when its page is opened again", async () => {
    await page.getByRole("button", { name: "Group actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Leave the group" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
  });

  test("is gone after a member has left it and the answer was lost, and its link is an invitation again", async () => {
    await loseNextAnswer("**/rpc/leave_group");
    await page.getByRole("button", { name: "Group actions" }).click();
    await page.getByRole("menuitem", { name: "Leave the group" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave group" }).click();
    await expect(page.getByRole("heading", { name: "You are not in this group" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Join group" })).toBeVisible();
  });

  test("can be shared as text when its picture does not arrive", async () => {
    await page.getByRole("button", { name: "Join group" }).click();
    await page.getByRole("link", { name: "Open the group" }).click();
    await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
    await page.clock.install();
    await page.evaluate(() =>
      Object.assign(navigator, { canShare: () => true, share: () => new Promise(() => undefined) }),
    );
    await page.route("**/functions/v1/share-picture", () => undefined);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const copy = page.getByRole("dialog").getByRole("button", { name: "Copy" });
    await whileTimePasses(page, (limit) => expect(copy).toBeVisible(limit));
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.unroute("**/functions/v1/share-picture");
  });
});

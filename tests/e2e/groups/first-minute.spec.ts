/** From a link in a message to the first saved pick, on a stranger's phone. */
import { expect, type Locator } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, must } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { card, newVisitor, PASSWORD, registerByEmail } from "../support/user-actions.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
  const upcoming = (league: string, home_team_name: string, away_team_name: string) =>
    addMatch(club, { league, home_team_name, away_team_name, match_date: daysFromNow(2) });
  await upcoming("Premier League", "Arsenal", "Chelsea");
  await upcoming("Premier League", "Leeds", "Fulham");
  await upcoming("Friendly Club", "Everton", "Burnley");
});
test.afterAll(() => club.stop());

test(
  "an invite takes a stranger to the first saved pick in four taps and one screen of typing",
  SWEEP,
  async ({ browser, page: owner }) => {
    await registerByEmail(owner, "Olga Owner", "olga@example.com");
    await owner.goto("/groups");
    await owner.getByRole("button", { name: "Create a group" }).first().click();
    await owner.getByLabel("Name").fill("Les Éléphants");
    await owner.getByRole("button", { name: "Create group" }).click();
    await owner.getByRole("button", { name: "Invite" }).click();
    const [link = ""] = /http\S+\/join\/\w+/.exec(await owner.getByRole("dialog").innerText()) ?? [];

    const errors: string[] = [];
    const stranger = await newVisitor(browser, club, errors, PHONE);
    let taps = 0;
    const tap = async (target: Locator) => {
      await target.tap();
      taps += 1;
    };
    await stranger.goto(link);
    await tap(stranger.getByRole("link", { name: "Join and predict" }));

    await expect(stranger.getByText("You join Les Éléphants as soon as you register")).toBeVisible();
    await expect(stranger.getByLabel("Full name")).toBeFocused();
    await stranger.keyboard.type("Sam Stranger");
    // The keyboard's Next goes from field to field.
    for (const [field, text] of [
      ["Email", "sam@example.com"],
      ["Password", PASSWORD],
    ] as const) {
      await stranger.getByLabel(field, { exact: true }).last().focus();
      await stranger.keyboard.type(text);
    }
    await tap(stranger.getByRole("button", { name: "Register" }));

    await expect(stranger.getByText("You are in Les Éléphants")).toBeVisible();
    const first = card(stranger, "Everton", "Burnley");
    // What needs a code is one row after the matches that are open to everyone.
    await expect(stranger.getByRole("article")).toHaveCount(1);
    await expect(stranger.getByText("2 matches, next")).toBeVisible();
    await tap(first.getByRole("button", { name: "Everton: one more" }));
    await tap(first.getByRole("button", { name: "Burnley: one more" }));
    await expect(first.getByText(/^Saved \d/)).toBeVisible();
    expect(taps).toBe(4);
    expect(errors).toEqual([]);
  },
);

test("a link with a code says which plan is waiting, and registering redeems it and leads to its first match", async ({
  browser,
}) => {
  const code = { code: "7654321", plan_type: "premier_league" as const, expires_at: daysFromNow(30) };
  await must(club.secret.from("plan_codes").insert(code));
  const page = await newVisitor(browser, club, [], PHONE);
  await page.goto("/subscriptions?code=7654321&plan=premier_league");
  await expect(page.getByText("Your Premier League code is waiting.")).toBeVisible();
  await page.locator("p", { hasText: "is waiting." }).getByRole("link", { name: "Sign in" }).tap();
  await page.getByRole("main").getByRole("link", { name: "Register" }).tap();
  await expect(page.getByText("Your Premier League code is waiting.")).toBeVisible();
  await page.getByLabel("Full name").fill("Cara Code");
  await page.getByLabel("Email", { exact: true }).last().fill("cara@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).tap();
  // The card of the code and the message say it, until the page leaves for the first match.
  await expect(page.getByText(/^Premier League is active until/).first()).toBeVisible();
  await expect(card(page, "Arsenal", "Chelsea").getByLabel("Arsenal score")).toBeVisible();
  await expect(card(page, "Everton", "Burnley")).toBeHidden();

  // A member who is signed in may have opened the link by accident.
  await page.goto("/subscriptions?code=7654329&plan=premier_league");
  await expect(page.getByText("for the account of Cara Code")).toBeVisible();
  await page.getByRole("button", { name: "Redeem" }).tap();
  await expect(page.getByText("This code is not valid")).toBeVisible();
});

test(
  "after sign-up a new member is asked for a code and for a first score, each once",
  SWEEP,
  async ({ browser }) => {
    await must(
      club.secret.from("plan_codes").insert({
        code: "7654322",
        plan_type: "premier_league" as const,
        expires_at: daysFromNow(30),
      }),
    );
    const errors: string[] = [];
    const page = await newVisitor(browser, club, errors, PHONE);
    await registerByEmail(page, "Nora New", "nora@example.com");
    await expect(page.getByRole("heading", { name: "Got a code?" })).toBeVisible();
    await expect(page.getByRole("img", { name: "Step 1 of 2" })).toBeVisible();
    await expect(page.getByLabel("7-digit code")).toBeFocused();
    await page.keyboard.type("7654322");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Next" }).tap();

    await expect(page.getByRole("heading", { name: "Call your first score" })).toBeFocused();
    const first = page.getByRole("article");
    await first
      .getByRole("button", { name: /one more/ })
      .first()
      .tap();
    await first
      .getByRole("button", { name: /one more/ })
      .last()
      .tap();
    await expect(first.getByText(/^Saved \d/)).toBeVisible();
    await page.getByRole("link", { name: "See all matches" }).tap();
    await expect(page).toHaveURL(/\/matches$/);
    // Before the first result there is nothing in the honours, nor on leaderboards of matchdays and months.
    await page.goto("/leaderboard");
    await expect(page.getByRole("link", { name: "Premier League" })).toBeVisible();
    await expect(page.getByRole("navigation", { name: "Period" })).toBeHidden();
    await page.getByRole("button", { name: "Open menu" }).tap();
    await expect(page.getByRole("link", { name: "Groups" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Honours" })).toBeHidden();
    await page.goto("/welcome");
    await expect(page).toHaveURL(`${club.url}/`);

    const other = await newVisitor(browser, club, errors, PHONE);
    await registerByEmail(other, "Sina Skips", "sina@example.com");
    await other.getByRole("button", { name: "Skip" }).tap();
    await expect(other.getByRole("heading", { name: "Call your first score" })).toBeVisible();
    await other.reload();
    await expect(other.getByRole("img", { name: "Step 1 of 1" })).toBeVisible();
    await other.getByRole("button", { name: "Skip" }).tap();
    await expect(other).toHaveURL(`${club.url}/`);
    expect(errors).toEqual([]);
  },
);

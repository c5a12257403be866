/** Links to a match lead to its card, wherever it is, and the round is picked one match at a time. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, openLive, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, hold, signIn } from "../support/user-actions.ts";

let club: Club;
let userId: string;
const ids = new Map<string, string>();
const linkTo = (home: string) => `/matches?match=${ids.get(home) ?? home}`;

test.beforeAll(async () => {
  club = await openClub();
  userId = await addPlayer(club, "Lin Linker", "lin@example.com");
  // Each match has its own matchday, so that each is a round.
  const add = async (home: string, days: number, league = "Friendly Club") => {
    const match = { home_team_name: home, away_team_name: "Visitors", match_date: daysFromNow(days), league };
    ids.set(home, await addMatch(club, { ...match, season: "tests", round: `Matchday of ${home}` }));
  };
  // More open and more completed matches than the page lists at first.
  for (let at = 1; at <= 26; at += 1) await add(`Open ${at}`, at + 2);
  for (let at = 1; at <= 13; at += 1) await add(`Past ${at}`, -at);
  for (let at = 1; at <= 13; at += 1) await complete(club, ids.get(`Past ${at}`) ?? "", [1, 0]);
  await add("Live", 1);
  await moveKickoff(club, ids.get("Live") ?? "", -60);
  await must(
    club.secret
      .from("matches")
      .update({ status: "live" })
      .eq("id", ids.get("Live") ?? ""),
  );
  await add("Closed", 4, "FA Cup");
  await predict(club, userId, ids.get("Open 1") ?? "", [1, 0]);
});
test.afterAll(() => club.stop());

/** The card or row of a match, or the message that there is none. */
const place = (page: Page, home: string) => page.locator(`[data-match="${ids.get(home) ?? home}"]`).first();

for (const { to, home, isField } of [
  { to: "an open match", home: "Open 1", isField: true },
  { to: "a match far down the list", home: "Open 26", isField: true },
  { to: "a live match", home: "Live", isField: false },
  { to: "a match of a folded competition", home: "Closed", isField: false },
  { to: "a completed match", home: "Past 1", isField: false },
  { to: "a completed match that is not listed yet", home: "Past 13", isField: false },
])
  test(`a link to ${to} leads to ${isField ? "its first field" : "the match"}`, async ({ page }) => {
    await signIn(page, "lin@example.com");
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(linkTo(home));
    const target = isField ? page.getByLabel(`${home} score`) : place(page, home);
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
    await page.reload();
    await expect(target).toBeFocused();
    await expect(target).toBeInViewport();
  });

test("a link to a match that does not exist says so, and one to the next leads to the first without a pick", async ({
  page,
}) => {
  await signIn(page, "lin@example.com");
  for (const gone of ["00000000-0000-4000-8000-000000000000", "nonsense"]) {
    await page.goto(linkTo(gone));
    await expect(place(page, gone)).toHaveText(/^That match is no longer in the club/);
    await expect(place(page, gone)).toBeFocused();
  }
  await page.goto("/matches?match=next");
  await expect(page.getByLabel("Open 2 score")).toBeFocused();
  await page.goto("/matches?competition=fa_cup&match=next");
  await expect(page.getByRole("region", { name: "Open with a code" })).toBeVisible();
});

test("a link to a match does not move the focus out of a field", async ({ page }) => {
  await signIn(page, "lin@example.com");
  let letCodeArrive = () => {};
  const held = new Promise<void>((arrive) => {
    letCodeArrive = arrive;
  });
  await page.route(/\/follow-link-[\w-]+\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(linkTo("Open 1"));
  const field = page.getByLabel("Visitors score").first();
  await field.fill("3");
  const code = page.waitForResponse(/\/follow-link-/);
  letCodeArrive();
  const script = (await code).url();
  // The link is followed when the code has run and the browser is idle.
  await page.evaluate(async (url) => {
    await import(url);
    for (let turn = 0; turn < 3; turn += 1) await new Promise((idle) => requestIdleCallback(idle));
  }, script);
  await expect(field).toBeFocused();
  await expect(page.getByLabel("Open 1 score")).toHaveValue("1");
});

test("Home's links lead to their matches, also offline, and Back and Forward keep the place of the reader", async ({
  page,
}) => {
  await signIn(page, "lin@example.com");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const toClosed = page.getByRole("link", { name: /Closed.*Visitors/ });
  const toOpen = page.getByRole("link", { name: /Open 1.*Visitors/ });
  await toOpen.click();
  await expect(page.getByLabel("Open 1 score")).toBeFocused();
  await page.mouse.wheel(0, -20_000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(toClosed).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel("Open 1 score")).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await page.context().setOffline(true);
  await toClosed.click();
  await expect(place(page, "Closed")).toBeFocused();
  await expect(place(page, "Closed")).toBeInViewport();
});

const segments = (page: Page) =>
  page.locator(".round-segments i").evaluateAll((all) => all.map((each) => each.getAttribute("data-pick")));
/** Moves fingers over the page by so many px. */
async function drag(page: Page, along: number, across = 0, fingers = 1): Promise<void> {
  const device = await page.context().newCDPSession(page);
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 2 });
  const points = (part: number) =>
    Array.from({ length: fingers }, (_, id) => ({
      id,
      x: 180 + 30 * id + along * part,
      y: 120 + across * part,
    }));
  await device.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: points(0) });
  for (const part of [0.25, 0.5, 0.75, 1])
    await device.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: points(part) });
  await device.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await device.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await device.detach();
}
/** That nothing scrolls, and the height of the sheet. */
const heights = (page: Page) =>
  page.evaluate(() => ({
    scrolls: document.documentElement.scrollHeight > innerHeight || document.body.scrollWidth > innerWidth,
    sheet: document.querySelector(".round-sheet")?.getBoundingClientRect().height,
  }));

test("the round is picked with one hand: online, offline, and with a match that locks meanwhile", async ({
  page,
}) => {
  await must(
    club.secret.from("subscriptions").insert({
      user_id: userId,
      subscription_type: "league_cup",
      expires_at: `${daysFromNow(20)}T00:00Z`,
    }),
  );
  for (const [home, match_time] of [
    ["Alpha", "12:00"],
    ["Beta", "13:00"],
    ["Gamma", "14:00"],
    ["Delta", "15:00"],
  ] as const)
    ids.set(
      home,
      await addMatch(club, {
        home_team_name: home,
        away_team_name: `${home} Visitors`,
        match_date: daysFromNow(2),
        match_time,
        league: "League Cup",
        season: "tests",
        round: "Round one",
      }),
    );
  await predict(club, userId, ids.get("Delta") ?? "", [0, 0]);
  await signIn(page, "lin@example.com");
  await page.setViewportSize({ width: 360, height: 600 });
  await openLive(page, "/matches?competition=league_cup", 2);
  await page.getByRole("link", { name: "Pick the last three" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Round one");
  expect(await segments(page)).toEqual(["to-go", "to-go", "to-go"]);
  const atFirst = await heights(page);
  expect(atFirst.scrolls).toBe(false);

  // Two taps and the large button, which waits for the answer.
  const release = await hold(page, "**/rest/v1/user_predictions*");
  await page.getByRole("button", { name: "Alpha: one more" }).click();
  await page.getByRole("button", { name: "Alpha Visitors: one fewer" }).click();
  await page.getByRole("button", { name: "Save, next match" }).click();
  await expect(page.getByRole("button", { name: "Saving 1–0" })).toBeVisible();
  expect(await heights(page)).toEqual(atFirst);
  release();
  await expect(
    page.getByRole("status").filter({ hasText: "Match 2 of 3: Beta v Beta Visitors" }),
  ).toBeAttached();
  await page.unroute("**/rest/v1/user_predictions*");
  expect(await segments(page)).toEqual(["saved", "to-go", "to-go"]);

  // By keyboard, without a connection.
  await page.context().setOffline(true);
  await page.getByLabel("Beta score", { exact: true }).focus();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alert")).toContainText("No connection. Your 2–1 is sent");
  expect(await segments(page)).toEqual(["saved", "kept", "to-go"]);
  expect(await heights(page)).toEqual(atFirst);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Gamma score", { exact: true })).toBeFocused();
  await expect(page.getByRole("img", { name: "1 of 3 picked, 1 kept on this device" })).toBeVisible();
  await page.context().setOffline(false);
  await expect.poll(() => segments(page)).toEqual(["saved", "saved", "to-go"]);

  // The third locks while it is shown.
  await moveKickoff(club, ids.get("Gamma") ?? "", -1);
  await expect(page.getByRole("alert")).toHaveText("The match has locked without a pick of yours.");
  expect(await segments(page)).toEqual(["saved", "saved", "missed"]);
  expect(await heights(page)).toEqual(atFirst);
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByLabel("Beta score", { exact: true })).toHaveValue("2");

  // A swipe turns to the next and the previous match. A short one, one down the page and one of two fingers do not.
  const shown = page.getByRole("status").filter({ hasText: "Match " });
  await drag(page, -50);
  await drag(page, -80, 120);
  await drag(page, -120, 0, 2);
  await expect(shown).toContainText("Match 2 of 3: Beta");
  await drag(page, -120);
  await expect(shown).toContainText("Match 3 of 3: Gamma");
  await drag(page, 120);
  await drag(page, 120);
  await expect(shown).toContainText("Match 1 of 3: Alpha");
  await drag(page, 120);
  await expect(shown).toContainText("Match 1 of 3: Alpha");

  await page.getByRole("button", { name: "See all picks" }).first().click();
  const rows = page.getByRole("region", { name: "Your picks" }).getByRole("listitem");
  await expect(rows).toHaveText([
    /Gamma.*No pick/,
    /Alpha.*1–0.*Edit/,
    /Beta.*2–1.*Edit/,
    /Delta.*0–0.*Edit/,
  ]);
  await rows.filter({ hasText: "Delta" }).getByRole("button").click();
  await expect(page.getByLabel("Delta score", { exact: true })).toHaveValue("0");
  await page.goBack();
  await expect(page).toHaveURL(/\/matches\?competition=league_cup$/);
  await expect(card(page, "Alpha", "Alpha Visitors").getByLabel("Alpha score", { exact: true })).toHaveValue(
    "1",
  );
});

/** Links to a match lead to its card, wherever it is. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { signIn } from "../support/user-actions.ts";

let club: Club;
let userId: string;
const ids = new Map<string, string>();
const linkTo = (home: string) => `/matches?match=${ids.get(home) ?? home}`;

test.beforeAll(async () => {
  club = await openClub();
  userId = await addPlayer(club, "Lin Linker", "lin@example.com");
  // Of a matchday each, so that each is a round of its own.
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
  await page.evaluate(() => scrollTo(0, 0));
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

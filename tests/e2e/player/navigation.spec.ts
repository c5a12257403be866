/** Navigation: access to pages, Back, focus and titles. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, openLive, predict } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { PASSWORD, signIn } from "../support/user-actions.ts";
import { openVisitors } from "../support/visitors.ts";

let club: Club;
let playerId: string;

test.beforeAll(async () => {
  club = await openClub();
  playerId = await addPlayer(club, "Petra Player", "petra@example.com");
  const rivalId = await addPlayer(club, "Rolf Rival", "rolf@example.com", false);
  await addAdmin(club, "Olga Organiser", "olga@example.com");

  const match = await addMatch(club, {
    home_team_name: "Burnley",
    away_team_name: "Leeds United",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });
  await predict(club, playerId, match, [1, 0]);
  await predict(club, rivalId, match, [2, 0]);
  await complete(club, match, [2, 0]);
});
test.afterAll(() => club.stop());

const { visitorIn, memberIn } = openVisitors(() => club);
const main = (page: Page) => page.locator("#main");

test("a visitor returns to the requested members' page after signing in, with its query", async ({
  page,
}) => {
  await visitorIn({ page });
  await page.goto("/archives");
  await page.goto("/leaderboard?competition=friendly_club");
  await expect(page).toHaveURL(`${club.url}/`);
  await page.goBack();
  await expect(page).toHaveURL(/\/archives$/);
  await page.goForward();
  await page
    .locator("p", { hasText: "That page is for members." })
    .getByRole("link", { name: "Sign in" })
    .click();
  await page.getByLabel("Email or phone number").fill("petra@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/leaderboard\?competition=friendly_club$/);
  await expect(page.getByRole("row", { name: /Petra Player/ })).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("That page is for members.")).toBeHidden();
});

test("every page has its title", SWEEP, async ({ browser, page }) => {
  await memberIn({ page }, "olga@example.com");
  const titles = {
    "/start": "Start your club",
    "/screen": "Screen",
    "/terms": "Terms",
    "/privacy": "Privacy",
    "/prize-rules": "Prize rules",
    "/": "English Scoreline Club",
    "/matches": "Matches",
    "/round": "Your round",
    "/subscriptions": "Subscriptions",
    "/leaderboard": "Leaderboard",
    "/leaderboard/friendly-club": "Friendly Club",
    "/divisions": "Divisions",
    "/cup": "Cup",
    "/last-one-standing": "Last one standing",
    "/prizes": "Prizes",
    "/honours": "Honours",
    "/career": "Career",
    "/head-to-head/00000000-0000-4000-8000-000000000000": "Head to head",
    "/profile": "Profile",
    "/questions": "Season questions",
    "/archives": "Leaderboard Archives",
    "/live-scores": "Live Scores",
    "/manage-matches": "Manage Matches",
    "/admin-dashboard/codes": "Codes",
    "/reset-password": "Reset password",
    "/confirm": "Open your link",
    "/confirm#token_hash=unknown&type=invite": "You have been invited",
    "/no/such/page": "Page not found",
  };
  for (const [path, title] of Object.entries(titles)) {
    await page.goto(path);
    await expect(page).toHaveTitle(path === "/" ? title : `${title} · English Scoreline Club`);
  }
  const visitor = await visitorIn({ browser });
  await visitor.goto("/auth");
  await expect(visitor).toHaveTitle("Sign In · English Scoreline Club");
});

test("an unknown page says so and links to Home", async ({ page }) => {
  await visitorIn({ page });
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(`${club.url}/`);
});

test("a new page starts at the top with the focus on its content, and Back restores the position", async ({
  page,
}) => {
  await visitorIn({ page });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  // Without news the page gets shorter when the response arrives.
  await page.waitForLoadState("networkidle");
  await expect(page.locator(".skeleton")).toHaveCount(0);
  // A click may scroll, so the position is recorded at the click.
  await page.evaluate(() =>
    addEventListener("click", () => document.body.setAttribute("data-left", String(scrollY)), {
      capture: true,
    }),
  );
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
  await expect(main(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  const left = Number(await page.locator("body").getAttribute("data-left"));
  expect(left).toBeGreaterThan(100);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await expect(main(page)).toBeFocused();
});

test("the first Tab reaches Skip to content", async ({ page }) => {
  await visitorIn({ page });
  await page.goto("/archives");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main(page)).toBeFocused();
});

test("on a phone the menu lists the pages, marks the current one, and closes with a choice or Escape", async ({
  page,
}) => {
  await memberIn({ page }, "petra@example.com");
  await page.goto("/profile");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByText("Welcome, Petra Player")).toBeVisible();
  await expect(menu.getByRole("link")).toHaveText([
    "Home",
    "Matches",
    "Subscriptions",
    "Leaderboard",
    "Groups",
    "Honours",
    "Leaderboard Archives",
    "Profile",
  ]);
  await expect(menu.getByRole("link", { name: "Profile" })).toHaveAttribute("aria-current", "page");
  await expect(menu.getByRole("button", { name: "Sign Out" })).toBeVisible();
  await menu.getByRole("link", { name: "Home" }).focus();
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(page.getByRole("button", { name: "Open menu" })).toBeFocused();
  await page.getByRole("button", { name: "Open menu" }).click();
  await menu.getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL(/\/archives$/);
});

test("on a wide screen the bar has pages, a welcome and Logout, or Sign In and Register for visitors", async ({
  browser,
  page: visitor,
}) => {
  await visitorIn({ page: visitor });
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.goto("/");
  const banner = visitor.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/auth?mode=register");
  await banner.getByRole("link", { name: "Sign In" }).click();
  await expect(visitor).toHaveURL(/\/auth$/);

  const admin = await memberIn({ browser }, "olga@example.com");
  await admin.setViewportSize({ width: 1440, height: 900 });
  await admin.goto("/matches");
  const nav = admin.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link", { name: "Matches" })).toHaveAttribute("aria-current", "page");
  await expect(nav.getByRole("link")).toHaveText([
    "Home",
    "Matches",
    "Subscriptions",
    "Leaderboard",
    "Groups",
    "Honours",
    "Leaderboard Archives",
    "Profile",
  ]);
  await expect(admin.getByText("Welcome, Olga Organiser")).toBeVisible();
  await expect(
    admin.getByRole("navigation", { name: "Organise" }).getByRole("link", { name: "Live Scores" }),
  ).toBeVisible();
  await expect(admin.getByRole("button", { name: "Logout" })).toBeVisible();
  await admin.getByRole("link", { name: "English Scoreline Club" }).click();
  await expect(admin).toHaveURL(`${club.url}/`);
});

test(
  "a player sheet is a history entry: Back closes it, and its address opens it",
  SWEEP,
  async ({ page }) => {
    await memberIn({ page }, "petra@example.com");
    await page.goto("/matches");
    await page.goto("/leaderboard?competition=friendly_club");
    const sheet = page.getByRole("dialog", { name: "Rolf Rival" });
    const row = page.getByRole("row", { name: /Rolf Rival/ }).getByRole("link");
    await row.click();
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/competition=friendly_club$/);
    await page.goForward();
    await expect(sheet).toBeVisible();
    await page.reload();
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/competition=friendly_club$/);
  },
);

test(
  "the security banner is shown once to a member, two seconds after the page opened, and covers nothing",
  SWEEP,
  async ({ page }) => {
    await visitorIn({ page });
    await page.clock.install();
    const opened = async (): Promise<void> => {
      await expect(page.getByRole("heading", { name: /next matches/i })).toBeVisible();
      await page.clock.fastForward(2_000);
    };
    const banner = page.getByRole("complementary", { name: "Security" });
    await page.goto("/");
    await opened();
    await expect(banner).toBeHidden();
    await signIn(page, "petra@example.com");
    await page.goto("/");
    await opened();
    await expect(banner).toContainText("Security Enhanced!");
    await expect(banner).toHaveCSS("position", "static");
    const { y, height } = (await banner.boundingBox()) ?? { y: 0, height: 0 };
    expect((await page.getByRole("contentinfo").boundingBox())?.y).toBeGreaterThanOrEqual(y + height);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(banner).toBeHidden();
    await page.evaluate(() => localStorage.removeItem("security-banner-dismissed"));
    for (const isShown of [true, false]) {
      await page.reload();
      await opened();
      await expect(banner).toBeVisible({ visible: isShown });
    }
  },
);

test(
  "players and visitors see a completed match in a message for five seconds",
  SWEEP,
  async ({ browser, page: visitor }) => {
    const match = await addMatch(club, {
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: daysFromNow(1),
      league: "Friendly Club",
    });
    const next = await addMatch(club, {
      home_team_name: "Everton",
      away_team_name: "Fulham",
      match_date: daysFromNow(1),
      league: "Friendly Club",
    });
    await visitorIn({ page: visitor });
    const player = await memberIn({ browser }, "petra@example.com");
    await openLive(visitor, "/archives", 1);
    await openLive(player, "/profile", 2);
    const shown = [visitor, player].map((page) => millisecondsShown(page, "Arsenal 2–1 Chelsea"));
    await complete(club, match, [2, 1]);
    await expect(visitor.getByText("Match Completed!")).toBeVisible();
    for (const milliseconds of await Promise.all(shown)) {
      expect(milliseconds).toBeGreaterThan(4_500);
      expect(milliseconds).toBeLessThan(9_000);
    }
    // A correction is not a completion: the next message names the other match only.
    await complete(club, match, [3, 1]);
    await complete(club, next, [0, 0]);
    await expect(visitor.getByText("Everton 0–0 Fulham", { exact: true })).toBeVisible();
  },
);

/** How long the text is visible, in milliseconds of the page's clock. */
function millisecondsShown(page: Page, words: string): Promise<number> {
  return page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let since: number | null = null;
        new MutationObserver((_, watching) => {
          const isThere = document.body.textContent?.includes(text) ?? false;
          if (isThere) since ??= performance.now();
          else if (since !== null) {
            watching.disconnect();
            resolve(performance.now() - since);
          }
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    words,
  );
}

test("a second visit requests its data once, before its code has loaded", SWEEP, async ({ page }) => {
  const errors: string[] = [];
  await memberIn({ page }, "petra@example.com", errors);
  await page.goto("/leaderboard?competition=friendly_club");
  const kept = () => page.evaluate(() => localStorage.getItem("scoreline-auth-token-reads") ?? "");
  await expect.poll(kept).toContain("leaderboard_summary");
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("leaderboard_summary")) asked.push(request.url());
  });
  await page.reload();
  await expect(page.getByRole("row", { name: /Petra Player/ })).toBeVisible();
  expect(asked).toHaveLength(1);
  const [data = 0, code = 0] = await page.evaluate(() =>
    [/rpc\/read_together/, /assets\/.*\.js/].map((of) =>
      Math.min(
        ...performance
          .getEntriesByType("resource")
          .filter(({ name }) => of.test(name))
          .map(({ startTime }) => startTime),
      ),
    ),
  );
  expect(data).toBeLessThan(code);

  // The page sends its own request if an early one is refused, as for an expired token.
  let refused = false;
  await page.route("**/rpc/read_together", async (route) => {
    if (refused) return route.fallback();
    refused = true;
    return route.fulfill({ status: 401, json: { code: "PGRST301", message: "JWT expired" } });
  });
  await page.reload();
  await expect(page.getByRole("row", { name: /Petra Player/ })).toBeVisible();
  expect(errors).toEqual([expect.stringContaining("401 (Unauthorized)")]);
  await page.unroute("**/rpc/read_together");
});

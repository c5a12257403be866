/** Moving about: who is let in where, what Back does, what is said when something ends, breaks or goes stale. */
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { addMatch, addPlayer, complete, must, openLive, predict } from "./arranging.ts";
import { type Club, daysFromNow, openClub } from "./club.ts";
import { newVisitor, PASSWORD, signIn } from "./people.ts";

let club: Club;
let playerId: string;
const complaints: string[] = [];
const opened: BrowserContext[] = [];

test.beforeAll(async () => {
  club = await openClub();
  playerId = await addPlayer(club, "Petra Player", "petra@example.com");
  const rivalId = await addPlayer(club, "Rolf Rival", "rolf@example.com", false);
  await addPlayer(club, "Olga Organiser", "olga@example.com");
  club.command("admin", "grant", "olga@example.com");
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
test.afterEach(async () => {
  for (const context of opened.splice(0)) await context.close();
  expect(complaints.splice(0)).toEqual([]);
});
test.afterAll(() => club.stop());

type Opening = { browser: Parameters<typeof newVisitor>[0] };
async function visitorIn({ browser }: Opening, heard = complaints): Promise<Page> {
  const page = await newVisitor(browser, club, heard);
  opened.push(page.context());
  return page;
}
async function memberIn({ browser }: Opening, email: string, heard = complaints): Promise<Page> {
  const page = await visitorIn({ browser }, heard);
  await signIn(page, email);
  return page;
}
const main = (page: Page) => page.locator("#main");
/** As when the tab is looked at again. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("a visitor who asks for a members' page lands there after signing in, query included", async ({
  browser,
}) => {
  const page = await visitorIn({ browser });
  await page.goto("/archives");
  await page.goto("/leaderboard?competition=friendly_club");
  await expect(page).toHaveURL(`${club.url}/`);
  await page.goBack();
  await expect(page).toHaveURL(/\/archives$/);
  await page.goForward();
  await page.getByText("That page is for members.").getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email or phone number").fill("petra@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/leaderboard\?competition=friendly_club$/);
  await expect(page.getByRole("row", { name: /Petra Player/ })).toBeVisible();
  await page.goto("/");
  await expect(page.getByText("That page is for members.")).toBeHidden();
});

test("while the session is read the screen says so; after two seconds the one that lies here counts, and goes on when it is renewed", async ({
  browser,
}) => {
  const page = await memberIn({ browser }, "petra@example.com");
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/auth/v1/token*", async (route) => {
    await held;
    await route.continue();
  });
  await expire(page);
  await page.goto("/profile");
  await expect(page.getByRole("status").getByText("Checking authentication...")).toBeVisible();
  await expect(page.getByText("Checking authentication...")).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
  release();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole("heading", { level: 1, name: "Petra Player" })).toBeVisible();
});

test("every page has its title", async ({ browser }) => {
  const page = await memberIn({ browser }, "olga@example.com");
  const titles = {
    "/": "English Scoreline Club",
    "/matches": "Matches",
    "/subscriptions": "Subscriptions",
    "/leaderboard": "Leaderboard",
    "/leaderboard/friendly-club": "Friendly Club",
    "/profile": "Profile",
    "/archives": "Leaderboard Archives",
    "/live-scores": "Live Scores",
    "/manage-matches": "Manage Matches",
    "/admin-dashboard/codes": "Codes",
    "/reset-password": "Reset password",
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

test("a page that does not exist says so and leads Home", async ({ browser }) => {
  const page = await visitorIn({ browser });
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Home" }).click();
  await expect(page).toHaveURL(`${club.url}/`);
});

test("a new page begins at its top with the focus on its content; Back leads to the place one left", async ({
  browser,
}) => {
  const page = await visitorIn({ browser });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  const link = page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard Archives" });
  await link.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(100);
  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
  await expect(main(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
  await expect(main(page)).toBeFocused();
});

test("the first Tab leads to the content", async ({ browser }) => {
  const page = await visitorIn({ browser });
  await page.goto("/archives");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main(page)).toBeFocused();
});

test("on a phone the menu lists the pages, marks the current one, and closes with a choice or with Escape", async ({
  browser,
}) => {
  const page = await memberIn({ browser }, "petra@example.com");
  await page.goto("/profile");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(menu.getByText("Welcome, Petra Player")).toBeVisible();
  await expect(menu.getByRole("link")).toHaveText([
    "Home",
    "Matches",
    "Subscriptions",
    "Leaderboard",
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

test("on a wide screen the bar has pages, welcome and Logout; a visitor has Sign In and Register", async ({
  browser,
}) => {
  const visitor = await visitorIn({ browser });
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await visitor.goto("/");
  const banner = visitor.getByRole("banner");
  await expect(banner.getByRole("link", { name: "Register" })).toHaveAttribute("href", "/auth?mode=register");
  await banner.getByRole("link", { name: "Sign In" }).click();
  await expect(visitor).toHaveURL(/\/auth$/);

  const organiser = await memberIn({ browser }, "olga@example.com");
  await organiser.setViewportSize({ width: 1440, height: 900 });
  await organiser.goto("/matches");
  const nav = organiser.getByRole("navigation", { name: "Main" });
  await expect(nav.getByRole("link", { name: "Matches" })).toHaveAttribute("aria-current", "page");
  await expect(organiser.getByText("Welcome, Olga Organiser")).toBeVisible();
  await expect(
    organiser.getByRole("navigation", { name: "Organise" }).getByRole("link", { name: "Live Scores" }),
  ).toBeVisible();
  await expect(organiser.getByRole("button", { name: "Logout" })).toBeVisible();
  await organiser.getByRole("link", { name: "English Scoreline Club" }).click();
  await expect(organiser).toHaveURL(`${club.url}/`);
});

test("a player's sheet is a step: Back closes it, its address opens it, and closing it goes back", async ({
  browser,
}) => {
  const page = await memberIn({ browser }, "petra@example.com");
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
});

test("signing out in one tab signs out the other, which says so", async ({ browser }) => {
  const one = await memberIn({ browser }, "petra@example.com");
  await one.goto("/profile");
  const other = await one.context().newPage();
  await other.goto("/matches");
  await expect(other.getByRole("heading", { level: 1, name: "Matches" })).toBeVisible();
  await one.getByRole("button", { name: "Open menu" }).click();
  await one.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(one.getByText("Signed out successfully")).toBeVisible();
  await expect(other.getByText("Your session has expired. Please log in again.")).toBeVisible();
  await expect(other).toHaveURL(`${club.url}/`);
  await expect(other.getByRole("button", { name: /^Notifications/ })).toBeHidden();
});

test("signing in in one tab brings the other to the page it was turned away from", async ({ browser }) => {
  const other = await visitorIn({ browser });
  await other.goto("/profile");
  await expect(other.getByText("That page is for members.")).toBeVisible();
  const one = await other.context().newPage();
  await signIn(one, "petra@example.com");
  await lookAgain(other);
  await expect(other).toHaveURL(/\/profile$/);
});

test("a sign-in that another tab tells of counts before its entry in the storage is seen", async ({
  browser,
}) => {
  const member = await memberIn({ browser }, "petra@example.com");
  const stored = await member.evaluate(() => localStorage.getItem("scoreline-auth-token"));
  const page = await visitorIn({ browser });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  const asked = page.waitForRequest("**/rpc/my_playable_competitions");
  await page.evaluate(
    (session) => new BroadcastChannel("scoreline-auth-token").postMessage({ event: "SIGNED_IN", session }),
    JSON.parse(stored ?? "{}"),
  );
  expect((await (await asked).response())?.status()).toBe(200);
});

test("a role that is taken away closes the organisers' screens when the tab is looked at again", async ({
  browser,
}) => {
  await addPlayer(club, "Otto Once", "otto@example.com");
  club.command("admin", "grant", "otto@example.com");
  const page = await memberIn({ browser }, "otto@example.com");
  const other = await page.context().newPage();
  await page.goto("/live-scores");
  await other.goto("/manage-matches");
  await expect(page.getByRole("heading", { level: 1, name: "Live Scores" })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1, name: "Manage Matches" })).toBeVisible();
  club.command("admin", "revoke", "otto@example.com");
  await lookAgain(page);
  await expect(page).toHaveURL(`${club.url}/`);
  await lookAgain(other);
  await expect(other.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("link", { name: "Live Scores" })).toBeHidden();
});

test("a token that is renewed in the background is told to the live line, which goes on", async ({
  browser,
}) => {
  const page = await memberIn({ browser }, "petra@example.com");
  const sent: string[] = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => sent.push(payload.toString())));
  await openLive(page, "/", 2);
  const before = await tokenOf(page);
  await expire(page);
  await lookAgain(page);
  await expect.poll(() => tokenOf(page)).not.toBe(before);
  const renewed = await tokenOf(page);
  await expect
    .poll(() => sent.filter((frame) => frame.includes("access_token") && frame.includes(renewed)).length)
    .toBeGreaterThan(0);
  await must(
    club.secret
      .from("notifications")
      .insert({ user_id: playerId, title: "Still here", message: "Live.", type: "info" }),
  );
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
});

test("the security banner comes two seconds after the page and, once dismissed, never again", async ({
  browser,
}) => {
  const page = await visitorIn({ browser });
  await page.clock.install();
  await page.goto("/");
  const banner = page.getByText("Security Enhanced!");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  await page.clock.fastForward(2_000);
  await expect(banner).toBeVisible();
  await page.reload();
  await page.clock.fastForward(2_000);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(banner).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(banner).toBeHidden();
});

test("a match that is completed is told to players and visitors alike, for five seconds", async ({
  browser,
}) => {
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
  const visitor = await visitorIn({ browser });
  const player = await memberIn({ browser }, "petra@example.com");
  await openLive(visitor, "/archives", 1);
  await openLive(player, "/profile", 2);
  await complete(club, match, [2, 1]);
  const toasts = [visitor, player].map((page) => page.getByText("Match Completed!"));
  for (const toast of toasts) await expect(toast).toBeVisible();
  await expect(visitor.getByText("Arsenal 2–1 Chelsea")).toBeVisible();
  const shown = Date.now();
  for (const toast of toasts) await expect(toast).toBeHidden();
  const seconds = (Date.now() - shown) / 1_000;
  expect(seconds).toBeGreaterThan(3);
  expect(seconds).toBeLessThan(9);
  // A correction of a completed match is no completion: the next toast speaks of the other match alone.
  await complete(club, match, [3, 1]);
  await complete(club, next, [0, 0]);
  await expect(visitor.getByText("Everton 0–0 Fulham", { exact: true })).toBeVisible();
});

test("a page whose code cannot be loaded leaves Something went wrong, and Refresh Page mends it", async ({
  browser,
}) => {
  const page = await visitorIn({ browser }, []);
  await page.goto("/");
  await page.route("**/assets/archives-page-*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.unroute("**/assets/archives-page-*");
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
});

test("parts that a page can do without cost it nothing when their code cannot be loaded", async ({
  browser,
}) => {
  const page = await visitorIn({ browser }, []);
  for (const part of ["bell", "toaster", "live-updates"])
    await page.route(`**/assets/${part}-*`, (route) => route.abort());
  await page.route("**/assets/club-news-*", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  await expect(page.getByText("Part of this page did not load")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Part of this page did not load")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
});

test("a crash while drawing leaves Something went wrong, and Refresh Page mends it", async ({ browser }) => {
  const page = await visitorIn({ browser }, []);
  // An answer that no server of ours gives: rows without their fields.
  await page.route("**/rest/v1/leaderboard_archives*", (route) => route.fulfill({ json: [{ id: "1" }] }));
  await page.goto("/archives");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page).toHaveTitle("Something went wrong");
  await page.unroute("**/rest/v1/leaderboard_archives*");
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
});

test("a club that does not answer at the start says so, and Refresh Page tries again", async ({
  browser,
}) => {
  const page = await visitorIn({ browser }, []);
  await page.route("**/*", async (route) => {
    const answer = await route.fetch();
    const isPage = answer.headers()["content-type"]?.startsWith("text/html");
    // Without its inlined settings, as static hosting serves it: then the page asks for them.
    if (isPage)
      return route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/(id="scoreline-config">)[^<]*/, "$1"),
      });
    return route.fulfill({ response: answer });
  });
  await page.route("**/config.json", (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
});

/** The stored session, as if its hour were over. */
async function expire(page: Page): Promise<void> {
  await page.evaluate(() => {
    const key = "scoreline-auth-token";
    const stored = JSON.parse(localStorage.getItem(key) ?? "{}") as { expires_at: number };
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }));
  });
}

async function tokenOf(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      (JSON.parse(localStorage.getItem("scoreline-auth-token") ?? "{}") as { access_token: string })
        .access_token,
  );
}

/** The life of a session: loading, refreshing, other tabs, ending, and losing a role. */
import { expect, type Locator, type Page, type Route } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, must, openLive } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, hold, PASSWORD, setDeviceAhead, signInByForm } from "../support/user-actions.ts";
import { openVisitors } from "../support/visitors.ts";

let club: Club;
let playerId: string;

test.beforeAll(async () => {
  club = await openClub();
  playerId = await addPlayer(club, "Petra Player", "petra@example.com");
  // The last admin cannot lose the role, so the club needs a second one.
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  for (const [home, away, seconds] of [
    ["Arsenal", "Chelsea", 49 * 3_600],
    ["Everton", "Fulham", -1_800],
  ] as const) {
    const teams = { home_team_name: home, away_team_name: away };
    const id = await addMatch(club, { ...teams, match_date: daysFromNow(2), league: "Friendly Club" });
    await moveKickoff(club, id, seconds);
    if (seconds < 0) await must(club.secret.from("matches").update({ status: "live" }).eq("id", id));
  }
});
test.afterAll(() => club.stop());

const { visitorIn, memberIn } = openVisitors(() => club);
/** Whether something else is drawn over the middle of the element, or it is out of view. */
const isCovered = (element: Locator) =>
  element.evaluate((field) => {
    const { left, top, width, height } = field.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== field;
  });
/** Simulates returning to the tab. */
const lookAgain = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));

test("the screen shows that the session is loading, uses the stored one after two seconds, and continues after the refresh", async ({
  page,
}) => {
  await memberIn({ page }, "petra@example.com");
  const release = await hold(page, "**/auth/v1/token*");
  await expire(page);
  // The page's clock moves in small steps, because a slow browser could take the two seconds before the test looks.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.goto("/profile");
  const checking = page.getByRole("status").getByText("Checking authentication...");
  await expect(async () => {
    await page.clock.runFor(20);
    await expect(checking).toBeVisible({ timeout: 200 });
  }).toPass({ intervals: [0] });
  await page.clock.resume();
  await expect(page.getByText("Checking authentication...")).toBeHidden();
  await expect(page).toHaveURL(/\/profile$/);
  release();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole("heading", { level: 1, name: "Petra Player" })).toBeVisible();
});

test("a member signs in and out in a browser that refuses the page its storage", async ({ page }) => {
  const errors: string[] = [];
  await visitorIn({ page }, errors);
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        configurable: true,
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
  });
  await signInByForm(page, "petra@example.com");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Sign Out", exact: true }).click();
  await expect(page.getByRole("link", { name: "Register" }).first()).toBeVisible();
  // A read that is under way when the session ends is refused.
  expect(errors.filter((error) => !error.includes("401 (Unauthorized)"))).toEqual([]);
});

test("signing out in one tab signs out the other with a message", async ({ page: one }) => {
  // The server refuses a request that arrives after the session has ended, and the browser reports it.
  await memberIn({ page: one }, "petra@example.com", []);
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

for (const [server, answer] of [
  ["fails", (route: Route) => route.fulfill({ status: 500, json: { message: "broken" } })],
  ["does not answer", () => undefined],
] as const)
  test(`signing out while the server ${server} signs out every tab, and the token is not sent again`, async ({
    page: one,
  }) => {
    await memberIn({ page: one }, "petra@example.com", []);
    await one.goto("/leaderboard");
    const other = await one.context().newPage();
    await other.goto("/matches");
    await expect(other.getByRole("heading", { level: 1, name: "Matches" })).toBeVisible();
    const token = await tokenOf(one);
    await one.context().route("**/auth/v1/logout*", answer);
    await one.getByRole("button", { name: "Open menu" }).click();
    await one.getByRole("button", { name: "Sign Out", exact: true }).click();
    await expect(one.getByText("Signed out successfully")).toBeVisible();
    await expect(other.getByText("Your session has expired. Please log in again.")).toBeVisible();
    for (const tab of [one, other]) {
      await expect(tab).toHaveURL(`${club.url}/`);
      const request = tab.waitForRequest("**/rest/v1/leaderboard_archives*");
      await walkTo(tab, "/archives");
      expect((await request).headers().authorization).not.toContain(token);
    }
  });

test("signing in in one tab opens the requested page in the other", async ({ page: other }) => {
  await visitorIn({ page: other });
  await other.goto("/profile");
  await expect(other.getByText("That page is for members.")).toBeVisible();
  const one = await other.context().newPage();
  await signInByForm(one, "petra@example.com");
  await lookAgain(other);
  await expect(other).toHaveURL(/\/profile$/);
});

test("a sign-in message from another tab counts before its storage entry is visible", async ({
  browser,
  page: member,
}) => {
  await memberIn({ page: member }, "petra@example.com");
  const stored = await member.evaluate(() => localStorage.getItem("scoreline-auth-token"));
  const page = await visitorIn({ browser });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
  const request = page.waitForRequest("**/rpc/my_competitions");
  // Repeated, because auth-js loads after the page and hears nothing before.
  await expect
    .poll(async () => {
      await page.evaluate(
        (session) =>
          new BroadcastChannel("scoreline-auth-token").postMessage({ event: "SIGNED_IN", session }),
        JSON.parse(stored ?? "{}"),
      );
      return page.getByRole("heading", { name: "Your next matches to predict" }).isVisible();
    })
    .toBe(true);
  expect((await (await request).response())?.status()).toBe(200);
});

test("a removed role closes the admin screens when the tab is visible again", async ({ page }) => {
  await addAdmin(club, "Otto Once", "otto@example.com");

  // What an open screen asks before the check of the role has answered is refused.
  await memberIn({ page }, "otto@example.com", []);
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

test("an admin screen stays while the role check fails and closes when it is refused", async ({ page }) => {
  await memberIn({ page }, "olga@example.com", []);
  await page.goto("/live-scores");
  const screen = await page.getByRole("heading", { level: 1, name: "Live Scores" }).elementHandle();
  const checkAnswers = async (status: number) => {
    const check = "**/rpc/my_roles";
    await page.route(check, (route) =>
      status === 200 ? route.continue() : route.fulfill({ status, json: { message: "broken" } }),
    );
    const answered = page.waitForResponse(
      (answer) => answer.url().endsWith("/my_roles") && answer.status() === status,
    );
    await lookAgain(page);
    await answered;
    await page.unroute(check);
  };
  for (const status of [500, 429, 200]) await checkAnswers(status);
  expect(await screen?.evaluate((element) => element.isConnected)).toBe(true);
  await checkAnswers(403);
  await expect(page).toHaveURL(`${club.url}/`);
});

test("a session that was ended on another device keeps the pick, says so once, and sends it after the sign-in", async ({
  browser,
  page,
}) => {
  const refused: string[] = [];
  await memberIn({ page }, "petra@example.com", refused);
  await page.goto("/matches");
  const arsenal = card(page, "Arsenal", "Chelsea");
  await expect(arsenal.getByLabel("Arsenal score")).toBeVisible();
  // Another device of the member signs out everywhere.
  const elsewhere = await memberIn({ browser }, "petra@example.com");
  await elsewhere.goto("/profile");
  const ended = elsewhere.waitForResponse(/\/auth\/v1\/logout/);
  await elsewhere.getByRole("button", { name: "Sign Out" }).first().click();
  await ended;

  // On a small phone with its keyboard open, the card being at the top.
  await page.setViewportSize({ width: 360, height: 480 });
  const chelsea = arsenal.getByLabel("Chelsea score");
  await arsenal.getByLabel("Arsenal score").fill("3");
  await chelsea.evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().top - 70));
  await chelsea.fill("2");
  const banner = page.getByText("You are signed out. What you typed is kept here.");
  await expect(banner).toHaveCount(1);
  await expect(banner).toBeInViewport({ ratio: 1 });
  // A click would scroll to it.
  expect(await isCovered(chelsea)).toBe(false);
  await expect(arsenal).toContainText("3–2 is kept on this device");
  await expect(arsenal.getByRole("button", { name: "Retry" })).toBeHidden();
  await arsenal.getByRole("button", { name: "Sign In" }).click();
  await page.getByLabel("Email or phone number").fill("petra@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL(/\/matches$/);
  await expect(page.getByText("You are signed out.")).toBeHidden();
  await expect(arsenal.getByText(/^Saved \d/)).toBeVisible();
  const { data } = await club.secret
    .from("user_predictions")
    .select("home_prediction, away_prediction")
    .eq("user_id", playerId);
  expect(data).toEqual([{ home_prediction: 3, away_prediction: 2 }]);
  expect(refused).toEqual([expect.stringContaining("/user_predictions")]);
});

test("a refreshed token is sent to the live connection, which continues", async ({ page }) => {
  await memberIn({ page }, "petra@example.com");
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

for (const [difference, seconds] of [
  ["66 minutes ahead", 3_960],
  ["five days ahead", 5 * 86_400],
  ["five days behind", -5 * 86_400],
] as const)
  test(`a device whose clock is ${difference} shows the open and live matches and refreshes its token once`, async ({
    page,
  }) => {
    await memberIn({ page }, "petra@example.com");
    await setDeviceAhead(page, seconds);
    let refreshes = 0;
    page.on("request", (request) => {
      if (request.url().includes("grant_type=refresh_token")) refreshes += 1;
    });
    for (let visit = 1; visit <= 2; visit++) {
      await openLive(page, "/matches", 2);
      const soon = page.getByRole("article").filter({ hasText: "Arsenal" });
      await expect(soon.getByLabel("Arsenal score")).toBeEditable();
      await expect(soon.getByText(/today|tomorrow/i)).toBeHidden();
      await expect(page.getByRole("article").filter({ hasText: "Everton" }).getByText("Live")).toBeVisible();
      for (let look = 1; look <= 5; look++) {
        const checked = page.waitForResponse("**/rpc/my_roles");
        await lookAgain(page);
        await checked;
      }
    }
    expect(refreshes).toBeLessThanOrEqual(1);
    await page.goto("/");
    await expect(page.getByRole("link", { name: /Arsenal/ }).first()).toBeVisible();
  });

test("a refresh that is refused after too many attempts from the address keeps the session", async ({
  page,
}) => {
  await memberIn({ page }, "petra@example.com", []);
  await page.goto("/matches");
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.route("**/auth/v1/token*", (route) =>
    route.fulfill({
      status: 429,
      json: { error_code: "over_request_rate_limit", msg: "Too many attempts." },
    }),
  );
  await expire(page);
  const refused = page.waitForResponse("**/auth/v1/token*");
  await lookAgain(page);
  await refused;
  await page.unroute("**/auth/v1/token*");
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1, name: "Petra Player" })).toBeVisible();
});

/** Without reloading the page. */
async function walkTo(page: Page, path: string): Promise<void> {
  // The menu that was just closed leaves the history first.
  await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0);
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
}

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

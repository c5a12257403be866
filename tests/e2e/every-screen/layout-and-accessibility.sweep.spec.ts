/** Every screen with data: no axe violation, no horizontal scrolling, no browser error; phone and desktop, light and dark. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { must } from "../support/club-data.ts";
import { DASHBOARD_TABS } from "../support/dashboard-tabs.ts";
import { giveLongNames } from "../support/long-names.ts";
import { checkScreen, textOutsideTheScreen } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { signInToDemo } from "../support/user-actions.ts";

// In parallel, each with a separate club: in sequence they would take longer than all other files.
test.describe.configure({ mode: "parallel" });

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

/** A screen by its address, or with the steps that open it. */
type Screen = string | { path: string; name: string; open: (page: Page) => Promise<void> };

const anArchive: Screen = {
  path: "/archives",
  name: "an archive",
  open: async (page) => {
    await page.getByRole("article").getByRole("link").first().click();
    await expect(page.getByRole("button", { name: "Download CSV" })).toBeVisible();
  },
};
const aDuel: Screen = {
  path: "/leaderboard?competition=premier_league",
  name: "the comparison of two players",
  open: async (page) => {
    await page.getByRole("row").filter({ hasNotText: "You" }).getByRole("link").first().click();
    await page.getByRole("dialog").getByRole("link", { name: "Head to head" }).click();
    await expect(page.getByRole("heading", { name: "Matchdays won" })).toBeVisible();
    await page.getByText("Locked, without a result").click();
  },
};
const aPlayersSheet: Screen = {
  path: "/leaderboard?competition=premier_league",
  name: "a player's sheet",
  open: async (page) => {
    await page.getByRole("row").getByRole("link").first().click();
    await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible();
  },
};
const theNotifications: Screen = {
  path: "/",
  name: "the notifications",
  open: async (page) => {
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await expect(page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  },
};
const theEndOfTheRound: Screen = {
  path: "/round",
  name: "the end of the round",
  open: async (page) => {
    await page.getByRole("button", { name: "See all picks" }).first().click();
    await expect(page.getByRole("link", { name: "Done" })).toBeVisible();
  },
};
const theScreenForTheBar: Screen = {
  path: "/screen",
  name: "the screen for the bar",
  open: async (page) => {
    const { data } = await must(club.secret.rpc("bar_screen_link").single());
    await page.goto(`/screen#${data?.token}`);
    await expect(page.getByRole("heading", { name: "As it stands" })).toBeVisible();
  },
};
const theMenu: Screen = {
  path: "/archives",
  name: "the menu",
  open: async (page) => {
    await page.getByRole("button", { name: "Open menu" }).click();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible();
  },
};

const SCREENS: Record<string, readonly Screen[]> = {
  visitor: [
    "/",
    "/auth",
    "/auth?mode=register",
    "/reset-password",
    "/confirm",
    "/confirm#token_hash=unknown&type=recovery",
    "/unsubscribe",
    "/screen",
    theScreenForTheBar,
    "/start",
    "/terms",
    "/prize-rules",
    "/archives",
    anArchive,
    "/join/AAAAAAAA",
    "/no/such/page",
    theMenu,
  ],
  player: [
    "/",
    theNotifications,
    "/matches",
    "/round",
    theEndOfTheRound,
    "/questions",
    "/leaderboard",
    "/leaderboard?competition=overall",
    "/leaderboard/friendly-club",
    aPlayersSheet,
    "/leaderboard?competition=friendly_club&period=matchday",
    "/leaderboard?period=month",
    "/divisions",
    "/cup",
    "/divisions?division=2",
    "/last-one-standing",
    "/prizes",
    "/honours",
    "/career",
    aDuel,
    "/head-to-head/00000000-0000-4000-8000-000000000000",
    "/groups",
    "/join/AAAAAAAA",
    "/subscriptions",
    "/profile",
    "/archives",
    anArchive,
    "/manage-matches",
  ],
  helper: [
    "/live-scores",
    "/enter-results",
    "/enter-results?competition=premier_league&season=Demo+season&round=Matchday+13",
    "/admin-dashboard/codes",
    "/admin-dashboard/news",
    "/admin-dashboard/questions",
    "/admin-dashboard/users",
    theMenu,
  ],
  admin: [
    "/live-scores",
    "/subscription-archives",
    "/manage-matches",
    "/manage-matches?status=completed",
    "/enter-results",
    "/enter-results?competition=premier_league&season=Demo+season&round=Matchday+13",
    theMenu,
    ...DASHBOARD_TABS.map((tab) => `/admin-dashboard/${tab}`),
  ],
};

/** Gives the demo's player every role of a helper. */
async function nameAHelper(): Promise<void> {
  for (const role of ["results", "money", "news"])
    await must(
      club.secret.rpc("set_helper_role_of", {
        _identifier: "member01@scoreline.example",
        _role: role,
        _has_it: true,
      }),
    );
}

for (const [who, screens] of Object.entries(SCREENS)) {
  test(`the ${who}'s screens have no axe violation and never scroll horizontally, in any size and theme`, async ({
    browser,
  }) => {
    test.setTimeout(900_000);
    const context = await browser.newContext({ baseURL: club.url, reducedMotion: "reduce" });
    const page = await context.newPage();
    const browserErrors: string[] = [];
    page.on("pageerror", (error) => browserErrors.push(error.message));
    page.on("console", (message) => message.type() === "error" && browserErrors.push(message.text()));
    if (who === "helper") await nameAHelper();
    if (who !== "visitor") await signInToDemo(page, club.url, who === "admin" ? "admin" : "player");
    for (const screen of screens) {
      await page.setViewportSize({ width: 390, height: 900 });
      await show(page, screen);
      await checkScreen(page, typeof screen === "string" ? screen : screen.name);
    }
    expect(browserErrors).toEqual([]);
    await context.close();
  });
}

test("the player's screens have no layout shift while they load, also when charts arrive last", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: club.url, viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await signInToDemo(page, club.url, "player");
  // Home keeps the place of its live matches from the visit before.
  await expect(page.locator(".live-need")).toBeVisible();
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      // A Chromium entry type that TypeScript lacks.
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: Reflect.get(window, "shifted") + value });
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of ["/", "/matches", "/leaderboard", "/subscriptions", "/archives", "/profile"]) {
    if (path === "/profile")
      await page.route(/\/rpc\/player_(rounds|ranks)/, async (route) => {
        await expect(page.getByText(/^perfect scores?$/)).toBeVisible();
        await route.continue();
      });
    await show(page, path);
    if (path === "/profile") await expect(page.getByText("Rank over time")).toBeVisible();
    expect(await page.evaluate("window.shifted"), path).toBeLessThan(0.01);
  }
  await context.close();
});

/** Opens a screen and waits until it has loaded. */
async function show(page: Page, screen: Screen): Promise<void> {
  await page.goto(typeof screen === "string" ? screen : screen.path);
  await expect(page.getByRole("main").getByRole("heading").first()).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
  if (typeof screen === "string") return;
  await screen.open(page);
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

test("names of 100 characters stay on the screen, in at most two lines of a card", async ({ page }) => {
  await giveLongNames(club);
  await signInToDemo(page, club.url, "admin");
  for (const path of [
    "/",
    "/matches",
    "/round",
    "/leaderboard",
    "/divisions",
    "/cup",
    "/groups",
    "/honours",
    "/career",
    "/profile",
    "/live-scores",
    "/admin-dashboard/users",
  ]) {
    await page.goto(path);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.locator(".skeleton")).toHaveCount(0);
    for (const [width, bar] of [
      [360, 56],
      [390, 56],
      [1440, 121],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      expect(await textOutsideTheScreen(page), `${path} at ${width} px`).toEqual([]);
      // On a phone a match of the round has the whole screen.
      if (path !== "/round")
        expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThanOrEqual(bar + 1);
      // Teams have at most two lines.
      for (const team of await page.locator(".match-team h3, .cover-teams span, .live-name").all())
        expect((await team.boundingBox())?.height ?? 0, `${path} at ${width} px`).toBeLessThanOrEqual(66);
    }
  }
});

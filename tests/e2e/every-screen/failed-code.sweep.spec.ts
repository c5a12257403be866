/** Code that fails to load, responses that crash the page, and a club that does not answer at the start. */
import { type Browser, expect } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { addAdmin } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
});
test.afterAll(() => club.stop());

/** Without the service worker, whose cache would answer requests that a test blocks. */
const aVisitor = (browser: Browser) => newVisitor(browser, club, [], { serviceWorkers: "block" });

test("shows Something went wrong when a page's code cannot be loaded, and Refresh Page recovers", async ({
  browser,
}) => {
  const page = await aVisitor(browser);
  await page.goto("/");
  await page.route("**/assets/archives-page-*", (route) => route.abort());
  await page.getByRole("contentinfo").getByRole("link", { name: "Leaderboard Archives" }).click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await page.unroute("**/assets/archives-page-*");
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
});

test("shows the page when the code of an optional part cannot be loaded", async ({ browser }) => {
  const page = await aVisitor(browser);
  for (const part of ["idle-parts", "auth-client", "home-more"])
    await page.route(`**/assets/${part}-*`, (route) => route.abort());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No matches to come" })).toBeVisible();
  await expect(page.getByText("Part of this page did not load").first()).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Retry" }).first().click();
  await expect(page.getByText("Part of this page did not load")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Points" })).toBeVisible();
});

test("an organiser's page stays when the code of a dialog cannot be loaded", async ({ browser }) => {
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const page = await aVisitor(browser);
  await signIn(page, "olga@example.com");
  await page.goto("/manage-matches");
  await page.route("**/assets/import-dialog-*", (route) => route.abort());
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.getByText("Part of this page did not load")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Manage Matches" })).toBeVisible();
});

test("loads the code of live updates when the device is online again", async ({ browser }) => {
  const page = await aVisitor(browser);
  await page.route("**/assets/idle-parts-*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/idle-parts-"));
  await page.goto("/");
  await failed;
  await page.waitForLoadState("networkidle"); // the preload fails first, then the import
  await page.unrouteAll();
  const line = page.waitForEvent("websocket");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await line;
});

test("shows Something went wrong when rendering crashes, and Refresh Page recovers", async ({ browser }) => {
  const page = await aVisitor(browser);
  // A response that the server never sends: a row that is null.
  await page.route("**/rest/v1/leaderboard_archives*", (route) => route.fulfill({ json: [null] }));
  await page.goto("/archives");
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page).toHaveTitle(/^Something went wrong · /);
  await page.unroute("**/rest/v1/leaderboard_archives*");
  await page.getByRole("button", { name: "Refresh Page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Leaderboard Archives" })).toBeVisible();
});

test("says so when the club does not answer at the start, and Refresh Page retries", async ({ browser }) => {
  const page = await aVisitor(browser);
  await page.route("**/*", async (route) => {
    const answer = await route.fetch();
    const isPage = answer.headers()["content-type"]?.startsWith("text/html");
    // Without inlined settings, as on static hosting, the page requests them.
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

/** Expires the stored session. */

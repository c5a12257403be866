/** What breaks: code that does not come, answers that cannot be drawn, a club that is silent at the start. */
import { type Browser, expect, test } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { newVisitor } from "../support/people.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
});
test.afterAll(() => club.stop());

/** Without the service worker, which may hold what a test takes away. */
const aVisitor = (browser: Browser) => newVisitor(browser, club, [], { serviceWorkers: "block" });

test("a page whose code cannot be loaded leaves Something went wrong, and Refresh Page mends it", async ({
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

test("parts that a page can do without cost it nothing when their code cannot be loaded", async ({
  browser,
}) => {
  const page = await aVisitor(browser);
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

test("what follows the club live comes when the device is online again, though its code could not be loaded", async ({
  browser,
}) => {
  const page = await aVisitor(browser);
  await page.route("**/assets/live-updates-*", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/live-updates-"));
  await page.goto("/");
  await failed;
  await page.waitForLoadState("networkidle"); // its preload fails first, then the import itself
  await page.unrouteAll();
  const line = page.waitForEvent("websocket");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await line;
});

test("a crash while drawing leaves Something went wrong, and Refresh Page mends it", async ({ browser }) => {
  const page = await aVisitor(browser);
  // An answer that no server of ours gives: a row that is none.
  await page.route("**/rest/v1/leaderboard_archives*", (route) => route.fulfill({ json: [null] }));
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
  const page = await aVisitor(browser);
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

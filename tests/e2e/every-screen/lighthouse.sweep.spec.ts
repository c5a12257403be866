/** The short form of `npm run bench -- lighthouse`: the scores and sizes that do not depend on the machine's load. */
import { type BrowserContext, expect, type Page } from "@playwright/test";
import { sized } from "../../long-form.ts";
import { type Club, openClub } from "../support/club.ts";
import { firstLoad } from "../support/first-load.ts";
import { measurePages } from "../support/measure-page.ts";
import { test } from "../support/test.ts";
import { signInToDemo } from "../support/user-actions.ts";

let club: Club;
test.use({ serviceWorkers: "allow" });
let session: Awaited<ReturnType<BrowserContext["storageState"]>>;
test.beforeAll(async ({ browser }) => {
  club = await openClub({ demo: true });
  const page = await browser.newPage();
  await signInToDemo(page, club.url, "player");
  // Home keeps the place of its live matches from the visit before.
  await page.locator(".live-need").waitFor();
  session = await page.context().storageState();
});
test.afterAll(() => club.stop());

const PAGES = [
  ["visitor", "/"],
  ["player", "/matches"],
  ["player", "/leaderboard"],
] as const;

for (const [who, path] of PAGES.slice(0, sized({ short: 1, long: PAGES.length }))) {
  test(`${path} scores 100 in accessibility, best practices and SEO`, async () => {
    const [report] = await measurePages(club.url, who, [path]);
    expect(report?.scores).toMatchObject({ accessibility: 100, "best-practices": 100, seo: 100 });
    expect(report?.figures.cls, "nothing moves").toBeLessThan(0.1);
    test.info().annotations.push({ type: "performance", description: String(report?.scores.performance) });
  });
}

/** Each page on a phone, and what it shows last. Limits: the requests and KiB of scripts until no placeholder is left. */
const LOADS = [
  { who: "visitor", path: "/", last: "From the club", requests: 20, scripts: 140 },
  { who: "member", path: "/", last: "Your latest week", requests: 25, scripts: 140 },
  { who: "member", path: "/matches", last: "Locked and played", requests: 25, scripts: 150 },
  { who: "member", path: "/leaderboard", last: "Find a player", requests: 26, scripts: 150 },
] as const;

for (const { who, path, last, requests, scripts } of LOADS) {
  test(`${path} of a ${who} loads in ${requests} requests with ${scripts} KiB of scripts, and nothing moves`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: club.url,
      ...(who === "member" ? { storageState: session } : {}),
    });
    const load = await firstLoad(await context.newPage(), path, (page) => shows(page, last));
    await context.close();
    test.info().annotations.push({
      type: "load",
      description: `${load.requests.length} requests, ${load.scriptBytes} bytes of scripts`,
    });
    expect(load.requests.length, load.requests.join("\n")).toBeLessThanOrEqual(requests);
    expect(load.scriptBytes / 1024, load.requests.join("\n")).toBeLessThan(scripts);
    expect(load.moved).toEqual([]);
    expect(load.requests.join()).not.toMatch(/idle-parts|auth-client/);
  });
}

async function shows(page: Page, last: string): Promise<void> {
  const content = page.getByRole("heading", { name: last }).or(page.getByLabel(last));
  await expect(content.first()).toBeVisible();
}

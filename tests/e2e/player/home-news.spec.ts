/** News on Home: additions, changes and removals while the page is open, and formatting. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, keepFromLiveChanges, must, openLive } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, recordErrors } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let visitor: Page;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  visitor = await newVisitor(browser, club, browserErrors);
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const add = (title: string, more: Record<string, unknown> = {}) =>
  must(club.secret.from("news").insert({ title, content: `${title}.`, ...more }));
const item = (page: Page, title: string) => page.getByRole("article").filter({ hasText: title });

test("news arrives while the page is open, newest first, and inactive news stays hidden", async () => {
  await openLive(visitor, "/", 1);
  await add("Hidden plans", { is_active: false });
  await add("Doors open");
  await expect(visitor.getByRole("heading", { name: "From the club" })).toBeVisible();
  await expect(item(visitor, "Doors open")).toBeVisible();
  await add("Doors closed");
  await expect(visitor.getByRole("article").first()).toContainText("Doors closed");
  await expect(visitor.getByText("Hidden plans")).toBeHidden();
  await must(club.secret.from("news").update({ is_active: true }).eq("title", "Hidden plans"));
  await expect(item(visitor, "Hidden plans")).toBeVisible();
  await must(club.secret.from("news").delete().eq("title", "Doors closed"));
  await expect(item(visitor, "Doors closed")).toBeHidden();
});

test("withdrawn news disappears from an open page, which asks for no news before", async ({ page }) => {
  recordErrors(page, browserErrors);
  await page.clock.install();
  await openLive(page, "/", 1);
  await expect(item(page, "Hidden plans")).toBeVisible();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/rest/v1/news")) asked.push(request.url());
  });
  await page.clock.fastForward(10 * 60_000);
  expect(asked).toEqual([]);
  await must(club.secret.from("news").update({ is_active: false }).eq("title", "Hidden plans"));
  await expect(item(page, "Hidden plans")).toBeHidden();
});

test("news shows its picture position and text formatting, stored as an object or a JSON string", async () => {
  const title_formatting = {
    fontFamily: "mono",
    fontSize: "3xl",
    isBold: true,
    isUnderline: true,
    isItalic: true,
  };
  const image_position = { x: 40, y: -20, scale: 1.5 };
  await must(
    club.secret.storage.from("news-images").upload("news/1.png", Buffer.from(PIXEL, "base64"), {
      contentType: "image/png",
    }),
  );
  const stored = "/storage/v1/object/public/news-images/news/1.png";
  await add("As an object", { title_formatting, image_position, image_url: stored });
  await add("As a string", {
    title_formatting: JSON.stringify(title_formatting),
    image_position: JSON.stringify(image_position),
    image_url: stored,
  });
  await openLive(visitor, "/", 1);
  for (const title of ["As an object", "As a string"]) {
    const heading = item(visitor, title).getByRole("heading", { name: title });
    await expect(heading).toHaveCSS("font-weight", "700");
    await expect(heading).toHaveCSS("font-style", "italic");
    await expect(heading).toHaveCSS("text-decoration-line", "underline");
    await expect(heading).toHaveCSS("font-family", /monospace/);
    await expect(heading).toHaveCSS("font-size", "36px");
    const picture = item(visitor, title).locator("img");
    await expect(picture).toHaveAttribute("style", /translate\(20%, -10%\) scale\(1\.5\)/);
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
  }
});

test("Older news loads more until there is no more", async () => {
  for (let at = 1; at <= 4; at++) await add(`Round ${at} is over`);
  await openLive(visitor, "/", 1);
  await expect(visitor.getByRole("article")).toHaveCount(5);
  await expect(item(visitor, "Doors open")).toBeHidden();
  await visitor.getByRole("button", { name: "Older news" }).click();
  await expect(item(visitor, "Doors open")).toBeVisible();
  await expect(visitor.getByRole("button", { name: "Older news" })).toBeHidden();
});

test("a failure of news shows Retry and leaves the rest of the page", async ({ page }) => {
  await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(1),
    league: "Friendly Club",
  });

  await page.route("**/rest/v1/news*", (route) =>
    route.fulfill({ status: 500, json: { message: "broken" } }),
  );
  await keepFromLiveChanges(page);
  await page.goto("/");
  const failure = page.getByRole("alert").filter({ hasText: "Failed to fetch news" });
  await expect(failure).toBeVisible();
  await expect(page.getByRole("link", { name: /Arsenal.*Chelsea/ })).toBeVisible();
  await page.unroute("**/rest/v1/news*");
  await failure.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await expect(failure).toBeHidden();
});
/** A transparent PNG of one pixel. */
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** The one list of members under Users, Predictions and Management. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { test } from "../support/test.ts";
import { signInToDemo } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

const columnsOf = {
  users: ["Rank", "User", "Predictions", "Accuracy", "Points", "Actions"],
  predictions: ["User", "Upcoming matches predicted", "Predictions", "Points", "Actions"],
  management: ["#", "User", "Phone", "Predictions", "Points", "Perfect", "Accuracy", "Joined", "Actions"],
};
const head = (page: Page) => page.getByRole("columnheader");
const names = (page: Page) => page.locator("tbody .player [title]").allInnerTexts();

test("the columns change without the search, the order, the page or a second request", async ({ page }) => {
  const pages = new Set<string | null>();
  page.on("request", (request) => {
    if (request.url().endsWith("/rpc/admin_players")) pages.add(request.postData());
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInToDemo(page, club.url, "admin");
  await page.goto(`${club.url}/admin-dashboard/users`);
  const switchTo = (name: string) =>
    page.getByRole("navigation", { name: "Columns" }).getByRole("link", { name }).click();
  const search = page.getByLabel("Search by name, phone or email");
  await expect(head(page)).toHaveText(columnsOf.users);
  await search.fill("member");
  await expect.poll(() => pages.size).toBe(2);
  await page.getByRole("columnheader").getByRole("button", { name: "User" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("21 to 40 of 60")).toBeVisible();
  await expect(page.locator("[aria-sort=ascending]")).toHaveText("User");
  const listed = await names(page);
  expect(pages.size).toBe(4);

  await switchTo("Details");
  await expect(page.getByRole("heading", { name: "Management" })).toBeVisible();
  await expect(head(page)).toHaveText(columnsOf.management);
  expect(await names(page)).toEqual(listed);
  await expect(search).toHaveValue("member");
  expect(pages.size).toBe(4);

  await switchTo("Completion");
  await expect(page).toHaveURL(/\/admin-dashboard\/predictions$/);
  await expect(head(page)).toHaveText(columnsOf.predictions);
  await expect(page.getByRole("progressbar")).toHaveCount(20);
  expect(await names(page)).toEqual(listed);
  expect(pages.size).toBe(5);
  await page.getByRole("button", { name: `Actions for ${listed[0]}` }).click();
  await expect(page.getByRole("menuitem", { name: "View" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByLabel("Upcoming matches predicted").selectOption("Predicted some");
  await expect(page.getByText(/^1 to 20 of \d+$/)).toBeVisible();
  const bars = await page
    .getByRole("progressbar")
    .evaluateAll((all) => all.map((bar) => (bar as HTMLProgressElement).position));
  expect(bars.filter((position) => position <= 0 || position >= 1)).toEqual([]);
  await switchTo("Ranking");
  await expect(page.getByText("1 to 20 of 60")).toBeVisible();
});

test("on a phone each member has one row that fits, with its menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signInToDemo(page, club.url, "admin");
  for (const address of Object.keys(columnsOf)) {
    await page.goto(`${club.url}/admin-dashboard/${address}`);
    const menu = page.getByRole("button", { name: /^Actions for/ }).first();
    await menu.click();
    await expect(page.getByRole("menuitem", { name: "Member sheet" })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press("Escape");
    const frame = page.locator(".table-frame");
    expect(await frame.evaluate((box) => box.scrollWidth - box.clientWidth), address).toBe(0);
  }
});

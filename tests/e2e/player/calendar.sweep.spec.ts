/** The calendar link in the profile: copying, opening and renewing it. */
import { expect } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addMatch, addPlayer } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
  await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(5),
    league: "Friendly Club",
  });
});
test.afterAll(() => club.stop());

test("a player copies the calendar link and replaces it by a new one", async ({ browser }) => {
  await addPlayer(club, "Cora Calendar", "cora@example.com");
  const browserErrors: string[] = [];
  const page = await newVisitor(browser, club, browserErrors);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: club.url });
  await signIn(page, "cora@example.com");
  await page.goto("/profile");
  const field = page.getByLabel("Your calendar's link");
  const old = await field.inputValue();
  expect(old).toMatch(/\/functions\/v1\/calendar\/[0-9a-f]{32}\.ics$/);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.getByText("Link copied to clipboard")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(old);
  expect(await page.getByRole("link", { name: "Open in calendar" }).getAttribute("href")).toBe(
    old.replace("http:", "webcal:"),
  );
  expect(await (await fetch(old)).text()).toContain("SUMMARY:Arsenal v Chelsea");

  await page.getByRole("button", { name: "Renew link" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("The old link stops working at once");
  await dialog.getByRole("button", { name: "Keep the old link" }).click();
  expect(await field.inputValue()).toBe(old);
  await page.getByRole("button", { name: "Renew link" }).click();
  await dialog.getByRole("button", { name: "Renew the link" }).click();
  await expect(page.getByText("Your calendar has a new link")).toBeVisible();
  await expect(field).not.toHaveValue(old);
  expect((await fetch(old)).status).toBe(404);
  expect((await fetch(await field.inputValue())).status).toBe(200);
  expect(browserErrors).toEqual([]);
});

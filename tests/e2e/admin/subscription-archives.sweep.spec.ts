/** Subscription archives, and their entries in the audit log. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { test } from "../support/test.ts";
import { PASSWORD, registerByEmail } from "../support/user-actions.ts";

let club: Club;
let page: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club);
  const { data, error } = await club.secret.auth.admin.createUser({
    email: "amina@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Amina Player", phone_number: "+23057001234" },
  });
  if (error) throw error;
  const subscribed = await club.secret.from("subscriptions").insert({
    user_id: data.user.id,
    subscription_type: "fa_cup",
    started_at: new Date().toISOString(),
    expires_at: `${daysFromNow(30)}T00:00:00Z`,
  });
  expect(subscribed.error).toBeNull();
});
test.afterAll(() => club.stop());

const said = (words: string | RegExp) => expect(page.getByText(words).last()).toBeVisible();

test("a period is archived with its subscriptions, or an empty one is announced", async () => {
  await page.goto("/admin-dashboard/subscription-archives");
  await page.getByRole("button", { name: "Create Subscription Archive" }).click();
  await said("Please fill in all required fields");
  await page.getByLabel("Name").fill("Autumn");
  await page.getByLabel("Start date").fill(daysFromNow(2));
  await page.getByLabel("End date").fill(daysFromNow(1));
  await page.getByRole("button", { name: "Create Subscription Archive" }).click();
  await said("Start date must be before end date");
  await page.getByLabel("Start date").fill(daysFromNow(-1));
  const address = "**/rest/v1/rpc/create_subscription_archive";
  for (const [code, words] of [
    ["XX000", "Failed to create subscription archive"],
    ["SL011", "Failed to populate subscription archive"],
  ] as const) {
    await page.route(address, (route) => route.fulfill({ status: 500, json: { code, message: "broken" } }));
    await page.getByRole("button", { name: "Create Subscription Archive" }).click();
    await said(words);
    await page.unroute(address);
  }
  // The empty one comes first: an announcement that the other one made by mistake would still be visible.
  await page.getByLabel("Name").fill("Nobody's");
  await page.getByLabel("Start date").fill(daysFromNow(10));
  await page.getByLabel("End date").fill(daysFromNow(11));
  await page.getByRole("button", { name: "Create Subscription Archive" }).click();
  await said("No subscriptions found in the specified date range");
  await page.getByLabel("Name").fill("Autumn");
  await page.getByLabel("Start date").fill(daysFromNow(-1));
  await page.getByLabel("End date").fill(daysFromNow(1));
  await page.getByRole("button", { name: "Create Subscription Archive" }).click();
  await said("Subscription archive created successfully with 1 subscription archived");
});

test("an archive opens on its own page, accepts entries by phone number, and can be downloaded", async () => {
  await page.goto("/subscription-archives");
  await page.getByRole("link", { name: "Autumn" }).click();
  const rows = page.getByRole("row").filter({ hasText: "Amina Player" });
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("+23057001234");

  await page.getByRole("button", { name: "Add by phone number" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Add subscription" }).click();
  await said("Please fill in all required fields");
  await form.getByLabel("Phone number").fill("+23059999999");
  await form.getByLabel("Subscription type").selectOption("League Cup");
  await form.getByLabel("Start date").fill(daysFromNow(-30));
  await form.getByLabel("Expiry date").fill(daysFromNow(-1));
  await form.getByLabel("Status").selectOption("expired");
  await form.getByRole("button", { name: "Add subscription" }).click();
  await said("User not found with this phone number");
  await form.getByLabel("Phone number").fill("57001234");
  await form.getByRole("button", { name: "Add subscription" }).click();
  await expect(rows).toHaveCount(2);

  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  expect((await file).suggestedFilename()).toBe("autumn.csv");
  const lines = readFileSync(await (await file).path(), "utf8").split("\r\n");
  expect(lines[0]).toBe("\ufeffPlayer,Phone,Plan,Status,Started,Expires,Given by an organiser");
  expect(lines[1]).toMatch(/^Amina Player,\+230 5700 1234,/);
  await page.getByLabel("Find a player").fill("pläyer ámina");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Find a player").fill("amina nobody");
  await expect(rows).toHaveCount(0);
  await page.goto("/subscription-archives/no-such-archive");
  await expect(page.getByRole("heading", { name: "Archive not found" })).toBeVisible();
});

test("an archive is deleted, and the audit log has every action", async () => {
  await page.goto("/subscription-archives");
  await page.getByRole("button", { name: "Delete Autumn" }).click();
  await page.getByRole("button", { name: "Delete archive" }).click();
  await said("Subscription archive deleted successfully");
  await page.goto("/admin-dashboard/audit-log");
  await page.getByLabel(/^Filter by action/).fill("subscription");
  const archive = "the subscription archive 'Autumn'";
  for (const sentence of [
    `Created ${archive} with 1 subscription`,
    `Added Amina Player to ${archive}`,
    `Deleted ${archive}`,
  ])
    await expect(page.getByText(sentence, { exact: true })).toBeVisible();
  const entry = page.getByRole("listitem").filter({ hasText: `Created ${archive}` });
  await expect(entry.getByText("create_subscription_archive")).toBeHidden();
  await entry.getByText("Stored entry").click();
  await expect(entry.getByText("create_subscription_archive")).toBeVisible();
  await page.getByLabel(/^Filter by action/).fill("autumn");
  await expect(page.getByText(`Added Amina Player to ${archive}`)).toBeVisible();
  await page.getByLabel(/^Filter by action/).fill("nothing%like_this");
  await expect(page.getByRole("heading", { name: "No entries found" })).toBeVisible();
  await page.getByLabel(/^Filter by action/).fill("");
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  expect((await file).suggestedFilename()).toBe("scoreline-audit.csv");
});

test("players are redirected to Home from both pages", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: club.url });
  const player = await context.newPage();
  await registerByEmail(player, "Paul Player", "paul@example.com");
  for (const path of ["/subscription-archives", "/subscription-archives/1"]) {
    await player.goto(path);
    await expect(player).toHaveURL(`${club.url}/`);
  }
  await context.close();
});

/** Terms and the age: an organiser publishes and asks, a visitor reads and registers, a member confirms. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card, enterPrediction, newVisitor, PASSWORD, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
const footer = (page: Page) => page.getByRole("navigation", { name: "About the club" });

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await addPlayer(club, "Amina Khan", "amina@example.com");
  await addMatch(club, {
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Friendly Club",
  });
  admin = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
});
test.afterAll(() => club.stop());

test("a club without texts shows nothing of them", async ({ page }) => {
  await page.goto("/auth?mode=register");
  await expect(page.getByRole("button", { name: "Register" })).toBeVisible();
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await expect(footer(page)).toHaveCount(0);
  await page.goto("/terms");
  await expect(page.getByText("The club has not published this text")).toBeVisible();
});

test("an organiser saves the contact and the age, and publishes terms that begin with the neutral text", async () => {
  await admin.goto("/admin-dashboard/texts");
  await admin.getByLabel("Email of the club").fill("hello@club.example");
  await admin.getByLabel("Entry", { exact: true }).selectOption("Taking part is free");
  await admin.getByLabel("Members confirm their age").check();
  await admin.getByRole("button", { name: "Save contact, entry and age" }).click();
  await expect(admin.getByText("Contact, entry and age saved")).toBeVisible();
  await admin.getByRole("button", { name: "Write: Terms" }).click();
  const text = admin.getByRole("textbox", { name: "Text" });
  await expect(text).toHaveValue(/Only people who are 18 or older[\s\S]*hello@club\.example$/);
  await text.fill(`${await text.inputValue()}\n\n# House rules\n\n- Be kind.`);
  const preview = admin.getByRole("region", { name: "Preview" });
  await expect(preview.getByRole("heading", { name: "House rules" })).toBeVisible();
  await admin.getByRole("button", { name: "Publish" }).click();
  await expect(admin.getByText("Published: Terms")).toBeVisible();
  await expect(admin.getByText(/^Version 1, .* by Olga Organiser$/)).toBeVisible();
});

test("a visitor reads the terms by the link at the end of the page", async ({ page }) => {
  await page.goto("/");
  await expect(footer(page).getByRole("link")).toHaveText(["Terms", "hello@club.example"]);
  await footer(page).getByRole("link", { name: "Terms" }).click();
  await expect(page.getByRole("heading", { name: "Terms", level: 1 })).toBeVisible();
  await expect(page.getByRole("heading", { name: "House rules", level: 2 })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Be kind." })).toBeVisible();
  await expect(page.getByText("Taking part is free.")).toBeVisible();
});

test("a visitor registers only with the box", async ({ page }) => {
  await page.goto("/auth?mode=register");
  await page.getByLabel("Full name").fill("Zoe Young");
  await page.getByLabel("Email", { exact: true }).last().fill("zoe@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.getByText("By registering you accept the terms.")).toBeVisible();
  await page.getByRole("button", { name: "Register" }).click();
  const box = page.getByRole("checkbox", { name: "I am 18 or older" });
  await expect(page.getByText("Please confirm your age")).toBeVisible();
  await expect(box).toBeFocused();
  await box.check();
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
});

test("a page that was opened before the club asked shows the box after the refusal", async ({ page }) => {
  await page.route("**/auth?mode=register", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/,"notices":\{[^}]*\}/, "") });
  });
  await page.goto("/auth?mode=register");
  await page.getByLabel("Full name").fill("Yan Early");
  await page.getByLabel("Email", { exact: true }).last().fill("yan@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Please confirm that you are 18 or older")).toBeVisible();
  await page.getByRole("checkbox", { name: "I am 18 or older" }).check();
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
});

test("a member who has joined before confirms once, and then predicts", async ({ page }) => {
  await signIn(page, "amina@example.com", club.url);
  await page.goto("/matches");
  const question = page.getByRole("region", { name: "Confirm your age" });
  await expect(question).toContainText("I am 18 or older, and I accept the terms.");
  const match = card(page, "Arsenal", "Chelsea");
  await match.getByLabel("Arsenal score").fill("1");
  await match.getByLabel("Chelsea score").fill("0");
  await expect(page.getByText(/Your age has to be confirmed first/).first()).toBeVisible();
  await question.getByRole("button", { name: "I am 18 or older" }).click();
  await expect(page.getByText("Thank you. Your confirmation is stored.")).toBeVisible();
  await expect(question).toHaveCount(0);
  await enterPrediction(page, "Arsenal", "Chelsea", [2, 0]);
  await page.reload();
  await expect(match.getByLabel("Arsenal score")).toHaveValue("2");
  await expect(question).toHaveCount(0);
});

test("an organiser withdraws the terms, and they are gone", async ({ page }) => {
  await admin.getByRole("button", { name: "Withdraw: Terms" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await expect(admin.getByText("Version 1, withdrawn")).toBeVisible();
  await page.goto("/terms");
  await expect(page.getByText("The club has not published this text")).toBeVisible();
  await expect(footer(page).getByRole("link")).toHaveText(["hello@club.example"]);
});

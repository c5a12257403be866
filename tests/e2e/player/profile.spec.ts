/** The profile: changing the account, statistics, data export, and deletion. */
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addPlayer } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import {
  card,
  enterPrediction,
  newVisitor,
  openProfile,
  PASSWORD,
  registerByPhone,
  signIn,
  signInByForm,
} from "../support/user-actions.ts";

const NEW_PASSWORD = "Brand2New";
// Each test continues with the player of the previous one.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await club.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
  page = await newVisitor(browser, club, []);
  await addPlayer(club, "Amina Ramgoolam", "amina@example.com");
  await signIn(page, "amina@example.com");
});
test.afterAll(() => club.stop());

const section = (name: string) => page.getByRole("region", { name });

async function signInWith(visitor: Page, identifier: string, password: string): Promise<void> {
  await visitor.goto("/auth");
  await visitor.getByLabel("Email or phone number").fill(identifier);
  await visitor.getByLabel("Password", { exact: true }).fill(password);
  await visitor.getByRole("button", { name: "Sign In" }).click();
}

test("a new name shows in the profile, the bar and the leaderboards", async () => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openProfile(page);
  await page.getByRole("button", { name: "Change full name" }).click();
  await page.getByLabel("Full name").fill("R2-D2");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("alert")).toHaveText("Use letters, spaces, apostrophes and hyphens");
  await page.getByLabel("Full name").fill("Amina O'Neil");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name updated successfully!")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Amina O'Neil" })).toBeVisible();
  await expect(page.getByRole("banner").getByText("Welcome, Amina O'Neil")).toBeVisible();
});

test("a first prediction shows in the statistics, the history and its change log", async () => {
  const { data } = await club.secret
    .from("matches")
    .insert({
      home_team_name: "Arsenal",
      away_team_name: "Chelsea",
      match_date: daysFromNow(2),
      league: "Friendly Club",
    })
    .select("id")
    .single();
  await openProfile(page);
  await expect(section("Your season").getByText("You are not on this table yet")).toBeVisible();
  await expect(section("Prediction history").getByText("No picks yet")).toBeVisible();
  await page.goto("/matches");
  await enterPrediction(page, "Arsenal", "Chelsea", [1, 0]);
  await card(page, "Arsenal", "Chelsea").getByLabel("Arsenal score").fill("2");
  await expect
    .poll(async () => (await club.secret.from("user_predictions").select("home_prediction").single()).data)
    .toEqual({ home_prediction: 2 });
  await moveKickoff(club, data?.id ?? "", -60);
  const { error } = await club.secret
    .from("matches")
    .update({ status: "completed", home_score: 2, away_score: 0 })
    .eq("id", data?.id ?? "");
  expect(error).toBeNull();

  await openProfile(page);
  await section("Your season").getByLabel("Competition").selectOption("Friendly Club");
  await expect(section("Your season").getByText("1st")).toBeVisible();
  await expect(section("Your season").getByRole("definition").filter({ hasText: "100.0%" })).toBeVisible();
  await section("Your season").getByLabel("Competition").selectOption("FA Cup");
  await expect(section("Your season").getByText("You are not on this table yet")).toBeVisible();

  const history = section("Prediction history");
  await expect(history.getByText("perfect score")).toBeVisible();
  await history.getByRole("button", { name: "Changes of Arsenal v Chelsea" }).click();
  await expect(history.getByText(/^Made 1–0/)).toBeVisible();
  await expect(history.getByText(/^Changed to 2–0/)).toBeVisible();
});

test("without a mail server a new email applies at once, and a taken one is refused", async ({
  page: device,
}) => {
  await addPlayer(club, "Other Person", "other@example.com");
  await openProfile(page);
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("other@example.com");
  await page.getByRole("button", { name: "Save email" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This email is already registered with another account. Please sign in instead.",
  );
  await expect(page.getByLabel("New email")).toHaveValue("other@example.com");
  await page.getByLabel("New email").fill("amina.new@example.com");
  await page.getByRole("button", { name: "Save email" }).click();
  await expect(page.getByText("Email updated successfully!")).toBeVisible();
  await expect(section("Account").getByText("amina.new@example.com")).toBeVisible();
  await signInByForm(device, "amina.new@example.com");
});

test("a taken phone number is refused with a clear message, and another one is added", async ({
  browser,
  page: device,
}) => {
  await registerByPhone(device, "Paul Phone", "57111111");
  await openProfile(page);
  await page.getByRole("button", { name: "Add phone number" }).click();
  await page.getByLabel("New phone number").fill("57111111");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "This phone number is already registered with another account. Please use a different phone number or sign in.",
  );
  await expect(page.getByLabel("New phone number")).toHaveValue("57111111");
  await page.getByLabel("New phone number").fill("57222222");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
  await expect(section("Account").getByText("+23057222222, verified")).toBeVisible();
  await signInByForm(await newVisitor(browser, club, []), "57222222");
});

test("the theme follows the device until one is chosen, which is stored", async () => {
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  await openProfile(page);
  const light = await background();
  await page.getByRole("radio", { name: "Dark" }).check();
  await expect.poll(background).not.toBe(light);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
  expect(await background()).not.toBe(light);
  await page.getByRole("radio", { name: "As the device" }).check();
  await expect.poll(background).toBe(light);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(background).not.toBe(light);
  await page.emulateMedia({ colorScheme: null });
});

test("my data contains the account and every prediction with its changes, and no other player's", async () => {
  await openProfile(page);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe("scoreline-my-data.json");
  const text = readFileSync(await download.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({
    account: { email: "amina.new@example.com", phone: "23057222222" },
    profile: { full_name: "Amina O'Neil" },
    predictions: [{ home_prediction: 2, away_prediction: 0, points_earned: 3 }],
    prediction_changes: [{ home_prediction: 1 }, { home_prediction: 2 }],
  });
  expect(text).not.toContain("other@example.com");
});

test("a new password replaces the old one", async ({ page: visitor }) => {
  await openProfile(page);
  await page.getByRole("button", { name: "Change password" }).click();
  await page.getByLabel("New password", { exact: true }).fill("weak");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("alert")).toHaveText("Password must be at least 8 characters");
  await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByRole("alert")).toHaveText("The new password must be different from the old one.");
  await page.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password updated successfully!")).toBeVisible();

  await signInWith(visitor, "amina.new@example.com", PASSWORD);
  await expect(visitor.getByRole("alert")).toHaveText("Invalid email or password");
  await signInWith(visitor, "amina.new@example.com", NEW_PASSWORD);
  await expect(visitor.getByText("Welcome back!")).toBeVisible();
});

test("signing out other devices ends their sessions at the next refresh, and not this one", async ({
  page: tablet,
}) => {
  await signInWith(tablet, "amina.new@example.com", NEW_PASSWORD);
  await expect(tablet.getByText("Welcome back!")).toBeVisible();
  await openProfile(page);
  await page.getByRole("button", { name: "Sign out other devices" }).click();
  await expect(page.getByText("Signed out on your other devices")).toBeVisible();
  // The token expires, so the next visit must refresh it.
  await tablet.evaluate(() => {
    const [key, value] = Object.entries(localStorage).find(([name]) => name.endsWith("auth-token")) ?? [];
    localStorage.setItem(key ?? "", JSON.stringify({ ...JSON.parse(value ?? "{}"), expires_at: 1 }));
  });
  await openProfile(tablet);
  await tablet.waitForURL((url) => url.pathname === "/");
  await expect(tablet.getByRole("banner").getByRole("link", { name: "Register" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Amina O'Neil" })).toBeVisible();
});

test("the last admin cannot delete the account", SWEEP, async ({ page: admin }) => {
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await signIn(admin, "olga@example.com");
  await openProfile(admin);
  await admin.getByRole("button", { name: "Delete my account" }).click();
  const dialog = admin.getByRole("alertdialog").or(admin.getByRole("dialog"));
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByRole("alert")).toContainText("You are the last organiser of this club.");
});

test("deleting needs the right password, and removes the account and its predictions", async ({
  page: visitor,
}) => {
  await openProfile(page);
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await dialog.getByLabel("Your password", { exact: true }).fill(PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("The password is not correct");
  await dialog.getByLabel("Your password", { exact: true }).fill(NEW_PASSWORD);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account has been deleted")).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");

  await signInWith(visitor, "amina.new@example.com", NEW_PASSWORD);
  await expect(visitor.getByRole("alert")).toHaveText("Invalid email or password");
  expect((await club.secret.from("user_predictions").select("id")).data).toEqual([]);
});

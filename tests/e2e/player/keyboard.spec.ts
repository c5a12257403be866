/** A player's journey by keyboard: sign in, redeem a code, predict, open the leaderboard and a player sheet, sign out. */
import { expect, type Locator, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { SWEEP, test } from "../support/test.ts";
import { card, PASSWORD, recordErrors, signIn } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
  await club.secret.from("teams").insert([{ name: "Arsenal" }, { name: "Chelsea" }]);
  await club.secret.from("matches").insert({
    home_team_name: "Arsenal",
    away_team_name: "Chelsea",
    match_date: daysFromNow(2),
    league: "Premier League",
  });
  await club.secret
    .from("plan_codes")
    .insert({ code: "7654321", plan_type: "premier_league", expires_at: daysFromNow(30) });
  await club.secret.auth.admin.createUser({
    email: "keys@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Key Board" },
  });
});
test.afterAll(() => club.stop());

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${target}`);
}

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Enter");
}

test("focus moves to what replaces a button, and back", SWEEP, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, "keys@example.com");
  await page.goto("/profile");
  for (const [change, field] of [
    ["Change email", "New email"],
    ["Add phone number", "New phone number"],
    ["Change password", "New password"],
    ["Change full name", "Full name"],
  ] as const) {
    await press(page, page.getByRole("button", { name: change }));
    await expect(page.getByLabel(field, { exact: true })).toBeFocused();
    await press(page, page.getByRole("button", { name: "Cancel" }));
    await expect(page.getByRole("button", { name: change })).toBeFocused();
  }
  await page.keyboard.press("Enter");
  await page.keyboard.type(" Player");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Name updated successfully!")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change full name" })).toBeFocused();
});

test("Tab continues from a message", SWEEP, async ({ page }) => {
  // Otherwise the security banner, which has a button, would appear at the page's end meanwhile.
  await page.addInitScript(() => localStorage.setItem("security-banner-dismissed", "true"));
  await signIn(page, "keys@example.com");
  await page.goto("/profile");
  const change = page.getByRole("button", { name: "Change full name" });
  await change.press("Enter");
  await page.getByLabel("Full name", { exact: true }).press("Enter");
  await expect(change).toBeFocused();
  const message = page.getByRole("listitem").filter({ hasText: "Name updated successfully!" });
  const before = page.getByRole("button", { name: "Delete my account" });
  // It stays while the pointer is over it.
  await message.hover();
  await message.focus();
  await page.keyboard.press("Shift+Tab");
  await expect(before).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(message).toBeFocused();
  await expect(message).toHaveCSS("outline-style", "solid");
  await page.keyboard.press("Tab");
  await expect(message).not.toBeFocused();
  await expect(before).not.toBeFocused();
});

test("an invalid phone number gets the focus", SWEEP, async ({ page }) => {
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Phone" }).check();
  await page.getByLabel("Full name").fill("Finger Slip");
  await page.getByLabel("Phone number").fill("12");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Phone number")).toBeFocused();
  await expect(page.getByLabel("Phone number")).toHaveAttribute("aria-invalid", "true");
});

test("a player's whole journey works by keyboard", async ({ page }) => {
  const browserErrors: string[] = [];
  recordErrors(page, browserErrors);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/");
  await tabTo(page, page.getByRole("link", { name: "Skip to content" }));
  await press(page, page.getByRole("banner").getByRole("link", { name: "Sign In" }));
  await tabTo(page, page.getByLabel("Email or phone number"));
  await page.keyboard.type("keys@example.com");
  await tabTo(page, page.getByLabel("Password", { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Welcome back!")).toBeVisible();

  const nav = page.getByRole("navigation", { name: "Main" });
  await press(page, nav.getByRole("link", { name: "Subscriptions" }));
  await tabTo(page, page.getByLabel("7-digit code"));
  await page.keyboard.type("7654321");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Premier League is active" })).toBeVisible();

  await press(page, page.getByRole("link", { name: "See the matches" }));
  const match = card(page, "Arsenal", "Chelsea");
  await tabTo(page, match.getByLabel("Arsenal score"));
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await expect(match.getByLabel("Chelsea score")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(match.getByText(/^Saved \d/)).toBeVisible();

  await press(page, nav.getByRole("link", { name: "Leaderboard", exact: true }));
  const me = page.getByRole("main").getByRole("table").getByRole("link", { name: "Key Board" });
  await press(page, me);
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Key Board" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(me).toBeFocused();

  // Afterwards the server refuses requests that were under way, and the browser reports it.
  expect(browserErrors).toEqual([]);
  await press(page, page.getByRole("button", { name: "Logout" }));
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
});

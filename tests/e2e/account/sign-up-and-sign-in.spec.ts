/** Registering, signing in, signing out and recovering a password, with their messages. */
import { expect, type Route } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { emailLinkTo, followEmailLink } from "../support/mail-links.ts";
import { SWEEP, test } from "../support/test.ts";
import {
  newVisitor,
  PASSWORD,
  registerByEmail,
  registerByPhone,
  signInByForm,
  whileTimePasses,
} from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub();
});
test.afterAll(() => club.stop());

test("a foreign phone number can register and sign in", async ({ browser, page }) => {
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Phone" }).check();
  await expect(page.getByLabel("Country").getByRole("option").first()).toHaveText("+230 Mauritius");
  await page.getByLabel("Full name").fill("Abroad Now");
  await page.getByLabel("Country").selectOption({ label: "+44 United Kingdom" });
  await page.getByLabel("Phone number").fill("07400 123456");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
  await signInByForm(await newVisitor(browser, club, []), "+44 7400 123456");
});

test(
  "taken emails and numbers are refused with the specified messages",
  SWEEP,
  async ({ browser, page: first }) => {
    await registerByEmail(first, "First Comer", "taken@example.com");
    const other = await newVisitor(browser, club, []);
    await registerByPhone(other, "Second Comer", "57000001");

    const page = await newVisitor(browser, club, []);
    await page.goto("/auth?mode=register");
    await page.getByLabel("Full name").fill("Late Comer");
    await page.getByLabel("Email", { exact: true }).last().fill("Taken@Example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      "An account with this email already exists. Please sign in instead.",
    );

    await page.getByRole("radio", { name: "Phone" }).check();
    await page.getByLabel("Phone number").fill("57000001");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByRole("alert")).toHaveText(
      /An account with this phone number already exists. Please sign in instead.|This phone number is already registered with another account. Please use a different phone number or sign in./,
    );
  },
);

test(
  "members sign in by email, by phone, and by a number that only the profile has",
  SWEEP,
  async ({ browser, page: setup }) => {
    await setup.goto("/auth?mode=register");
    await setup.getByLabel("Full name").fill("Both Ways");
    await setup.getByLabel("Email", { exact: true }).last().fill("both@example.com");
    await setup.getByLabel("Phone number (optional)").fill("57000002");
    await setup.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await setup.getByRole("button", { name: "Register" }).click();
    await expect(setup.getByText("Account created successfully!")).toBeVisible();

    for (const identifier of ["both@example.com", "BOTH@example.com", "57000002", "+230 5700 0002"]) {
      await signInByForm(await newVisitor(browser, club, []), identifier);
    }
    const wrong = await newVisitor(browser, club, []);
    await wrong.goto("/auth");
    await wrong.getByLabel("Email or phone number").fill("both@example.com");
    await wrong.getByLabel("Password", { exact: true }).fill("Wrong1Horse");
    await wrong.getByRole("button", { name: "Sign In" }).click();
    await expect(wrong.getByRole("alert")).toHaveText("Invalid email or password");
    await expect(wrong.getByLabel("Email or phone number")).toHaveValue("both@example.com");
  },
);

test("signing out ends the session everywhere and opens Home", async ({ page }) => {
  await registerByEmail(page, "Short Stay", "short@example.com");
  await page.goto("/matches");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByText("Signed out successfully")).toBeVisible();
  await page.waitForURL((url) => url.pathname === "/");
  expect(
    await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.startsWith("sb-") || key.includes("auth-token")),
    ),
  ).toEqual([]);
  await page.goto("/matches");
  await page.waitForURL((url) => url.pathname === "/");
});

test("a forgotten password is replaced with the email's link, once", async ({ browser, page }) => {
  await registerByEmail(page, "For Getful", "forgetful@example.com");
  const visitor = await newVisitor(browser, club, []);
  await visitor.goto("/auth");
  await visitor.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(visitor.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await visitor.getByLabel("Email or phone number").fill("forgetful@example.com");
  await visitor.getByRole("button", { name: "Send reset link" }).click();
  await expect(visitor.getByText("Password reset email sent!")).toBeVisible();

  const link = await emailLinkTo(club, "forgetful@example.com");
  await followEmailLink(visitor, link, "Choose a new password");
  await expect(visitor.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  // The recovery continues after reloading or opening another page.
  await visitor.goto("/archives");
  await expect(visitor.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
  await visitor.getByLabel("New password", { exact: true }).fill("Brand2New");
  await visitor.getByRole("button", { name: "Update Password" }).click();
  await expect(visitor.getByText("Password updated successfully!")).toBeVisible();

  const again = await newVisitor(browser, club, []);
  await followEmailLink(again, link, "Choose a new password");
  await expect(again.getByRole("alert")).toContainText("This link has already been used or has expired.");
  await expect(again.getByRole("button", { name: "Send reset link" })).toBeVisible();
});

test(
  "without a text message provider, a forgotten password by phone refers to an organiser",
  SWEEP,
  async ({ page }) => {
    await page.goto("/reset-password");
    await page.getByLabel("Email or phone number").fill("12");
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByLabel("Email or phone number")).toHaveAccessibleDescription(
      /^Please enter a valid phone number/,
    );
    await page.getByLabel("Email or phone number").fill("5700 0001");
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(page.getByRole("alert")).toContainText("Ask an organiser for a temporary password");
  },
);

test("a recovery is recognised on any page, by query or hash", SWEEP, async ({ browser }) => {
  for (const landing of ["/?type=recovery", "/#type=recovery", "/archives?type=recovery"]) {
    const page = await newVisitor(browser, club, []);
    await page.goto(landing);
    await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/reset-password");
    await page.context().close();
  }
});

test(
  "five wrong passwords lock the account, and the message states for how long",
  SWEEP,
  async ({ browser, page }) => {
    await registerByEmail(await newVisitor(browser, club, []), "For Gotten", "locked@example.com");
    await page.goto("/auth");
    await page.getByLabel("Email or phone number").fill("locked@example.com");
    for (let turn = 1; turn <= 6; turn += 1) {
      await page.getByLabel("Password", { exact: true }).fill(`Wrong${turn}Horse`);
      const answered = page.waitForResponse((response) => response.url().includes("/token"));
      await page.getByRole("button", { name: "Sign In" }).click();
      await answered;
    }
    await expect(page.getByRole("alert")).toContainText(/\d+ (minutes?|seconds?)/);
  },
);

const waiting = "Many members are signing in, one moment";
/** What a busy host answers. `retry-ticket` keeps the place of the request. */
const busy = (seconds: number) => ({
  status: 503,
  headers: { "retry-after": String(seconds), "retry-ticket": "the-ticket" },
  json: { code: "53300", message: "The server is busy. Try again in a moment." },
});

test(
  "signing in, signing up and a new password wait for a busy host and then succeed by themselves",
  SWEEP,
  async ({ page }) => {
    await page.clock.install();
    let refusals = 0;
    const tickets: (string | undefined)[] = [];
    const refuseTwice = async (route: Route) => {
      const method = route.request().method();
      if (method === "GET") return route.continue();
      tickets.push(route.request().headers()["retry-ticket"]);
      await (refusals++ % 3 < 2 ? route.fulfill(busy(4)) : route.continue());
    };
    for (const address of ["signup", "token?grant_type=password", "user"])
      await page.route(`**/auth/v1/${address}*`, refuseTwice);
    const getsIn = async (button: string, success: string) => {
      await page.getByRole("button", { name: button, exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: waiting })).toBeVisible();
      await whileTimePasses(page, (limit) => expect(page.getByText(success)).toBeVisible(limit));
      await expect(page.getByText(waiting)).toBeHidden();
    };
    await page.goto("/auth?mode=register");
    await page.getByLabel("Full name").fill("Pat Patient");
    await page.getByLabel("Email", { exact: true }).last().fill("pat@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await getsIn("Register", "Account created successfully!");
    await page.goto("/profile");
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByLabel("New password", { exact: true }).fill(`${PASSWORD}2`);
    await getsIn("Save password", "Password updated successfully!");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/auth");
    await page.getByLabel("Email or phone number").fill("pat@example.com");
    await page.getByLabel("Password", { exact: true }).fill(`${PASSWORD}2`);
    await getsIn("Sign In", "Welcome back!");
    expect(tickets).toEqual(Array.from({ length: 3 }, () => [undefined, "the-ticket", "the-ticket"]).flat());
  },
);

test(
  "a sign-in stops waiting for a busy host after two minutes, and when the reader leaves",
  SWEEP,
  async ({ page }) => {
    await page.clock.install();
    let attempts = 0;
    await page.route("**/auth/v1/token*", async (route) => {
      attempts += 1;
      await route.fulfill(busy(30));
    });
    const attempt = async () => {
      await page.getByLabel("Email or phone number").fill("pat@example.com");
      await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(page.getByText(waiting)).toBeVisible();
    };
    await page.goto("/auth");
    await attempt();
    await whileTimePasses(page, (limit) =>
      expect(page.getByRole("alert")).toHaveText("The server is busy. Please try again in a moment.", limit),
    );
    expect(attempts).toBe(4);
    await expect(page.getByText(waiting)).toBeHidden();
    await attempt();
    await page.getByRole("link", { name: "Forgotten your password?" }).click();
    await expect(page.getByRole("button", { name: "Send reset link" })).toBeVisible();
    await page.clock.fastForward(60_000);
    await page.goBack();
    await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
    await expect(page.getByText(waiting)).toBeHidden();
    expect(attempts).toBe(5);
  },
);

test("routes admit the right users", async ({ browser, page: visitor }) => {
  for (const path of ["/matches", "/leaderboard", "/subscriptions", "/manage-matches", "/admin-dashboard"]) {
    await visitor.goto(path);
    await visitor.waitForURL((url) => url.pathname === "/");
  }
  await visitor.goto("/no/such/page");
  await expect(visitor.getByRole("heading", { name: "Page not found" })).toBeVisible();

  const player = await newVisitor(browser, club, []);
  await registerByEmail(player, "Plain Player", "plain@example.com");
  for (const path of ["/manage-matches", "/admin-dashboard/codes"]) {
    await player.goto(path);
    await expect(player.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  }
});

test("reads fields that a password manager filled in without an event", SWEEP, async ({ page }) => {
  /** Sets the value as a script of the page does, or as an extension does, whose scripts React does not see. */
  const fillSilently = (label: string | RegExp, value: string, isExtension: boolean) =>
    page
      .getByLabel(label, { exact: true })
      .last()
      .evaluate(
        (input: HTMLInputElement, [text, natively]) => {
          if (natively)
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
          else input.value = text;
        },
        [value, isExtension] as const,
      );
  for (const isExtension of [true, false]) {
    const email = `silent-${isExtension}@example.com`;
    await page.goto("/auth?mode=register");
    await fillSilently("Full name", "Sila Silent", isExtension);
    await fillSilently("Email", email, isExtension);
    await fillSilently("Password", PASSWORD, isExtension);
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page.getByText("Account created successfully!")).toBeVisible();
    await page.evaluate(() => localStorage.clear());

    await page.goto("/auth");
    await fillSilently("Email or phone number", email, isExtension);
    // Typing in another field keeps the silent value.
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByText("Welcome back!")).toBeVisible();
    await page.evaluate(() => localStorage.clear());

    await page.goto("/reset-password");
    await fillSilently("Email or phone number", email, isExtension);
    await page.getByRole("button", { name: "Send reset link" }).click();
    await expect(page.getByText("Password reset email sent!")).toBeVisible();
  }
});

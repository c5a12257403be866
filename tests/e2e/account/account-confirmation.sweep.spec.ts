/** A club that confirms accounts with a link by email or a code by SMS. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { parse, stringify } from "smol-toml";
import { startMailServer } from "../../api/support/mail-server.ts";
import { addSql } from "../../engines/add-sql.ts";
import { type Club, openClub } from "../support/club.ts";
import { emailLinkTo, followEmailLink } from "../support/mail-links.ts";
import { test } from "../support/test.ts";
import {
  newVisitor,
  openProfile,
  PASSWORD,
  signIn,
  signInByForm,
  whileTimePasses,
} from "../support/user-actions.ts";

let club: Club;
const folder = mkdtempSync(join(tmpdir(), "scoreline-phones-"));
test.beforeAll(async () => {
  const CLUB_FILE = join(folder, "club.json");
  const own = { brand: "English Scoreline Club", time_zone: "Indian/Mauritius", sign_up: "phone" };
  writeFileSync(CLUB_FILE, JSON.stringify(own));
  const SUPABASE_DIR = copySupabase(join(folder, "supabase"), (auth) => {
    // The shortest wait before a link can be sent again.
    auth.email.max_frequency = "1s";
  });
  club = await openClub({ env: { AUTH_CONFIRM: "always", CLUB_FILE, SUPABASE_DIR } });
});
test.afterAll(async () => {
  await club.stop();
  rmSync(folder, { recursive: true, force: true });
});

type AuthSettings = Record<"email" | "hook", Record<string, unknown>>;

/** Copies `supabase/` with other settings of auth. Returns the new folder. */
function copySupabase(to: string, change: (auth: AuthSettings) => void): string {
  cpSync("supabase", to, { recursive: true });
  const path = join(to, "config.toml");
  const settings = parse(readFileSync(path, "utf8")) as { auth: AuthSettings };
  change(settings.auth);
  writeFileSync(path, stringify(settings));
  return to;
}

const linkTo = (recipient: string) => emailLinkTo(club, recipient);

/** The code of the newest SMS to a number with this ending. */
async function codeTo(number: string): Promise<string> {
  const text = (await club.outbox()).find(({ recipient }) => recipient.endsWith(number));
  return /\d{6}/.exec(text?.body ?? "")?.[0] ?? "";
}

test("by email: the account works only after its link was opened", async ({ browser, page }) => {
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByLabel("Full name").fill("Mail Reader");
  await page.getByLabel("Email", { exact: true }).last().fill("mail@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Check your email to confirm your account!")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeFocused();
  await expect(
    page.getByText("Nothing after a minute? Check the address and your spam folder"),
  ).toBeVisible();

  const early = await newVisitor(browser, club, []);
  await early.goto("/auth");
  await early.getByLabel("Email or phone number").fill("mail@example.com");
  await early.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await early.getByRole("button", { name: "Sign In" }).click();
  await expect(early.getByRole("alert")).toHaveText(
    "Please check your email and click the confirmation link",
  );
  // The link can be sent again from there, with the limits of the first.
  const sent = async () =>
    (await club.outbox()).filter(({ recipient }) => recipient === "mail@example.com").length;
  expect(await sent()).toBe(1);
  await expect(async () => {
    const answer = early.waitForResponse("**/auth/v1/resend*");
    await early.getByRole("button", { name: "Send it again" }).click();
    expect((await answer).ok()).toBe(true);
  }).toPass();
  await expect(early.getByRole("heading", { name: "Check your email" })).toBeVisible();
  expect(await sent()).toBe(2);

  const link = await linkTo("mail@example.com");
  await followEmailLink(page, link, "Confirm my email address");
  await expect(page.getByText("Your email address is confirmed. Welcome!")).toBeVisible();
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
  await signInByForm(early, "mail@example.com");

  // The used link is refused, and the page sends a new one to an address that still needs it.
  const late = await newVisitor(browser, club, []);
  await followEmailLink(late, link, "Confirm my email address");
  await expect(late.getByRole("heading", { name: "Get a new link" })).toBeFocused();
  await expect(late.getByRole("alert")).toContainText("This link has already been used or has expired.");
  await late.getByRole("button", { name: "Send a new link" }).click();
  await expect(late.getByLabel("Email")).toHaveAccessibleDescription(/^Please enter an email address/);
  await late.getByLabel("Email").fill("mail@example.com");
  await late.getByRole("button", { name: "Send a new link" }).click();
  await expect(late.getByRole("status")).toContainText("If you have confirmed it already, sign in.");
  expect(await sent()).toBe(2);
  await late.getByRole("link", { name: "Back to sign in" }).click();
  await expect(late).toHaveURL(`${club.url}/auth`);
});

test("by email: the link leads to the code that the visitor came with", async ({ page }) => {
  await page.goto("/subscriptions?code=1986660");
  await expect(page).toHaveURL(`${club.url}/`); // visitors see Home
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByLabel("Full name").fill("Invited Reader");
  await page.getByLabel("Email", { exact: true }).last().fill("invited@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Check your email" })).toBeVisible();
  const tab = await page.context().newPage();
  await followEmailLink(tab, await linkTo("invited@example.com"), "Confirm my email address");
  await expect(tab.getByLabel("7-digit code")).toHaveValue("1986660");
});

test("by phone: a wrong code is refused and the right one signs in", async ({ page }) => {
  await page.goto("/auth?mode=register");
  // club.json puts the phone first.
  await expect(page.getByRole("radio").first()).toHaveAccessibleName("Phone");
  await expect(page.getByRole("radio", { name: "Phone" })).toBeChecked();
  await page.getByLabel("Full name").fill("Text Reader");
  await page.getByLabel("Phone number").fill("57654321");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByRole("heading", { name: "Confirm your number" })).toBeVisible();
  await expect(page.getByText("Nothing after a minute? Check the number")).toBeVisible();

  const code = await codeTo("23057654321");
  const wrong = code === "000000" ? "111111" : "000000";
  const field = page.getByRole("textbox").first();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription("We sent a six-digit code to +23057654321.");
  await field.fill(wrong);
  await page.getByRole("button", { name: /verify|confirm/i }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await field.fill(code);
  await page.getByRole("button", { name: /verify|confirm/i }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
  await page.goto("/matches");
  await expect(page.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
});

test("by phone: a sign-in without the code offers to send it again or to enter it", async ({ page }) => {
  await club.secret.auth.admin.createUser({
    phone: "+23057654322",
    password: PASSWORD,
    user_metadata: { full_name: "Late Reader" },
  });

  await page.goto("/auth");
  await page.getByLabel("Email or phone number").fill("57654322");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Please confirm your phone number with the code we sent you",
  );
  await expect(page.getByRole("button", { name: "Enter the code" })).toBeVisible();
  await page.getByRole("button", { name: "Send it again" }).click();
  await expect(page.getByRole("heading", { name: "Confirm your number" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(await codeTo("23057654322"));
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
});

test("the code and the link can be sent again after a wait", async ({ page }) => {
  await page.clock.install();
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Email" }).check();
  await page.getByLabel("Full name").fill("Patient Person");
  await page.getByLabel("Email", { exact: true }).last().fill("patient@example.com");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("patient@example.com")).toBeVisible();
  const again = page.getByRole("button", { name: /Send the link again/ });
  await expect(again).toHaveText(/Send the link again in \d+ s/);
  await expect(again).toHaveAttribute("aria-disabled", "true");
  const sent = async () =>
    (await club.outbox()).filter(({ recipient }) => recipient === "patient@example.com").length;
  expect(await sent()).toBe(1);
  // The server also requires a wait, which the page's clock does not shorten.
  await expect(async () => {
    await whileTimePasses(page, (limit) => expect(again).toHaveAttribute("aria-disabled", "false", limit));
    const answer = page.waitForResponse("**/auth/v1/resend*");
    await again.click();
    expect((await answer).ok()).toBe(true);
  }).toPass();
  expect(await sent()).toBe(2);
  await expect(again).toHaveText(/ in \d+ s/);
});

test("an email change needs the links of both addresses, which open the profile", async ({
  browser,
  page,
}) => {
  await club.secret.auth.admin.createUser({
    email: "old@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Moving Mail" },
  });
  await signIn(page, "old@example.com");
  await openProfile(page);
  await page.getByRole("button", { name: "Change email" }).click();
  await page.getByLabel("New email").fill("new@example.com");
  await page.getByRole("button", { name: "Save email" }).click();
  await expect(page.getByText("We sent a link to your old address and one to new@example.com")).toBeVisible();

  await followEmailLink(page, await linkTo("old@example.com"), "Confirm the change");
  await expect(page.getByText("That was the first of two links.")).toBeVisible();
  const account = page.getByRole("region", { name: "Account" });
  await page.goto("/profile");
  await expect(account.getByText("old@example.com")).toBeVisible();
  await followEmailLink(page, await linkTo("new@example.com"), "Confirm the change");
  await expect(account.getByText("new@example.com")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/profile");
  await signInByForm(await newVisitor(browser, club, []), "new@example.com");
});

test("a phone number is added with its code, and a wrong code keeps the form", async ({ page }) => {
  await club.secret.auth.admin.createUser({
    email: "adds@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Adding Phone" },
  });
  await signIn(page, "adds@example.com");
  await openProfile(page);
  await page.getByRole("button", { name: "Add phone number" }).click();
  await page.getByLabel("New phone number").fill("57333333");
  await page.getByRole("button", { name: "Send code" }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(
    "We sent a six-digit code to +23057333333.",
  );
  const code = await codeTo("23057333333");
  await page.getByLabel("Code", { exact: true }).fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "That code is wrong or has expired. Please ask for a new one.",
  );
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Verify" }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Account" }).getByText("+23057333333, verified"),
  ).toBeVisible();
});

test("Verify sends the code to the number of the profile, and the browser fills the code in", async ({
  page,
}) => {
  await club.secret.auth.admin.createUser({
    email: "verifies@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Vera Fies", phone_number: "+23057444444" },
  });
  // Only a phone receives SMS: this is the browser's answer to WebOTP, with the code of the club's outbox.
  await page.exposeFunction("receivedCode", async () => {
    let code = "";
    await expect(async () => {
      code = await codeTo("23057444444");
      expect(code).not.toBe("");
    }).toPass();
    return code;
  });
  await page.addInitScript(() => {
    Object.defineProperty(window, "OTPCredential", { value: class {} });
    navigator.credentials.get = async () =>
      ({ type: "otp", code: await Reflect.get(window, "receivedCode")() }) as unknown as Credential;
  });
  await signIn(page, "verifies@example.com");
  await openProfile(page);
  await page.getByRole("button", { name: "Verify phone number" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toHaveAccessibleDescription("We sent a six-digit code to +23057444444.");
  await expect(field).toHaveAttribute("autocomplete", "one-time-code");
  await expect(field).toHaveValue(/^\d{6}$/);
  const text = (await club.outbox()).find(({ recipient }) => recipient.endsWith("23057444444"));
  expect(text?.body).toMatch(/^English Scoreline Club: .* (\d{6})\n\n@127\.0\.0\.1 #\1$/);
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(page.getByText("Phone number verified successfully!")).toBeVisible();
});

test("a forgotten password is replaced with a code by SMS", async ({ page }) => {
  await club.secret.auth.admin.createUser({
    phone: "+23057555555",
    password: PASSWORD,
    phone_confirm: true,
    user_metadata: { full_name: "Phone Only" },
  });

  await page.goto("/auth");
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(page.getByRole("heading", { name: "Reset your password" })).toBeVisible();
  await page.getByLabel("Email or phone number").fill("5755 5555");
  await page.getByRole("button", { name: "Send code" }).click();
  const field = page.getByLabel("Code", { exact: true });
  await expect(field).toBeFocused();
  const code = await codeTo("23057555555");
  await field.fill(code === "000000" ? "111111" : "000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "That code is wrong or has expired. Please ask for a new one.",
  );
  await field.fill(code);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("New password", { exact: true }).fill("Brand2New");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("Password updated successfully!")).toBeVisible();
  const { error } = await club.secret.auth.signInWithPassword({
    phone: "+23057555555",
    password: "Brand2New",
  });
  expect(error).toBeNull();
});

/** Refuses every text message, as a carrier refuses a number that does not exist. */
const REFUSING_HOOK = `create function public.refuse_sms(event jsonb) returns jsonb language sql as $$
    select '{"error": {"http_code": 422, "message": "The carrier refused the number"}}'::jsonb $$;
  grant execute on function public.refuse_sms to supabase_auth_admin;`;

test("a refused email or text message is explained, changes nothing and creates no account", async ({
  browser,
}) => {
  const mailServer = await startMailServer();
  const folder = copySupabase(mkdtempSync(join(tmpdir(), "scoreline-supabase-")), (auth) => {
    auth.hook.send_sms = { enabled: true, uri: "pg-functions://postgres/public/refuse_sms" };
  });
  addSql(folder, 29990101000000, "refuse_sms", REFUSING_HOOK);
  const strict = await openClub({ env: { SUPABASE_DIR: folder, SMTP_URL: mailServer.url } });
  try {
    mailServer.answers("550 5.1.1 No such user");
    const member = { email: "stays@example.com", password: PASSWORD, email_confirm: true };
    await strict.secret.auth.admin.createUser({ ...member, user_metadata: { full_name: "Stays Here" } });
    const page = await newVisitor(browser, strict, []);
    await page.goto("/auth?mode=register");
    await page.getByLabel("Full name").fill("Mistyped Address");
    await page.getByLabel("Email", { exact: true }).last().fill("gone@example.com");
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("button", { name: "Register" }).click();
    const refused = "We could not send an email to this address. Please check it.";
    await expect(page.getByRole("alert")).toHaveText(refused);
    await expect(page.getByLabel("Full name")).toHaveValue("Mistyped Address");
    expect((await strict.secret.auth.admin.listUsers()).data.users).toHaveLength(1);

    await signIn(page, member.email);
    await openProfile(page);
    const account = page.getByRole("region", { name: "Account" });
    await page.getByRole("button", { name: "Change email" }).click();
    await page.getByLabel("New email").fill("gone@example.com");
    await page.getByRole("button", { name: "Save email" }).click();
    await expect(account.getByRole("alert")).toHaveText(refused);
    await expect(page.getByText("We sent a link")).toHaveCount(0);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(account.getByText(member.email)).toBeVisible();

    await page.getByRole("button", { name: "Add phone number" }).click();
    await page.getByLabel("New phone number").fill("5766 6666");
    await page.getByRole("button", { name: "Send code" }).click();
    await expect(account.getByRole("alert")).toHaveText(
      "We could not send a text message to this number. Please check it.",
    );
    await expect(page.getByLabel("Code", { exact: true })).toHaveCount(0);
    // This club has no providers.
    await expect(page.getByRole("heading", { name: "Linked sign-ins" })).toHaveCount(0);
    await page.context().close();
  } finally {
    await strict.stop();
    await mailServer.down();
    rmSync(folder, { recursive: true, force: true });
  }
});

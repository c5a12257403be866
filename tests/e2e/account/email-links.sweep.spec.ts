/** The links in emails: what a scanner or an earlier version does with them, and a member who is signed in already. */
import { expect } from "@playwright/test";
import { createClient } from "@supabase/supabase-js";
import { REALTIME } from "../../realtime-options.ts";
import { type Club, openClub } from "../support/club.ts";
import { earlierLink, emailLinkTo, followEmailLink } from "../support/mail-links.ts";
import { test } from "../support/test.ts";
import { newVisitor, PASSWORD, recordErrors, signIn } from "../support/user-actions.ts";

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ env: { AUTH_CONFIRM: "always" } });
});
test.afterAll(() => club.stop());

const linkTo = (recipient: string) => emailLinkTo(club, recipient);

const CODE_PAGE = "/subscriptions?code=1986660";

interface Kind {
  /** Makes the club send the email; returns the address and the account's id. */
  send: (email: string) => Promise<string>;
  button: string;
  opens: string;
}

/** An account of this address. */
async function anAccount(email: string): Promise<string> {
  const member = {
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Link Reader" },
  };
  const { data } = await club.secret.auth.admin.createUser(member);
  return data.user?.id ?? "";
}

/** A client without a session, as the page has it. */
const visitorApi = () =>
  createClient(club.url, club.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: REALTIME,
  }).auth;

/** Asks for a change of the account's email from `email` to new.`email`. */
async function changeEmailOf(email: string): Promise<string> {
  const id = await anAccount(email);
  const api = visitorApi();
  await api.signInWithPassword({ email, password: PASSWORD });
  const options = { emailRedirectTo: `${club.url}/profile` };
  expect((await api.updateUser({ email: `new.${email}` }, options)).error).toBeNull();
  return id;
}

/** Every email of the auth service that has a link. */
const KINDS: Record<string, Kind> = {
  "a sign-up": {
    send: async (email) => {
      const options = { emailRedirectTo: club.url + CODE_PAGE };
      const { data } = await visitorApi().signUp({ email, password: PASSWORD, options });
      return data.user?.id ?? "";
    },
    button: "Confirm my email address",
    opens: CODE_PAGE,
  },
  "a forgotten password": {
    send: async (email) => {
      const id = await anAccount(email);
      await visitorApi().resetPasswordForEmail(email);
      return id;
    },
    button: "Choose a new password",
    opens: "/reset-password",
  },
  "a sign-in link": {
    send: async (email) => {
      const id = await anAccount(email);
      const options = { emailRedirectTo: `${club.url}/leaderboard` };
      await visitorApi().signInWithOtp({ email, options });
      return id;
    },
    button: "Sign in",
    opens: "/leaderboard",
  },
  "an invitation": {
    send: async (email) => (await club.secret.auth.admin.inviteUserByEmail(email)).data.user?.id ?? "",
    button: "Accept the invitation",
    opens: "/welcome",
  },
  "a change of the email": { send: changeEmailOf, button: "Confirm the change", opens: "/profile" },
};

/** The addresses in an email, in its HTML and its text. */
function addressesIn({ html, body }: { html: string; body: string }): string[] {
  const found = [...html.matchAll(/(?:href|src)="([^"]*)"/g), ...body.matchAll(/\((http[^)]*)\)/g)];
  return [...new Set(found.map(([, address = ""]) => address.replaceAll("&amp;", "&")))];
}

for (const [kind, { send, button, opens }] of Object.entries(KINDS)) {
  test(`a scanner that opens the link of ${kind} changes nothing, and the link works afterwards, once`, async ({
    browser,
    page,
  }) => {
    const email = `${kind.replaceAll(" ", ".")}@example.com`;
    const id = await send(email);
    const account = async () => (await club.secret.auth.admin.getUserById(id)).data.user;
    const before = await account();
    expect(before?.id).toBe(id);
    const mails = (await club.outbox()).filter(({ recipient }) => recipient.endsWith(email));
    expect(mails).toHaveLength(kind === "a change of the email" ? 2 : 1);

    const scanner = await newVisitor(browser, club, []);
    const addresses = mails.flatMap(addressesIn);
    expect(addresses).toHaveLength(mails.length);
    for (const address of addresses) {
      // Without scripts and with them.
      expect((await scanner.request.get(address)).status()).toBe(200);
      expect((await scanner.request.head(address)).status()).toBe(200);
      await scanner.goto("about:blank");
      await scanner.goto(address);
      await expect(scanner.getByRole("button", { name: button })).toBeVisible();
      await scanner.waitForLoadState("networkidle");
    }
    expect(await account()).toEqual(before);

    const errors: string[] = [];
    recordErrors(page, errors);
    const link = await linkTo(email);
    const token = new URLSearchParams(new URL(link).hash.slice(1)).get("token_hash") ?? "";
    expect(token).toMatch(/^[0-9a-f]{56}$/);
    const seen: string[] = [];
    page.on("request", (request) => seen.push(request.url() + JSON.stringify(request.headers())));
    await page.goto(link);
    await expect(page.getByRole("button", { name: button })).toBeVisible();
    await expect(page).toHaveURL(`${club.url}/confirm`);
    const kept = () =>
      page.evaluate(() =>
        JSON.stringify([history.state, { ...localStorage }, { ...sessionStorage }, document.URL]),
      );
    expect((await kept()) + seen.join()).not.toContain(token);
    const uses: string[] = [];
    page.on("request", (request) => request.url().includes("/verify") && uses.push(request.url()));
    // By keyboard, and twice.
    await page.getByRole("button", { name: button }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    if (kind === "a change of the email") {
      await expect(page.getByRole("heading", { name: "That was the first of two links." })).toBeFocused();
      expect((await account())?.email).toBe(email);
      await followEmailLink(page, await linkTo(`new.${email}`), button);
      expect((await account())?.email).toBe(`new.${email}`);
    }
    await expect(page).toHaveURL(club.url + opens);
    await expect(page.getByRole("main")).toBeVisible();
    expect(await kept()).not.toContain(token);
    expect(uses).toEqual(Array(mails.length).fill(expect.not.stringContaining(token)));
    expect((await account())?.last_sign_in_at).not.toBe(before?.last_sign_in_at);
    expect(errors).toEqual([]);

    await followEmailLink(page, link, button);
    await expect(page.getByRole("alert")).toContainText("This link has already been used or has expired.");
    await expect(page.getByRole("button", { name: /^Send (a new|reset) link$/ })).toBeVisible();
  });
}

test("a link of an email that an earlier version sent still works", async ({ browser, page }) => {
  await anAccount("earlier@example.com");
  const redirectTo = `${club.url}/reset-password`;
  await visitorApi().resetPasswordForEmail("earlier@example.com", { redirectTo });

  await page.goto(earlierLink(await linkTo("earlier@example.com")));
  await expect(page.getByRole("heading", { name: "Choose a new password" })).toBeVisible();

  await changeEmailOf("earlier.change@example.com");
  const half = await newVisitor(browser, club, []);
  await signIn(half, "earlier.change@example.com");
  await half.goto(earlierLink(await linkTo("earlier.change@example.com")));
  await expect(half.getByText("That was the first of two links.")).toBeVisible();
});

test("a recovery link names the member who is signed in on the device, and then signs in its own", async ({
  page,
}) => {
  await anAccount("at.home@example.com");
  await anAccount("visiting@example.com");
  await visitorApi().resetPasswordForEmail("visiting@example.com");

  await signIn(page, "at.home@example.com");
  await page.goto(await linkTo("visiting@example.com"));
  await expect(page.getByText("You are signed in as at.home@example.com.")).toBeVisible();
  await page.getByRole("button", { name: "Choose a new password" }).click();
  await page.getByLabel("New password", { exact: true }).fill("Brand2New");
  await page.getByRole("button", { name: "Update Password" }).click();
  await expect(page.getByText("Password updated successfully!")).toBeVisible();
  const signsIn = async (email: string, password: string) =>
    (await visitorApi().signInWithPassword({ email, password })).error === null;
  expect(await signsIn("visiting@example.com", "Brand2New")).toBe(true);
  expect(await signsIn("at.home@example.com", PASSWORD)).toBe(true);
});

test("a failed request keeps the link, a newer link in the same tab replaces it, and a link without its token explains itself", async ({
  page,
}) => {
  await anAccount("patient.reader@example.com");
  await visitorApi().resetPasswordForEmail("patient.reader@example.com");
  const link = await linkTo("patient.reader@example.com");

  await page.goto("/confirm");
  await expect(page.getByRole("heading", { name: "Open the link in your email" })).toBeVisible();
  // Pasted into the address bar: only the fragment changes, so the page is not loaded again.
  await page.goto("/confirm#token_hash=replaced&type=signup");
  await page.getByRole("button", { name: "Confirm my email address" }).click();
  await expect(page.getByRole("alert")).toContainText("This link has already been used or has expired.");
  await page.goto(link);
  const button = page.getByRole("button", { name: "Choose a new password" });
  await page.route("**/auth/v1/verify", (route) => route.abort());
  await button.click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.unroute("**/auth/v1/verify");
  await button.click();
  await expect(page.getByLabel("New password", { exact: true })).toBeVisible();
});

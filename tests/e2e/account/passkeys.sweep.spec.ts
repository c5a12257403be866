/** Passkeys in Chromium with its virtual authenticator (CDP, WebAuthn.addVirtualAuthenticator). */
import { type CDPSession, expect, type Page } from "@playwright/test";
import { freePort } from "../../../tools/host/spawn-host.ts";
import { type Club, openClub } from "../support/club.ts";
import { test } from "../support/test.ts";
import { newVisitor, openProfile, PASSWORD } from "../support/user-actions.ts";

/** Browsers accept no IP address as the owner of a passkey. */
let site = "";
let club: Club;
test.beforeAll(async () => {
  const port = String(await freePort());
  site = `http://localhost:${port}`;
  club = await openClub({ env: { PORT: port, SITE_URL: site } });
  for (const name of ["amina", "bruno", "chloe"]) {
    const { error } = await club.secret.auth.admin.createUser({
      email: `${name}@example.com`,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: name },
    });
    if (error) throw error;
  }
});
test.afterAll(() => club.stop());

interface Device {
  page: Page;
  cdp: CDPSession;
  authenticatorId: string;
  errors: string[];
}

/** A page on a device that can verify its user. */
async function device(browser: Parameters<typeof newVisitor>[0]): Promise<Device> {
  const errors: string[] = [];
  const page = await newVisitor(browser, { ...club, url: site }, errors);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, cdp, authenticatorId, errors };
}

const signOut = async (page: Page) => {
  await page.context().clearCookies();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.includes("auth")) localStorage.removeItem(key);
  });
  await page.goto("/auth");
};

test("a passkey is offered once after a sign-in by password, and then signs in without a name", async ({
  browser,
}) => {
  const { page, errors } = await device(browser);
  await signInByPassword(page, "amina@example.com");
  await expect(page.getByRole("heading", { name: "Sign in faster next time" })).toBeFocused();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await openProfile(page);
  await expect(page.getByRole("listitem").filter({ hasText: /^Passkey/ })).toBeVisible();

  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  await openProfile(page);
  await expect(page.getByRole("heading", { level: 1, name: "amina" })).toBeVisible();
  await expect(page.getByText(/last used/)).toBeVisible();

  await signOut(page);
  await signInByPassword(page, "amina@example.com");
  await expect(page).toHaveURL(`${site}/`);
  expect(errors).toEqual([]);
});

test("the offer can be dismissed, and the profile adds, renames and removes passkeys", async ({
  browser,
}) => {
  const { page, errors } = await device(browser);
  await signInByPassword(page, "bruno@example.com");
  await page.getByRole("button", { name: "Not now" }).click();
  await expect(page).toHaveURL(`${site}/`);
  await openProfile(page);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("button", { name: "Rename Passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("My phone");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("My phone")).toBeVisible();
  // The device has a passkey for this account already.
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("This device already has a passkey for your account.")).toBeVisible();
  await page.getByRole("button", { name: "Remove My phone" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await expect(page.getByText("Passkey removed")).toBeVisible();
  await expect(page.getByText("My phone", { exact: true })).toBeHidden();

  // The device still has the removed key, and the host refuses it.
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey does not work here. It may have been removed.")).toBeVisible();
  await expect(page).toHaveURL(`${site}/auth`);
  expect(errors.filter((text) => !text.includes("400"))).toEqual([]);
});

test("a device without a lock gets no offer", async ({ browser }) => {
  const errors: string[] = [];
  const page = await newVisitor(browser, { ...club, url: site }, errors);
  await signInByPassword(page, "chloe@example.com");
  await expect(page).toHaveURL(`${site}/`);
  expect(errors).toEqual([]);
});

test("a player whom the device does not recognise is told to try again", async ({ browser }) => {
  const { page, cdp, authenticatorId, errors } = await device(browser);
  await signInByPassword(page, "chloe@example.com");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("Passkey added")).toBeVisible();
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used. You can try again.")).toBeVisible();
  expect(errors).toEqual([]);
});

test("nothing about passkeys is shown where the site is an IP address", async ({ browser }) => {
  const errors: string[] = [];
  const other = await openClub();
  const page = await newVisitor(browser, other, errors);
  const settings = page.waitForResponse(/auth\/v1\/settings/);
  await page.goto("/auth");
  await settings;
  await expect(page.getByRole("button", { name: "Sign In" })).toBeVisible();
  await expect(page.getByRole("button", { name: /passkey/ })).toHaveCount(0);
  expect(errors).toEqual([]);
  await page.context().close();
  await other.stop();
});

/** Fills the form, and does not wait for Home, because an offer may follow. */
async function signInByPassword(page: Page, email: string): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Email or phone number").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

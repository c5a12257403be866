/** "Continue with ..." in Chromium, with `oidc-provider` on loopback. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { parse, stringify } from "smol-toml";
import { type OpenIdProvider, startOpenIdProvider } from "../../api/support/openid-provider.ts";
import { REFUSES } from "../../api/support/provider-people.ts";
import { type Club, openClub } from "../support/club.ts";
import { test } from "../support/test.ts";
import { newVisitor, openProfile, PASSWORD, recordErrors, signIn } from "../support/user-actions.ts";

let club: Club;
let provider: OpenIdProvider;
let folder = "";
test.beforeAll(async () => {
  provider = await startOpenIdProvider();
  folder = mkdtempSync(join(tmpdir(), "scoreline-supabase-"));
  cpSync("supabase", folder, { recursive: true });
  const path = join(folder, "config.toml");
  const settings = parse(readFileSync(path, "utf8")) as { auth: Record<string, unknown> };
  settings.auth.external = { google: provider.settings, kakao: { enabled: false } };
  settings.auth.enable_manual_linking = true;
  writeFileSync(path, stringify(settings));
  club = await openClub({ env: { SUPABASE_DIR: folder } });
  provider.register(`${club.url}/auth/v1/callback`);
});
test.afterAll(async () => {
  await Promise.all([club.stop(), provider.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const visit = async (browser: Parameters<typeof newVisitor>[0], errors: string[]): Promise<Page> => {
  const page = await newVisitor(browser, club, errors);
  await page.goto("/auth");
  return page;
};
/** Presses the button, and then Allow or Deny on the provider's page. */
const continueAs = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Continue with Google" }).click();
  if (name === REFUSES) return page.getByRole("button", { name: "Deny" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Allow" }).click();
};

/** The first minute of an account leads to its first steps. */
const makeAccountsOld = () => club.sql("update auth.users set created_at = created_at - interval '1 hour'");

test("the first sign-in creates an account and asks for a phone number, the next ones find it", async ({
  browser,
}) => {
  const errors: string[] = [];
  const person = { sub: "1", email: "new@example.com", email_verified: true, name: "Nadia Newcomer" };
  provider.people.set("nadia", person);
  const page = await visit(browser, errors);
  await expect(page.getByRole("button", { name: /^Continue with/ })).toHaveText(["Continue with Google"]);
  await continueAs(page, "nadia");
  await expect(page.getByRole("heading", { name: "Add your phone number" })).toBeVisible();
  await page.getByLabel("Phone number").fill("5250 1234");
  await page.getByRole("button", { name: "Save phone number" }).click();
  // The provider's name is a proposal.
  await expect(page.getByLabel("Full name")).toHaveValue("Nadia Newcomer");
  await openProfile(page);
  await expect(page.getByRole("heading", { level: 1, name: "Nadia Newcomer" })).toBeVisible();
  await expect(page.getByText("+23052501234, verified")).toBeVisible();
  await page.context().close();

  await makeAccountsOld();
  const again = await visit(browser, errors);
  await continueAs(again, "nadia");
  await expect(again.getByText("Welcome back!")).toBeVisible();
  await expect(again).toHaveURL(`${club.url}/`);
  const { data } = await club.secret.auth.admin.listUsers();
  expect(data.users.filter(({ email }) => email === person.email)).toHaveLength(1);
  expect(errors).toEqual([]);
});

test("an account with the same verified email is opened, and its phone number is not asked for", async ({
  browser,
}) => {
  const errors: string[] = [];
  const { data } = await club.secret.auth.admin.createUser({
    email: "member@example.com",
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Moira Member", phone_number: "+23052505678" },
  });
  await makeAccountsOld();
  provider.people.set("moira", { sub: "2", email: "member@example.com", email_verified: true, name: "M" });
  const page = await visit(browser, errors);
  await continueAs(page, "moira");
  await expect(page).toHaveURL(`${club.url}/`);
  const { data: found } = await club.secret.auth.admin.getUserById(data.user?.id ?? "");
  expect(found.user?.app_metadata.providers).toEqual(["email", "google"]);
  // The tab kept neither the provider's tokens nor the code verifier.
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
    "provider_token",
  );
  expect(errors).toEqual([]);
});

test("a refused consent is explained on the sign-in page", async ({ browser }) => {
  const errors: string[] = [];
  const page = await visit(browser, errors);
  await continueAs(page, REFUSES);
  await expect(page.getByText("The sign-in was cancelled. You can try again.")).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/auth`);
  await expect(page.getByText("This link has already been used")).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("the address cannot put its own text on the page", async ({ page }) => {
  const errors: string[] = [];
  recordErrors(page, errors);
  await page.goto("/auth?error=server_error&error_description=Call+0800+for+help");
  await expect(page.getByText("The sign-in did not work. Please try again.")).toBeVisible();
  await expect(page.getByText("0800")).toHaveCount(0);
  await page.goto("/auth?code=9f0c2f6e-5b6e-4c53-8a55-0d3f2b9c7a11");
  await expect(page.getByText(/Please try again/)).toBeVisible();
});

test("the profile links a provider, signs in with it and unlinks it", async ({ browser, page }) => {
  const errors: string[] = [];
  const email = "linker@example.com";
  await club.secret.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: "Lina Linker", phone_number: "+23052509012" },
  });
  provider.people.set("lina", { sub: "7", email: "lina@elsewhere.example", email_verified: true, name: "L" });
  recordErrors(page, errors);
  await signIn(page, email);
  await openProfile(page);
  const section = page.getByRole("region", { name: "Linked sign-ins" });
  await expect(section.getByText("Not linked")).toBeVisible();
  const linkAs = async (name: string) => {
    await section.getByRole("button", { name: "Link Google" }).click();
    if (name === REFUSES) return page.getByRole("button", { name: "Deny" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("button", { name: "Allow" }).click();
  };
  await linkAs(REFUSES);
  await expect(section.getByRole("alert")).toHaveText("The sign-in was cancelled. You can try again.");
  await linkAs("lina");
  await expect(section.getByText("Linked as lina@elsewhere.example")).toBeVisible();
  await expect(page).toHaveURL(`${club.url}/profile`);
  await expect(page.getByRole("heading", { level: 1, name: "Lina Linker" })).toBeVisible();
  // The code was exchanged, so the tab no longer keeps its verifier and the session of the request.
  const secrets = () => Object.keys(sessionStorage).filter((key) => key.startsWith("scoreline-provider"));
  await expect.poll(() => page.evaluate(secrets)).toEqual([]);

  await makeAccountsOld();
  const other = await visit(browser, errors);
  await continueAs(other, "lina");
  await expect(other).toHaveURL(`${club.url}/`);
  await openProfile(other);
  await expect(other.getByRole("heading", { level: 1, name: "Lina Linker" })).toBeVisible();
  await other.context().close();

  await section.getByRole("button", { name: "Unlink Google" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Unlink Google" }).click();
  await expect(section.getByText("Not linked")).toBeVisible();
  expect(errors).toEqual([]);
});

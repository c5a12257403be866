/** User actions in the browser, by the screen's labels. */
import { type Browser, type BrowserContextOptions, expect, type Page } from "@playwright/test";
import { translateIfWanted } from "../languages/translated.ts";
import type { Club } from "./club.ts";
import { noteOpened } from "./opened-visitors.ts";

export const PASSWORD = "Correct1Horse";

/** Signs in to a demo by one of the buttons of its sign-in page. */
export async function signInToDemo(page: Page, url: string, account: "player" | "admin"): Promise<void> {
  await page.goto(`${url}/auth`);
  const label = account === "admin" ? "Demo organiser" : "Demo player";
  await page.getByRole("button", { name: label }).click();
  await page.getByText("Welcome back!").waitFor();
}

/**
 * A dialog that closes takes its entry out of the history by a step back, which the browser makes later and which would end the
 * load of another page. Nobody enters an address within that time, but a test does: `goto` waits for it.
 */
export function withPatientGoto(page: Page): Page {
  const goto = page.goto.bind(page);
  page.goto = async (...address) => {
    await page
      .waitForFunction(
        () =>
          !(history.state?.overlays > 0) ||
          document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], .masthead-menu'),
        undefined,
        { timeout: 5_000 },
      )
      .catch(() => undefined); // the page may be leaving already
    return goto(...address);
  };
  return page;
}

/**
 * Opens a page in a new context, for a first visit, a second device, or all tests of a file, and records browser errors. It is
 * closed after the test, or with the file's club.
 */
export async function newVisitor(
  browser: Browser,
  club: Club,
  browserErrors: string[],
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: club.url, ...options });
  noteOpened(context, club.url);
  await translateIfWanted(context);
  const page = await context.newPage();
  recordErrors(page, browserErrors);
  return withPatientGoto(page);
}

/** Adds what the page throws or prints as an error from now on. */
export function recordErrors(page: Page, browserErrors: string[]): void {
  page.on("pageerror", (error) => browserErrors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") browserErrors.push(`${message.text()} (${message.location().url})`);
  });
}

/** Sets the clock of the device so many seconds ahead of the server's, for every later page of the context. */
export async function setDeviceAhead(page: Page, seconds: number): Promise<void> {
  await page.context().addInitScript((ahead) => {
    const ServerDate = Date;
    globalThis.Date = class extends ServerDate {
      constructor(...given: []) {
        super(...((given.length > 0 ? given : [ServerDate.now() + ahead]) as []));
      }
      static override now(): number {
        return ServerDate.now() + ahead;
      }
    } as DateConstructor;
  }, seconds * 1_000);
}

/** Holds requests to these addresses until the returned function is called. */
export async function hold(page: Page, addresses: string | RegExp): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Moves the page's installed clock until the assertion passes, so that no test waits for delays between retries.
 * The assertion receives its time limit, because it is tried again after the clock has moved.
 */
export async function whileTimePasses(
  page: Page,
  assertion: (limit: { timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(1_000);
    await assertion({ timeout: 100 });
  }).toPass({ intervals: [0] });
}

/** Opens the profile and waits for its charts and history, which would move the account below them away from a click. */
export async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".skeleton")).toHaveCount(0);
}

export async function registerByEmail(page: Page, name: string, email: string): Promise<void> {
  await page.goto("/auth?mode=register");
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Email", { exact: true }).last().fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
}

export async function registerByPhone(page: Page, name: string, number: string): Promise<void> {
  await page.goto("/auth?mode=register");
  await page.getByRole("radio", { name: "Phone" }).check();
  await page.getByLabel("Full name").fill(name);
  await page.getByLabel("Phone number").fill(number);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page.getByText("Account created successfully!")).toBeVisible();
}

/**
 * Signs in with PASSWORD through the API, because sign-up-and-sign-in.spec.ts tests the form. Opens no screen. `url`: of the
 * club, if the page's context has no base URL.
 */
export async function signIn(page: Page, email: string, url = ""): Promise<void> {
  // localStorage needs a page of the club's origin; this file runs no scripts.
  await page.goto(`${url}/config.json`);
  const { publishable_key }: { publishable_key: string } = await (
    await page.request.get(`${url}/config.json`)
  ).json();
  const answer = await page.request.post(`${url}/auth/v1/token?grant_type=password`, {
    headers: { apikey: publishable_key },
    data: { email, password: PASSWORD },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const session = await answer.text();
  await page.evaluate((text) => localStorage.setItem("scoreline-auth-token", text), session);
}

export async function signInByForm(page: Page, identifier: string): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("Email or phone number").fill(identifier);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByText("Welcome back!")).toBeVisible();
  // A menu that is opened before the page has left this address closes with it.
  await expect(page).not.toHaveURL(/\/auth/);
}

/** A code for the Premier League, valid for 30 days. */
export async function generateCode(page: Page): Promise<string> {
  await page.goto("/admin-dashboard/codes");
  await page.getByLabel("Subscription plan").selectOption({ label: "Premier League" });
  await page.getByRole("button", { name: "30 days" }).click();
  await page.getByRole("button", { name: "Generate 7-Digit Code" }).click();
  const toast = page.getByText(/^Code \d{7} generated for Premier League$/).last();
  await expect(toast).toBeVisible();
  return /\d{7}/.exec((await toast.textContent()) ?? "")?.[0] ?? "";
}

export async function redeem(page: Page, code: string): Promise<void> {
  await page.goto("/subscriptions");
  await page.getByLabel("7-digit code").fill(code);
  await page.getByRole("button", { name: "Redeem" }).click();
}

/** The card of a match on the Matches screen. */
export function card(page: Page, home: string, away: string) {
  return page.getByRole("article").filter({ hasText: home }).filter({ hasText: away });
}

export async function enterPrediction(
  page: Page,
  home: string,
  away: string,
  score: readonly [number, number],
): Promise<void> {
  const match = card(page, home, away);
  await match.getByLabel(`${home} score`).fill(String(score[0]));
  await match.getByLabel(`${away} score`).fill(String(score[1]));
  await expect(match.getByText(/^Saved \d/)).toBeVisible();
}

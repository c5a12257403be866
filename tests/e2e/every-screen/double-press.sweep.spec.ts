/** A double click and a double tap create and send one thing, in every form that creates or sends something. */
import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, PASSWORD, signIn } from "../support/user-actions.ts";

// The admin's forms share the club and its data.
test.describe.configure({ mode: "serial" });

let club: Club;
let page: Page;
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const { error } = await club.secret.auth.admin.createUser({
    email: "amina@example.com",
    email_confirm: true,
    user_metadata: { full_name: "Amina Player", phone_number: "+23057001234" },
  });
  if (error) throw error;
  page = await signedIn(browser);
});
test.afterAll(() => club.stop());

async function signedIn(browser: Browser): Promise<Page> {
  const visitor = await newVisitor(browser, club, [], {
    hasTouch: true,
    viewport: { width: 1280, height: 900 },
  });
  await signIn(visitor, "olga@example.com");
  return visitor;
}

type Table =
  | "groups"
  | "plan_codes"
  | "payments"
  | "news"
  | "teams"
  | "matches"
  | "leaderboard_archives"
  | "predictions_snapshots"
  | "subscription_period_archives"
  | "archived_subscriptions"
  | "team_aliases"
  | "profiles";

async function rowsIn(table: Table): Promise<number> {
  const { count, error } = await club.secret.from(table).select("*", { count: "exact", head: true });
  if (error) throw error;
  return count ?? 0;
}
/** What organisers sent. Jobs add notifications of their own, such as those of the news of another test. */
async function notificationsSent(): Promise<number> {
  const sent = club.secret.from("notifications").select("*", { count: "exact", head: true });
  const { count, error } = await sent.not("club_message_id", "is", null);
  if (error) throw error;
  return count ?? 0;
}
const resetsSent = async () =>
  (await club.outbox()).filter(({ subject }) => subject === "Reset your password").length;

interface Press {
  name: string;
  twice: (button: Locator) => Promise<void>;
}

const presses: Press[] = [
  { name: "double click", twice: (button) => button.dblclick() },
  {
    name: "double tap",
    twice: async (button) => {
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      if (!box) throw new Error("The button is not visible");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await Promise.all([button.page().touchscreen.tap(x, y), button.page().touchscreen.tap(x, y)]);
    },
  },
];

interface Form {
  name: string;
  /** How many things there are. */
  count: () => Promise<number>;
  /** By how many a single press changes the count. 1 if omitted. */
  by?: number;
  /** The last part of the address to which it sends a request with a key. */
  sends?: string;
  /** Opens and fills in the form. Returns the button that sends it. `nth`: differs for each filling. */
  fill: (page: Page, nth: number) => Promise<Locator>;
}

const button = (from: Page | Locator, name: string) => from.getByRole("button", { name, exact: true });

/** Fills in the codes' form without its number. */
async function fillCodes(): Promise<void> {
  await page.goto("/admin-dashboard/codes");
  await page.getByLabel("Subscription plan").selectOption("FA Cup");
  await page.getByRole("button", { name: "30 days" }).click();
}
async function fillPayment(within: Page | Locator): Promise<void> {
  await within.getByLabel("Paid by").fill("Aunt Rose");
  await within.getByLabel("Amount (Rs)").fill("250");
}
async function fillPeriod(nth: number): Promise<void> {
  await page.getByLabel("Name").fill(`Autumn ${nth}`);
  await page.getByLabel("Start date").fill(daysFromNow(-1));
  await page.getByLabel("End date").fill(daysFromNow(1));
}

const forms: Form[] = [
  {
    name: "Create a group",
    sends: "create_group",
    count: () => rowsIn("groups"),
    fill: async (_, nth) => {
      await page.goto("/groups");
      await button(page, "Create a group").click();
      await page.getByLabel("Name").fill(`The Marchands ${nth}`);
      return button(page, "Create group");
    },
  },
  {
    name: "Generate a code",
    sends: "generate_plan_code",
    count: () => rowsIn("plan_codes"),
    fill: async () => {
      await fillCodes();
      return button(page, "Generate 7-Digit Code");
    },
  },
  {
    name: "Generate paid codes",
    sends: "generate_paid_plan_codes",
    count: () => rowsIn("payments"),
    by: 2,
    fill: async () => {
      await fillCodes();
      await page.getByLabel("How many").fill("2");
      await page.getByLabel("Record the payment").check();
      await fillPayment(page);
      return button(page, "Generate 2 Codes");
    },
  },
  {
    name: "Mark as paid",
    sends: "record_payment",
    count: () => rowsIn("payments"),
    fill: async () => {
      await page.goto("/admin-dashboard/codes");
      await page
        .getByRole("button", { name: /^Mark code \d{7} as paid$/ })
        .first()
        .click();
      const dialog = page.getByRole("dialog", { name: "Mark as paid" });
      await fillPayment(dialog);
      return button(dialog, "Save payment");
    },
  },
  {
    name: "Notify everyone",
    sends: "send_club_message",
    count: notificationsSent,
    by: 2,
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/notifications");
      await page.getByLabel("Title").fill(`Kick-off moved ${nth}`);
      await page.getByLabel("Message", { exact: true }).fill("Saturday is Sunday");
      await button(page, "Send to all users").click();
      return button(page.getByRole("alertdialog"), "Send");
    },
  },
  {
    name: "Add news",
    sends: "news",
    count: () => rowsIn("news"),
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/news");
      await button(page, "Add news").click();
      await page.getByLabel("Title", { exact: true }).fill(`Derby ${nth}`);
      await page.getByLabel("Content", { exact: true }).fill("Words");
      return button(page, "Publish news");
    },
  },
  {
    name: "Add team",
    count: () => rowsIn("teams"),
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/teams");
      await button(page, "Add team").click();
      const dialog = page.getByRole("dialog", { name: "Add team" });
      await dialog.getByLabel("Name").fill(["Luton Town", "Arsenal"][nth] ?? "");
      return button(dialog, "Add team");
    },
  },
  {
    name: "Add match",
    count: () => rowsIn("matches"),
    fill: async (_, nth) => {
      await page.goto("/manage-matches");
      await button(page, "Add match").click();
      const dialog = page.getByRole("dialog", { name: "Add match" });
      await dialog.getByLabel("Home team").fill("Luton Town");
      await dialog.getByLabel("Away team").fill(["Everton", "Fulham"][nth] ?? "");
      await dialog.getByLabel("Date", { exact: true }).fill(daysFromNow(20));
      await dialog.getByLabel("Time", { exact: true }).fill("15:00");
      await dialog.getByLabel("League").selectOption("Premier League");
      return button(dialog, "Add match");
    },
  },
  {
    name: "Create Archive",
    sends: "leaderboard_archives",
    count: () => rowsIn("leaderboard_archives"),
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/leaderboard-archives");
      await fillPeriod(nth);
      await page.getByLabel("League").selectOption("Friendly Club");
      // These days have no result.
      await button(page, "Create Archive").click();
      return button(page, "Create anyway");
    },
  },
  {
    name: "Create Snapshot",
    sends: "create_predictions_snapshot",
    count: () => rowsIn("predictions_snapshots"),
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/management");
      await button(page, "Create Snapshot").click();
      const dialog = page.getByRole("dialog", { name: "Create Snapshot" });
      await dialog.getByLabel("Name").fill(`Before ${nth}`);
      return button(dialog, "Create Snapshot");
    },
  },
  {
    name: "Create Subscription Archive",
    sends: "create_subscription_archive",
    count: () => rowsIn("subscription_period_archives"),
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/subscription-archives");
      await fillPeriod(nth);
      return button(page, "Create Subscription Archive");
    },
  },
  {
    name: "Add by phone number",
    sends: "add_archived_subscription",
    count: () => rowsIn("archived_subscriptions"),
    fill: async () => {
      await page.goto("/subscription-archives");
      await page
        .getByRole("link", { name: /Autumn 0/ })
        .first()
        .click();
      await button(page, "Add by phone number").click();
      const dialog = page.getByRole("dialog", { name: "Add by phone number" });
      await dialog.getByLabel("Phone number").fill("57001234");
      await dialog.getByLabel("Subscription type").selectOption("League Cup");
      await dialog.getByLabel("Start date").fill(daysFromNow(-30));
      await dialog.getByLabel("Expiry date").fill(daysFromNow(-1));
      await dialog.getByLabel("Status").selectOption("expired");
      return button(dialog, "Add subscription");
    },
  },
  {
    name: "Give subscription with a payment",
    sends: "give_paid_subscription",
    count: () => rowsIn("payments"),
    fill: async () => {
      await page.goto("/admin-dashboard/management");
      await page.getByRole("button", { name: "Actions for Amina Player" }).click();
      await page.getByRole("menuitem", { name: /subscriptions/i }).click();
      const dialog = page.getByRole("dialog", { name: "Amina Player: subscriptions" });
      await dialog.getByLabel("Subscription plan").selectOption("FA Cup");
      await dialog.getByLabel("Valid until").fill(daysFromNow(30));
      await dialog.getByLabel("Record the payment").check();
      await dialog.getByLabel("Amount (Rs)").fill("250");
      return button(dialog, "Give subscription");
    },
  },
  {
    name: "Send Password Reset Email",
    count: resetsSent,
    fill: async (_, nth) => {
      await page.goto("/admin-dashboard/management");
      const address = ["amina@example.com", "olga@example.com"][nth] ?? "";
      await page.getByRole("region", { name: "Reset User Password" }).getByLabel("Email").fill(address);
      return button(page, "Send Password Reset Email");
    },
  },
];

/** Presses the button twice, waits until it is free or gone, and expects one more thing. */
async function expectOne(form: Form, press: Press, on: Page, nth: number): Promise<void> {
  const submit = await form.fill(on, nth);
  const before = await form.count();
  await press.twice(submit);
  const one = before + (form.by ?? 1);
  await expect.poll(form.count, { message: `${form.name}, ${press.name}` }).toBeGreaterThanOrEqual(one);
  // A second request would have been sent by now, so it would be answered before this page has loaded again.
  await on.waitForLoadState("networkidle");
  expect(await form.count(), `${form.name}, ${press.name}`).toBe(one);
}

for (const form of forms)
  test(`${form.name}: one press or two make one`, async () => {
    for (const [nth, press] of presses.entries()) await expectOne(form, press, page, nth);
  });

for (const form of forms.filter(({ sends }) => sends !== undefined))
  test(`${form.name}: a request that is sent again after its answer was lost makes one`, async () => {
    const submit = await form.fill(page, 2);
    const before = await form.count();
    const isSent = new RegExp(`/rest/v1/(rpc/)?${form.sends}(\\?|$)`);
    let lost = 0;
    await page.route(isSent, async (route) => {
      if (lost > 0 || route.request().method() !== "POST") return route.fallback();
      lost += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await submit.click();
    await expect.poll(() => lost).toBe(1);
    await expect.poll(form.count).toBe(before + (form.by ?? 1));
    await expect(submit).toHaveAttribute("aria-disabled", "false");
    const answered = page.waitForResponse(
      (answer) => isSent.test(answer.url()) && answer.request().method() === "POST",
    );
    await submit.click();
    expect((await answered).ok()).toBe(true);
    expect(await form.count()).toBe(before + (form.by ?? 1));
    await page.unroute(isSent);
    // A dialog that closes takes a step back, which the next form's page must not meet.
    await page.waitForLoadState("networkidle");
  });

test("a visitor who presses twice registers once and gets one email", async ({ browser }) => {
  const registering: Form = {
    name: "Register",
    count: () => rowsIn("profiles"),
    fill: async (visitor, nth) => {
      await visitor.goto("/auth?mode=register");
      await visitor.getByLabel("Full name").fill("Sam Stranger");
      await visitor.getByLabel("Email", { exact: true }).last().fill(`sam${nth}@example.com`);
      await visitor.getByLabel("Password", { exact: true }).fill(PASSWORD);
      return button(visitor, "Register");
    },
  };
  const resetting: Form = {
    name: "Reset",
    count: resetsSent,
    fill: async (visitor, nth) => {
      await visitor.goto("/reset-password");
      await visitor.getByLabel("Email or phone number").fill(`sam${nth}@example.com`);
      return button(visitor, "Send reset link");
    },
  };
  for (const form of [registering, resetting])
    for (const [nth, press] of presses.entries()) {
      const visitor = await newVisitor(browser, club, [], { hasTouch: true });
      const errors: string[] = [];
      visitor.on("response", (answer) => {
        if (answer.status() >= 400) errors.push(`${answer.status()} ${answer.url()}`);
      });
      await expectOne(form, press, visitor, nth);
      expect(errors).toEqual([]);
      await visitor.context().close();
    }
});

/** Message choices in the profile, the unsubscribe link of an email, and quiet hours. */
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { addPlayer, must } from "../support/club-data.ts";
import { checkScreen } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { newVisitor, recordErrors, signIn } from "../support/user-actions.ts";

let club: Club;
const browserErrors: string[] = [];
test.beforeAll(async () => {
  club = await openClub();
  const never = { setting_key: "quiet_hours", setting_value: "00:00-00:00" };
  await must(club.secret.from("admin_settings").insert(never));
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

const kinds = [
  "Reminders",
  "Moved and cancelled matches",
  "Your results",
  "Your subscriptions",
  "News",
] as const;
const channels = ["In the app", "Email", "Push"] as const;
const choices = kinds.length * channels.length;
const box = (page: Page, kind: (typeof kinds)[number], channel: (typeof channels)[number]) =>
  page.getByRole("group", { name: kind }).getByLabel(channel);
const boxes = (page: Page) =>
  page.getByRole("group").getByRole("checkbox", { name: /^(In the app|Email|Push)$/ });
const chosen = (page: Page) =>
  boxes(page).evaluateAll((all) => all.map((one) => one instanceof HTMLInputElement && one.checked));

let players = 0;
/** A new signed-in player: the page and the email address. */
async function aPlayer(page: Page): Promise<string> {
  players += 1;
  const email = `player${players}@example.com`;
  await addPlayer(club, `Paula Player ${players}`, email);
  await signIn(page, email);
  return email;
}

async function openProfile(page: Page): Promise<void> {
  await page.goto("/profile");
  await expect(boxes(page)).toHaveCount(choices);
}

/** Publishes news and runs the messages until `arrived` is true. */
async function tell(title: string, arrived: () => Promise<unknown> | unknown): Promise<void> {
  await must(club.secret.from("news").insert({ title, content: "First line,\nsecond line." }));
  await must(club.secret.rpc("run_job_now", { _name: "Announce news" }));
  await expect
    .poll(
      async () => {
        await must(club.secret.rpc("run_job_now", { _name: "Send messages" }));
        return Boolean(await arrived());
      },
      { intervals: [500] },
    )
    .toBe(true);
}

test("each kind has a choice per channel that survives a reload, also after fast clicks", async ({
  page,
}) => {
  recordErrors(page, browserErrors);
  await aPlayer(page);
  await openProfile(page);
  const before = await chosen(page);
  let saved = 0;
  page.on("response", (response) => {
    if (response.url().endsWith("/rpc/set_message_choice") && response.ok()) saved += 1;
  });
  await boxes(page).evaluateAll((all) => {
    for (const one of all) if (one instanceof HTMLElement) one.click();
  });
  expect(await chosen(page)).toEqual(before.map((one) => !one));
  await expect.poll(() => saved).toBe(choices);
  await box(page, "News", "Email").uncheck();
  await expect.poll(() => saved).toBe(choices + 1);
  await page.reload();
  await expect(boxes(page)).toHaveCount(choices);
  const after = before.map((one) => !one);
  after[kinds.indexOf("News") * channels.length + channels.indexOf("Email")] = false;
  expect(await chosen(page)).toEqual(after);
});

test("a choice that cannot be saved is reset with a message", async ({ page }) => {
  await aPlayer(page);
  await openProfile(page);
  const reminders = box(page, "Reminders", "Email");
  for (const fail of ["refuse", "be away"] as const) {
    await page.route("**/rpc/*message*", (route) =>
      fail === "refuse" ? route.fulfill({ status: 500, json: { message: "broken" } }) : route.abort(),
    );
    await expect(reminders).toBeChecked();
    await reminders.click();
    await expect(page.getByText("An error occurred. Please try again.").last()).toBeVisible();
    await expect(reminders).toBeChecked();
    await page.unroute("**/rpc/*message*");
  }
  await page.reload();
  await expect(reminders).toBeChecked();
});

test("the link of an email turns its kind off with one click, says so when it is used again, and can be undone", async ({
  browser,
  page,
}) => {
  recordErrors(page, browserErrors);
  const email = await aPlayer(page);
  await openProfile(page);
  await expect(box(page, "News", "Email")).not.toBeChecked();
  const saved = page.waitForResponse((response) => response.url().endsWith("/rpc/set_message_choice"));
  await box(page, "News", "Email").check();
  await saved;

  const mail = async () =>
    (await club.outbox()).find(({ recipient, subject }) => recipient === email && subject === "Cup night");
  await tell("Cup night", mail);
  const link = /http\S+\/unsubscribe\?token=\S+/.exec((await mail())?.body ?? "")?.[0] ?? "";

  const stranger = await newVisitor(browser, club, browserErrors);
  await stranger.goto(link);
  const main = stranger.getByRole("main");
  await expect(main).toContainText("You get emails about news at the moment.");
  await checkScreen(stranger, "an unsubscribe link");
  await stranger.getByRole("button", { name: "Turn off" }).click();
  await expect(main).toContainText("You no longer get emails about news.");
  await checkScreen(stranger, "a used unsubscribe link");
  await page.reload();
  await expect(box(page, "News", "Email")).not.toBeChecked();
  await expect(box(page, "News", "Push")).toBeChecked();

  await stranger.goto(link);
  await expect(stranger.getByRole("heading", { name: "These emails are off" })).toBeVisible();
  await stranger.getByRole("button", { name: "Turn on again" }).click();
  await expect(main).toContainText("You get emails about news at the moment.");
  await page.reload();
  await expect(box(page, "News", "Email")).toBeChecked();

  for (const wrong of [
    link.replace(/token=../, "token=xx"),
    link.replace("kind=news", "kind=weather"),
    link.replace(/\?.*/, ""),
  ]) {
    await stranger.goto(wrong);
    await expect(main).toContainText("This link is not valid");
    await expect(stranger.getByRole("button", { name: /^Turn/ })).toHaveCount(0);
  }
});

test("an admin sets and removes the quiet hours, and the audit log has both", async ({ page }) => {
  recordErrors(page, browserErrors);
  club.command("admin", "grant", await aPlayer(page));
  await must(club.secret.from("admin_settings").delete().eq("setting_key", "quiet_hours"));
  await page.goto("/admin-dashboard/notifications");
  await expect(page.getByLabel("From")).toHaveValue("23:00");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("07:00");
  const save = () => page.getByRole("button", { name: "Save quiet hours" }).click();
  await page.getByLabel("From").fill("");
  await save();
  await expect(page.getByText("Please fill in both times")).toBeVisible();
  await page.getByLabel("From").fill("07:00");
  await save();
  await expect(page.getByText("Quiet hours must start and end at different times")).toBeVisible();
  await page.getByLabel("From").fill("22:15");
  await save();
  await expect(page.getByText("Quiet hours saved")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("From")).toHaveValue("22:15");

  await page.getByLabel("Turn on quiet hours").uncheck();
  await expect(page.getByLabel("From")).toHaveCount(0);
  await save();
  await expect(page.getByText("Quiet hours saved").last()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Turn on quiet hours")).not.toBeChecked();
  const { data } = await must(
    club.secret
      .from("admin_audit_log")
      .select("old_values, new_values")
      .eq("table_name", "admin_settings")
      .not("admin_user_id", "is", null)
      .order("id"),
  );
  expect(data).toMatchObject([
    { new_values: { setting_value: "22:15-07:00" } },
    { old_values: { setting_value: "22:15-07:00" }, new_values: { setting_value: "00:00-00:00" } },
  ]);
});

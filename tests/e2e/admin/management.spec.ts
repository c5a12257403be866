/** Management: users, points, snapshots, roles, subscriptions and codes. */
import { expect, type Page } from "@playwright/test";
import { openAdminPage } from "../support/admin-page.ts";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, completeInThePast } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { PASSWORD, signIn } from "../support/user-actions.ts";

let club: Club;
let page: Page;
test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  page = await openAdminPage(browser, club, 1440);
  await twoPlayersAndAResult();
});
test.afterAll(() => club.stop());

/** Amina has a perfect score and a prediction for an open match, Ben has neither. */
async function twoPlayersAndAResult(): Promise<void> {
  const { secret } = club;
  const people: string[] = [];
  for (const [name, email] of [
    ["Amina Player", "amina@example.com"],
    ["Ben Player", "ben@example.com"],
  ] as const) {
    const { data, error } = await secret.auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: name },
    });
    if (error) throw error;
    people.push(data.user.id);
  }
  await must(secret.from("teams").insert(["Leeds", "Hull", "Derby", "Luton"].map((name) => ({ name }))));
  const matches = [
    ["Leeds", "Hull"],
    ["Derby", "Luton"],
  ].map(([home = "", away = ""]) => ({
    id: crypto.randomUUID(),
    home_team_name: home,
    away_team_name: away,
    match_date: daysFromNow(3),
    league: "Friendly Club",
  }));
  await must(secret.from("matches").insert(matches));
  const prediction = (player: string | undefined, match: number, home: number, away: number) => ({
    user_id: player ?? "",
    match_id: matches[match]?.id ?? "",
    home_prediction: home,
    away_prediction: away,
  });
  await must(
    secret
      .from("user_predictions")
      .insert([
        prediction(people[0], 0, 2, 1),
        prediction(people[1], 0, 0, 3),
        prediction(people[0], 1, 4, 4),
      ]),
  );
  // Not yesterday, whose results a test below tells.
  await completeInThePast(club, matches[0]?.id ?? "", 4, [2, 1]);
}

async function must(request: PromiseLike<{ error: { message: string } | null }>): Promise<void> {
  const { error } = await request;
  if (error) throw new Error(error.message);
}

const said = (words: string | RegExp) => expect(page.getByText(words).last()).toBeVisible();
const line = (name: string) => page.getByRole("row").filter({ hasText: name });

async function choose(player: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${player}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("the dashboard opens with tonight and has its figures in the overview", async () => {
  await page.goto("/admin-dashboard");
  await expect(page).toHaveURL(/\/admin-dashboard\/tonight$/);
  await expect(page.getByRole("heading", { name: "Tonight" })).toBeVisible();
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByText("Total Users").locator("..")).toContainText("3");
  await expect(page.getByText("Total Matches").locator("..")).toContainText("1 completed");
  await expect(page.getByText("Avg Accuracy").locator("..")).toContainText("50.0%");
  await expect(page.getByText("Amina Player", { exact: true })).toBeVisible();
  await expect(page.getByText("1 match is open for predictions")).toBeVisible();
  const file = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export Data" }).click();
  expect((await file).suggestedFilename()).toBe("scoreline-users.csv");
  await said("User data exported successfully");
});

test("players who miss the next matchday get a WhatsApp message, and are a list to copy", async () => {
  const { secret } = club;
  const { data: ben } = await secret.from("profiles").select("id").eq("full_name", "Ben Player").single();
  await must(secret.auth.admin.updateUserById(ben?.id ?? "", { phone: "+23057111222", phone_confirm: true }));
  const later = { home_team_name: "Leeds", away_team_name: "Derby", league: "Friendly Club" };
  await must(secret.from("matches").insert({ ...later, match_date: daysFromNow(20) }));
  await page.goto("/admin-dashboard/predictions");
  await expect(page.getByRole("heading", { name: "Players with missing predictions: 2" })).toBeVisible();
  const players = page.locator(".missing-players li");
  await expect(players).toContainText([
    "Ben Player1 match, +23057111222",
    "Olga Organiser1 match, no phone number",
  ]);
  const message = await page.getByRole("link", { name: "WhatsApp Ben Player" }).getAttribute("href");
  expect(new URL(message ?? "").pathname).toBe("/23057111222");
  expect(new URL(message ?? "").searchParams.get("text")).toBe(
    `Hi Ben, 1 match still needs your prediction: ${club.url}/matches?match=next`,
  );
  await expect(page.getByRole("link", { name: /^WhatsApp/ })).toHaveCount(1);
  await expect(line("Amina Player")).toContainText("1 of 2");
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy list" }).click();
  await said("List copied to clipboard");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "Ben Player: 1 match\nOlga Organiser: 1 match",
  );
  await page.getByRole("radio", { name: "All" }).check();
  await expect(players).toContainText([
    "Amina Player1 match",
    "Ben Player2 matches",
    "Olga Organiser2 matches",
  ]);
  await page.getByRole("radio", { name: "Next 7 days" }).check();
  await expect(players).toHaveCount(2);
  await must(secret.from("matches").delete().match({ home_team_name: "Leeds", away_team_name: "Derby" }));
});

test(
  "a temporary password lets a member back in, who must choose another one first",
  SWEEP,
  async ({ browser }) => {
    await club.secret.auth.admin.createUser({
      phone: "+23057666666",
      password: PASSWORD,
      phone_confirm: true,
      user_metadata: { full_name: "Cora Phone" },
    });
    await page.goto("/admin-dashboard/management");
    await page.getByRole("button", { name: "Actions for Olga Organiser" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Set a temporary password" })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await choose("Cora Phone", "Set a temporary password");
    await page.getByRole("button", { name: "Set password" }).click();
    const dialog = page.getByRole("dialog", { name: "Temporary password of Cora Phone" });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await said("Password copied to clipboard");
    const password = await page.evaluate(() => navigator.clipboard.readText());
    await expect(dialog).toContainText(password);
    await dialog.getByRole("button", { name: "Close" }).click();

    const member = await (await browser.newContext({ baseURL: club.url })).newPage();
    await member.goto("/auth");
    await member.getByLabel("Email or phone number").fill("57666666");
    await member.getByLabel("Password", { exact: true }).fill(password);
    await member.getByRole("button", { name: "Sign In" }).click();
    await expect(member.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    // Every page leads back to the choice.
    await member.goto("/matches");
    await expect(member.getByRole("heading", { name: "Choose a new password" })).toBeVisible();
    await member.getByLabel("New password", { exact: true }).fill("Brand2New");
    await member.getByRole("button", { name: "Update Password" }).click();
    await expect(member.getByText("Password updated successfully!")).toBeVisible();
    await member.goto("/matches");
    await expect(member.getByRole("heading", { name: "Matches", level: 1 })).toBeVisible();
    await member.context().close();
    await club.secret.auth.admin.deleteUser((await userIdOf("Cora Phone")) ?? "");
  },
);

async function userIdOf(name: string): Promise<string | undefined> {
  return (await club.secret.from("profiles").select("id").eq("full_name", name).single()).data?.id;
}

test("a player's predictions, except open ones, are listed and can be deleted", async () => {
  await page.goto("/admin-dashboard/management");
  await choose("Amina Player", "View");
  const dialog = page.getByRole("dialog", { name: "Amina Player Predictions" });
  await expect(dialog.getByText("2 in total")).toBeVisible();
  await expect(dialog.getByRole("row").filter({ hasText: "Leeds v Hull" })).toContainText("2–1");
  await expect(dialog.getByRole("row").filter({ hasText: "Derby v Luton" })).toContainText(
    "Hidden until the lock",
  );
  await expect(dialog).not.toContainText("4–4");
  await dialog.getByRole("button", { name: "Delete the prediction of Derby v Luton" }).click();
  await page.getByRole("button", { name: "Delete prediction", exact: true }).click();
  await said("Prediction deleted successfully");
  await expect(dialog.getByText("1 in total")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
});

test("points are recalculated, reset for one, and kept in a snapshot", async () => {
  await page.getByRole("button", { name: "Recalculate All Points" }).click();
  await said("Recalculated points for 2 predictions");
  await page.getByRole("button", { name: "Create Snapshot" }).click();
  const form = page.getByRole("dialog", { name: "Create Snapshot" });
  await form.getByRole("button", { name: "Create Snapshot" }).click();
  await said("Please enter a name");
  await form.getByLabel("Name").fill("First day");
  await form.getByRole("button", { name: "Create Snapshot" }).click();
  await said("Snapshot created with 2 predictions");
  await page.getByRole("button", { name: "View Snapshots" }).click();
  await page.getByRole("button", { name: "Open First day" }).click();
  await page.getByRole("dialog").getByText("Amina Player").click();
  await expect(
    page.getByRole("dialog").getByRole("row").filter({ hasText: "Leeds v Hull" }).first(),
  ).toContainText("2–1");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();

  await choose("Amina Player", "Reset points");
  await expect(page.getByText("points set to 0", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reset points" }).click();
  await said("Points reset to zero for Amina Player. Predictions preserved.");
  await expect(line("Amina Player").getByRole("cell").nth(4)).toHaveText("0");
});

test("clearing all points needs a PIN, which needs the password", async () => {
  await page.getByRole("button", { name: "Clear All User Points" }).click();
  const clearing = page.getByRole("alertdialog");
  await expect(clearing.getByText("No PIN is set yet. Set one first.")).toBeVisible();
  await clearing.getByRole("button", { name: "Keep points" }).click();

  await page.getByRole("button", { name: "Set PIN" }).click();
  const form = page.getByRole("dialog", { name: "Set PIN" });
  await form.getByLabel("Your password").fill("wrong Password 1");
  await form.getByLabel("New PIN").fill("4711");
  await form.getByRole("button", { name: "Set PIN" }).click();
  await said("The password is not correct");
  await form.getByLabel("Your password").fill(PASSWORD);
  await form.getByRole("button", { name: "Set PIN" }).click();
  await said("PIN set");

  await page.getByRole("button", { name: "Clear All User Points" }).click();
  await clearing.getByLabel("PIN").fill("1234");
  await clearing.getByRole("button", { name: "Clear all points" }).click();
  await said("Invalid PIN");
  await clearing.getByLabel("PIN").fill("4711");
  await clearing.getByRole("button", { name: "Clear all points" }).click();
  await said(/^All points reset to zero/);
  const counted = async () => {
    const { data } = await club.secret
      .from("user_predictions")
      .select("id")
      .is("cleared_at", null)
      .not("points_earned", "is", null);
    return data;
  };
  expect(await counted()).toEqual([]);
  await page.goto("/admin-dashboard/audit-log");
  const entry = page
    .getByRole("listitem")
    .filter({ hasText: /all points/i })
    .first();
  await entry.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo clearing" }).click();
  await said("Undone. Everything is as it was before.");
  expect(await counted()).toHaveLength(1);
  await page.goto("/admin-dashboard/management");
  await page.getByRole("button", { name: "View Snapshots" }).click();
  await expect(page.getByRole("dialog").getByText(/^Before clearing/)).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
});

test("the member sheet says why a member cannot predict, and keeps notes", SWEEP, async () => {
  await addMatch(club, {
    home_team_name: "Leeds",
    away_team_name: "Luton",
    match_date: daysFromNow(4),
    league: "FA Cup",
  });
  await page.goto("/admin-dashboard/management");
  await choose("Ben Player", "Member sheet");
  const sheet = page.getByRole("dialog", { name: "Ben Player" });
  await expect(sheet.getByRole("listitem").filter({ hasText: "Leeds v Luton" })).toContainText(
    "Needs the FA Cup subscription.",
  );
  await expect(sheet.getByRole("listitem").filter({ hasText: "Derby v Luton" })).toContainText(
    "No pick yet.",
  );
  await expect(sheet.getByText("ben@example.com and the password")).toBeVisible();
  await sheet.getByRole("button", { name: "Save note" }).click();
  await expect(sheet.getByText("Write a note first")).toBeVisible();
  await sheet.getByLabel("Note", { exact: true }).fill("Pays in cash");
  await sheet.getByRole("button", { name: "Save note" }).click();
  await expect(sheet.getByRole("listitem").filter({ hasText: "Pays in cash" })).toContainText("just now");
  await sheet.getByRole("textbox", { name: "Title" }).fill("Dues");
  await sheet.getByRole("textbox", { name: "Message" }).fill("Please pay.");
  await sheet.getByRole("button", { name: "Send message" }).click();
  await said("Message sent to Ben Player");
  await expect(sheet.getByRole("textbox", { name: "Title" })).toHaveValue("");
  await sheet.getByRole("button", { name: "Subscriptions" }).click();
  await expect(page.getByRole("dialog", { name: "Ben Player: subscriptions" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
});

test("subscriptions are given and ended, and codes created in bulk and revoked", async () => {
  await page.goto("/admin-dashboard/management");
  await choose("Ben Player", "Subscriptions");
  const dialog = page.getByRole("dialog", { name: "Ben Player: subscriptions" });
  await dialog.getByRole("button", { name: "Give subscription" }).click();
  await said("Please select a subscription plan");
  await dialog.getByLabel("Subscription plan").selectOption("FA Cup");
  await dialog.getByLabel("Valid until").fill(daysFromNow(30));
  await dialog.getByRole("button", { name: "Give subscription" }).click();
  await said("Subscription given");
  await dialog.getByLabel("Valid until").fill(daysFromNow(-2));
  await dialog.getByRole("button", { name: "Give subscription" }).click();
  await said("The expiry date cannot be in the past");
  await dialog.getByRole("button", { name: "End the FA Cup subscription" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End subscription" }).click();
  await said("FA Cup subscription ended");
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.goto("/admin-dashboard/codes");
  await page.getByLabel("Subscription plan").selectOption("League Cup");
  const endOfSeason = page.getByRole("button", { name: "End of season" });
  await endOfSeason.click();
  await expect(page.getByLabel("Valid until")).toHaveValue(/^\d{4}-05-31$/);
  await expect(endOfSeason).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("Valid until").fill(daysFromNow(400));
  await expect(endOfSeason).toHaveAttribute("aria-pressed", "false");
  await page.getByLabel("How many").fill("101");
  await page.getByRole("button", { name: "Generate 101 Codes" }).click();
  await said("Between 1 and 100 codes can be made at once");
  await page.getByLabel("How many").fill("12");
  await page.getByRole("button", { name: "Generate 12 Codes" }).click();
  await said("12 codes generated for League Cup");
  const first = page.getByRole("button", { name: /^Revoke \d{7}$/ }).first();
  const code = (await first.getAttribute("aria-label"))?.slice(-7) ?? "";
  await page.getByLabel("Search by code or player").fill(code);
  await expect(page.getByRole("button", { name: /^Revoke/ })).toHaveCount(1);
  // This browser has no share sheet, so the page offers WhatsApp and Copy.
  await page
    .getByRole("table")
    .getByRole("button", { name: `Send ${code}` })
    .click();
  const message = page.getByRole("dialog", { name: `Send ${code}` });
  const link = `${new URL(page.url()).origin}/subscriptions?code=${code}&plan=league_cup`;
  const words = `Your League Cup code for English Scoreline Club: ${code}. Redeem it here: ${link}`;
  await expect(message.getByText(words)).toBeVisible();
  await expect(message.getByRole("link", { name: "WhatsApp" })).toHaveAttribute(
    "href",
    `https://wa.me/?text=${encodeURIComponent(words)}`,
  );
  await page.context().grantPermissions(["clipboard-write"]);
  await message.getByRole("button", { name: "Copy" }).click();
  await said(`Code ${code} marked as sent`);
  await expect(page.getByRole("cell", { name: /^Open, sent \d/ })).toHaveCount(1);
  await expect(page.getByRole("table").getByRole("button", { name: `Send again ${code}` })).toBeVisible();
  await first.click();
  await page.getByRole("button", { name: "Revoke code" }).click();
  await said(`Code ${code} revoked`);
  await expect(page.getByRole("button", { name: `Revoke ${code}` })).toHaveCount(0);
});

test("a message for the subscribers of a competition is scheduled, moved and cancelled", SWEEP, async () => {
  await page.goto("/admin-dashboard/notifications");
  await page.getByRole("textbox", { name: "Title" }).fill("Cup draw");
  await page.getByRole("textbox", { name: "Message" }).fill("It is on Monday.");
  await page.getByLabel("Recipients").selectOption({ label: "Subscribers of a competition" });
  await page.getByRole("button", { name: "Send message" }).click();
  await said("Choose a competition");
  await page.getByLabel("Competition", { exact: true }).selectOption({ label: "FA Cup" });
  await page.getByRole("checkbox", { name: "Send later" }).check();
  await page.getByLabel("Date", { exact: true }).fill(daysFromNow(2));
  await page.getByLabel("Time", { exact: true }).fill("18:00");
  await page.getByRole("button", { name: "Schedule message" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Schedule" }).click();
  await said("Message scheduled");
  await expect(page.getByText("Subscribers of FA Cup")).toBeVisible();
  await page.getByRole("button", { name: "Edit time: Cup draw" }).click();
  await page.getByRole("dialog").getByLabel("Time").fill("19:30");
  await page.getByRole("button", { name: "Save time" }).click();
  await said("Time saved");
  await expect(page.getByText(/^Scheduled for .*, 19:30 \(club time\)$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel: Cup draw" }).click();
  await page.getByRole("button", { name: "Cancel message" }).click();
  await said("Message cancelled");
  await expect(page.getByText("Subscribers of FA Cup")).toHaveCount(0);
});

test("results wait for the other matches of their round, and can be told before", SWEEP, async () => {
  const round = { league: "Friendly Club", season: "2030/31", round: "Matchday 7", match_time: "15:00" };
  const teams = { home_team_name: "Luton", away_team_name: "Hull" };
  const played = await addMatch(club, { ...round, ...teams, match_date: daysFromNow(1) });
  await completeInThePast(club, played, 1, [2, 1]);
  await addMatch(club, {
    ...round,
    home_team_name: "Hull",
    away_team_name: "Luton",
    // A day before, members would be reminded of it.
    match_date: daysFromNow(2),
  });
  await page.goto("/admin-dashboard/notifications");
  const panel = page.getByRole("region", { name: "Results to tell" });
  const day = panel.getByRole("listitem").filter({ hasText: "Waits for" });
  await expect(day).toContainText(
    /1 of 1 match completedWaits for Hull v Luton, .*, which is in the same round\./,
  );
  await panel.getByRole("button", { name: "Tell these results now" }).click();
  await expect(page.getByText(/^\d+ messages? sent$/)).toBeVisible();
  await expect(panel.getByText("No result waits.")).toBeVisible();
});

test("a notification reaches everyone, a role is granted and revoked, and the last admin stays", async () => {
  await page.goto("/admin-dashboard/notifications");
  await page.getByRole("button", { name: "Send to all users" }).click();
  await said("Please fill in both title and message");
  await page.getByRole("textbox", { name: "Title" }).fill("Club night");
  await page.getByRole("textbox", { name: "Message" }).fill("Doors open at seven.");
  await page.getByRole("button", { name: "Send to all users" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("To 3 members: 3 in the bell, 0 by push, 0 by email.");
  await question.getByRole("button", { name: "Send" }).click();
  await said("Notification sent to 3 users");
  await expect(page.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible();
  await page.getByRole("button", { name: "Withdraw: Club night" }).click();
  await expect(question).toContainText("No member has read it yet. It disappears from 3 bells.");
  await question.getByRole("button", { name: "Withdraw" }).click();
  await said("Message withdrawn from 3 bells");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();

  await page.goto("/admin-dashboard/management");
  await choose("Olga Organiser", "Remove admin role");
  await page.getByRole("button", { name: "Remove role" }).click();
  await said("The club needs at least one admin");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose("Ben Player", "Make admin");
  await page.getByRole("button", { name: "Make admin" }).click();
  await said("Ben Player is an admin now");
  await choose("Ben Player", "Remove admin role");
  await page.getByRole("button", { name: "Remove role" }).click();
  await said("Ben Player is no longer an admin");
});

test(
  "a helper for results enters one on a phone, finds no other screen, and loses it with the role",
  SWEEP,
  async ({ page: helper }) => {
    await page.goto("/admin-dashboard/management");
    const teams = { home_team_name: "Leeds", away_team_name: "Luton" };
    const id = await addMatch(club, { ...teams, match_date: daysFromNow(3), league: "Friendly Club" });
    await moveKickoff(club, id, -60 * 200);
    await must(club.secret.rpc("start_due_matches"));
    // It moves the rows of the page, and with them the menu that is opened next.
    await expect(page.getByRole("link", { name: "Results to enter: 1" })).toBeVisible();
    await choose("Ben Player", "Roles");
    const dialog = page.getByRole("dialog", { name: "Ben Player: roles" });
    await expect(dialog.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await dialog.getByRole("checkbox", { name: "Results" }).check();
    await said("Ben Player is a helper now: Results");
    await expect(dialog.getByRole("checkbox", { name: "Results" })).toBeChecked();
    await page.keyboard.press("Escape");
    await expect(line("Ben Player").getByText("Results", { exact: true })).toBeVisible();

    await helper.setViewportSize({ width: 390, height: 844 });
    await signIn(helper, "ben@example.com");
    await helper.goto("/");
    await helper.getByRole("link", { name: "Results to enter: 1" }).click();
    await helper.getByLabel("Leeds score", { exact: true }).fill("2");
    await helper.getByLabel("Luton score", { exact: true }).fill("0");
    await helper.getByRole("button", { name: "Save 1 result" }).click();
    await expect(helper.getByText("1 result saved and points calculated!")).toBeVisible();
    await expect(helper.getByRole("link", { name: /Manage Matches|All matches/ })).toHaveCount(0);
    await helper.getByRole("button", { name: "Open menu" }).click();
    const menu = helper.getByRole("navigation", { name: "Menu" });
    await expect(menu.getByRole("link", { name: "Enter results" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Questions" })).toBeVisible();
    await expect(menu.getByRole("link", { name: /Dashboard|Manage Matches|Codes|News/ })).toHaveCount(0);
    await menu.getByRole("link", { name: "Live Scores" }).click();
    await expect(helper.getByRole("heading", { level: 1, name: "Live Scores" })).toBeVisible();
    await expect(helper.getByRole("button", { name: /Sync/ })).toHaveCount(0);
    for (const path of ["/manage-matches", "/admin-dashboard/codes"]) {
      await helper.goto(path);
      await expect(helper.getByRole("heading", { name: "Admin Access Required" }), path).toBeVisible();
    }
    await helper.goto("/subscription-archives");
    await expect(helper).toHaveURL(`${club.url}/`);

    await helper.goto("/enter-results");
    await expect(helper.getByRole("heading", { level: 1, name: "Enter results" })).toBeVisible();
    await choose("Ben Player", "Roles");
    await dialog.getByRole("checkbox", { name: "Results" }).uncheck();
    await said("Ben Player is no longer a helper: Results");
    await page.keyboard.press("Escape");
    await expect(line("Ben Player").getByText("Results", { exact: true })).toHaveCount(0);
    await helper.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(helper.getByRole("heading", { name: "Admin Access Required" })).toBeVisible();
  },
);

test(
  "a deleted user disappears from every list, and is back after an undo where it was done",
  SWEEP,
  async () => {
    const removeBen = async () => {
      await choose("Ben Player", "Delete");
      await page.getByRole("button", { name: "Delete user" }).click();
      await said("Ben Player was deleted");
      await expect(line("Ben Player")).toHaveCount(0);
    };
    await removeBen();
    await page.getByRole("button", { name: /^Undo: An account was deleted/ }).click();
    await said("Undone. Everything is as it was before.");
    await expect(line("Ben Player")).toBeVisible();
    await removeBen();
    await page.getByLabel("Search by name, phone or email").fill("amina@");
    await expect(line("Amina Player")).toBeVisible();
    await expect(line("Olga Organiser")).toHaveCount(0);
  },
);

test("the reset link is emailed, and an invalid address is refused", async () => {
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await said("Please enter an email address");
  await page.getByLabel("Email", { exact: true }).fill("nobody");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await said("Please enter a valid email address");
  await page.getByLabel("Email", { exact: true }).fill("unknown@example.com");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await said("No account has this email address");

  await page.getByLabel("Email", { exact: true }).fill(" Amina@example.com ");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await said(
    "No mail server is set, so the email stays in the outbox of the club's server. Give the member a temporary password instead.",
  );
  expect((await club.outbox())[0]).toMatchObject({ recipient: "amina@example.com" });
});

/** Failures of the server: each action shows its message and keeps the admin's input. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, must, predict } from "../support/club-data.ts";
import { DASHBOARD_TABS } from "../support/dashboard-tabs.ts";
import { test } from "../support/test.ts";
import { hold, PASSWORD, signIn, whileTimePasses } from "../support/user-actions.ts";

let club: Club;
let page: Page;

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");

  const player = await addPlayer(club, "Paul Player", "paul@example.com", false);
  const match = await addMatch(club, {
    home_team_name: "Leeds",
    away_team_name: "Hull",
    match_date: daysFromNow(3),
    league: "Friendly Club",
  });
  await predict(club, player, match, [1, 0]);
  const { secret } = club;
  const day = daysFromNow(0);
  await must(secret.from("news").insert({ title: "Derby night", content: "Come along." }));
  const period = { name: "Autumn", start_date: day, end_date: day };
  await must(secret.from("leaderboard_archives").insert({ ...period, league: "Friendly Club" }));
  const subscription = {
    user_id: player,
    subscription_type: "fa_cup",
    expires_at: `${daysFromNow(9)}T00:00:00Z`,
  };
  await must(secret.from("subscriptions").insert(subscription));
  await must(secret.rpc("create_subscription_archive", { ...period, description: "" }));
  page = await (
    await browser.newContext({ baseURL: club.url, viewport: { width: 1440, height: 900 } })
  ).newPage();
  await page.clock.install();
  await signIn(page, "olga@example.com");
});
test.afterAll(() => club.stop());

const said = (words: string) => expect(page.getByText(words, { exact: true }).last()).toBeVisible();
const press = (name: string) => page.getByRole("button", { name, exact: true }).last().click();
const open = (tab: string) => page.goto(`/admin-dashboard/${tab}`);

async function choose(action: string): Promise<void> {
  await page.getByRole("button", { name: "Actions for Paul Player" }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Answers 500 to every write at `path`, and optionally to reads. */
async function whileFailing(path: string, work: () => Promise<void>, reads = false): Promise<void> {
  const pattern = new RegExp(`/${path}(\\?|$)`);
  await page.route(pattern, (route) =>
    reads || !["GET", "HEAD"].includes(route.request().method())
      ? route.fulfill({ status: 500, json: { message: "broken" } })
      : route.continue(),
  );
  await work();
  await page.unroute(pattern);
}

/** For each tab the request that fails, and the message on screen. */
const READS: Record<(typeof DASHBOARD_TABS)[number], [path: string, words: string]> = {
  tonight: ["rest/v1/rpc/winners_to_tell", "Failed to load the winners to tell"],
  overview: ["rest/v1/rpc/admin_overview", "Failed to load dashboard data"],
  users: ["rest/v1/rpc/admin_players", "Failed to load dashboard data"],
  predictions: ["rest/v1/rpc/admin_players", "Failed to load dashboard data"],
  matches: ["rest/v1/matches", "Failed to load matches"],
  questions: ["rest/v1/rpc/admin_season_questions", "Failed to load questions"],
  "moving-in": ["rest/v1/rpc/moved_in", "Failed to load what was moved in"],
  "last-standing": ["rest/v1/rpc/last_standing", "Failed to load the game"],
  divisions: ["rest/v1/rpc/divisions", "Failed to load the divisions"],
  cup: ["rest/v1/rpc/cup", "Failed to load the cup"],
  management: ["rest/v1/rpc/admin_players", "Failed to load dashboard data"],
  groups: ["rest/v1/rpc/admin_groups", "Failed to load groups"],
  prizes: ["rest/v1/rpc/admin_prizes", "Failed to load what has been won"],
  codes: ["rest/v1/rpc/admin_plan_codes", "Failed to load codes"],
  notifications: ["rest/v1/rpc/quiet_hours", "Failed to load the quiet hours"],
  news: ["rest/v1/news", "Failed to fetch news"],
  teams: ["rest/v1/teams", "Failed to fetch teams"],
  "leaderboard-archives": ["rest/v1/leaderboard_archives", "Failed to load archives"],
  "subscription-archives": ["rest/v1/subscription_period_archives", "Failed to load subscription archives"],
  "home-settings": ["rest/v1/admin_settings", "Failed to load settings"],
  "custom-countdown": ["rest/v1/admin_settings", "Failed to load countdown settings"],
  texts: ["rest/v1/rpc/club_text_versions", "Failed to load the texts"],
  "api-settings": ["rest/v1/rpc/provider_state", "Failed to load API settings"],
  "season-end": ["rest/v1/rpc/season_plan", "Failed to load the end of the season"],
  health: ["rest/v1/rpc/club_health", "Failed to load the health"],
  "audit-log": ["rest/v1/admin_audit_log", "Failed to load the audit log"],
  "scheduled-work": ["rest/v1/rpc/scheduled_jobs", "Failed to load scheduled work"],
};

for (const tab of DASHBOARD_TABS) {
  const [path, words] = READS[tab];
  test(`${tab} shows a failure when it cannot be read, and Retry recovers`, async () => {
    await whileFailing(
      path,
      async () => {
        await open(tab);
        await whileTimePasses(page, (limit) =>
          expect(page.getByText(words, { exact: true }).last()).toBeVisible(limit),
        );
      },
      true,
    );
    const retries = page.getByRole("button", { name: "Retry" });
    await whileTimePasses(page, async (limit) => {
      // If it disappears before the click, the retry succeeded.
      if ((await retries.count()) > 0) await retries.first().click({ timeout: 2_000 });
      await expect(page.getByText(words, { exact: true })).toHaveCount(0, limit);
    });
  });
}

test("codes keep their input", async () => {
  await open("codes");
  await page.getByLabel("Subscription plan").selectOption("FA Cup");
  await page.getByRole("button", { name: "30 days" }).click();
  await whileFailing("rest/v1/rpc/generate_plan_code", async () => {
    await press("Generate 7-Digit Code");
    await said("Failed to generate code");
  });
  await expect(page.getByLabel("Subscription plan")).toHaveValue("fa_cup");
});

test("notifications keep their input", async () => {
  await open("notifications");
  await page.getByRole("textbox", { name: "Title" }).fill("Club night");
  await page.getByRole("textbox", { name: "Message" }).fill("Doors open at seven.");
  await whileFailing("rest/v1/rpc/preview_club_message", async () => {
    await press("Send to all users");
    await said("Failed to count the recipients");
  });
  await press("Send to all users");
  await whileFailing("rest/v1/rpc/send_club_message", async () => {
    await press("Send");
    await said("Failed to send notifications");
  });
  await press("Keep editing");
  await expect(page.getByRole("textbox", { name: "Message" })).toHaveValue("Doors open at seven.");
  await page.getByLabel("From").fill("22:15");
  await whileFailing("rest/v1/rpc/save_settings", async () => {
    await press("Save quiet hours");
    await said("Failed to save the quiet hours");
  });
  await expect(page.getByLabel("From")).toHaveValue("22:15");
});

test("a text that was not published stays in its dialog", async () => {
  await open("texts");
  await press("Write: Prize rules");
  await page.getByRole("textbox", { name: "Text" }).fill("# Prizes\n\nA shirt.");
  await whileFailing("rest/v1/rpc/publish_club_text", async () => {
    await press("Publish");
    await said("Failed to publish the text");
  });
  await expect(page.getByRole("textbox", { name: "Text" })).toHaveValue("# Prizes\n\nA shirt.");
});

test("matches that cannot be cancelled or removed stay, and the dialog shows the reason", async () => {
  await open("matches");
  await page.getByRole("button", { name: "Actions for Leeds v Hull" }).click();
  await page.getByRole("menuitem", { name: "Cancel Match" }).click();
  await whileFailing("rest/v1/rpc/cancel_match", async () => {
    await press("Cancel Match");
    await said("Failed to cancel match");
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for Leeds v Hull" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await whileFailing("rest/v1/rpc/delete_match", async () => {
    await press("Delete match");
    await said("Failed to remove match and predictions");
  });
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Actions for Leeds v Hull" })).toBeVisible();
});

test("a player's predictions show failures of reading, deleting and clearing", async () => {
  await open("management");
  await whileFailing(
    "rest/v1/rpc/admin_user_predictions",
    async () => {
      await choose("View");
      await said("Failed to load user predictions");
    },
    true,
  );
  await press("Retry");
  await page.getByRole("button", { name: "Delete the prediction of Leeds v Hull" }).click();
  await whileFailing("rest/v1/rpc/delete_user_prediction", async () => {
    await press("Delete prediction");
    await said("Failed to delete prediction");
  });
  await page.keyboard.press("Escape");
  await press("Clear All Predictions");
  await whileFailing("rest/v1/rpc/clear_user_predictions", async () => {
    await page.getByRole("alertdialog").getByRole("button").last().click();
    await said("Failed to clear predictions");
  });
});

test("points, snapshots, users and reset links show failures", async () => {
  await open("management");
  await whileFailing("rest/v1/rpc/recalculate_all_points", async () => {
    await press("Recalculate All Points");
    await said("Failed to recalculate points");
  });
  await press("Create Snapshot");
  await page.getByRole("dialog").getByLabel("Name").fill("First day");
  await whileFailing("rest/v1/rpc/create_predictions_snapshot", async () => {
    await press("Create Snapshot");
    await said("Failed to create snapshot");
  });
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("First day");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await choose("Reset points");
  await whileFailing("rest/v1/rpc/clear_player_points", async () => {
    await press("Reset points");
    await said("Failed to reset points");
  });
  await page.keyboard.press("Escape");
  await choose("Delete");
  await whileFailing("functions/v1/delete-user", async () => {
    await press("Delete user");
    await said("Failed to delete user. You may need to delete from Supabase dashboard.");
  });
  await page.keyboard.press("Escape");
  await page.getByLabel("Email", { exact: true }).fill("paul@example.com");
  await whileFailing("functions/v1/admin-reset-password", async () => {
    await press("Send Password Reset Email");
    await said("Failed to send password reset email");
  });
});

test("a clearing without an answer or with a failed snapshot clears nothing", async () => {
  await open("management");
  await press("Set PIN");
  await page.getByLabel("Your password").fill(PASSWORD);
  await page.getByLabel("New PIN").fill("4711");
  await whileFailing("auth/v1/token", async () => {
    await press("Set PIN");
    await said("Failed to set the PIN");
  });
  await press("Set PIN");
  await said("PIN set");
  await press("Clear All User Points");
  await page.getByRole("alertdialog").getByLabel("PIN").fill("4711");
  await whileFailing("rest/v1/rpc/clear_all_points", async () => {
    await press("Clear all points");
    await said("Failed to reset all points");
  });
  await page.route("**/rpc/clear_all_points", (route) =>
    route.fulfill({ status: 400, json: { code: "53100", message: "could not extend file" } }),
  );
  await press("Clear all points");
  await said("Snapshot creation failed. Points were not cleared.");
  await page.unroute("**/rpc/clear_all_points");
});

test("long work shows that it continues", async () => {
  await open("management");
  const release = await hold(page, "**/rpc/recalculate_all_points");
  await press("Recalculate All Points");
  await expect(page.getByText("It continues if you leave this page.", { exact: false })).toBeVisible();
  release();
  await said("Recalculated points for 0 predictions");
  await expect(page.getByText("It continues if you leave this page.", { exact: false })).toBeHidden();
});

test("news and teams keep their input", async () => {
  await open("news");
  await press("Edit Derby night");
  await page.getByRole("dialog").getByLabel("Title", { exact: true }).fill("Derby day");
  await whileFailing("rest/v1/rpc/change_row", async () => {
    await press("Save news");
    await said("Failed to save news");
  });
  await expect(page.getByRole("dialog").getByLabel("Title", { exact: true })).toHaveValue("Derby day");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await press("Delete Derby night");
  await whileFailing("rest/v1/news", async () => {
    await press("Delete news");
    await said("Failed to delete news");
  });
});

test("archives of leaderboards and subscriptions keep their input", async () => {
  await open("leaderboard-archives");
  await page.getByLabel("Name").fill("Second week");
  await page.getByLabel("League").selectOption("Friendly Club");
  await page.getByLabel("Start date").fill(daysFromNow(1));
  await page.getByLabel("End date").fill(daysFromNow(2));
  await whileFailing("rest/v1/leaderboard_archives", async () => {
    await press("Create Archive");
    await press("Create anyway");
    await said("Failed to create archive");
  });
  await press("Keep editing");
  await expect(page.getByLabel("Name")).toHaveValue("Second week");
  await press("Delete Autumn");
  await whileFailing("rest/v1/leaderboard_archives", async () => {
    await press("Delete archive");
    await said("Failed to delete archive");
  });

  await open("subscription-archives");
  await page.getByLabel("Name").fill("Winter");
  await page.getByLabel("Start date").fill(daysFromNow(1));
  await page.getByLabel("End date").fill(daysFromNow(2));
  await whileFailing("rest/v1/rpc/create_subscription_archive", async () => {
    await press("Create Subscription Archive");
    await said("Failed to create subscription archive");
  });
  await expect(page.getByLabel("Name")).toHaveValue("Winter");
  await press("Delete Autumn");
  await whileFailing("rest/v1/subscription_period_archives", async () => {
    await press("Delete archive");
    await said("Failed to delete subscription archive");
  });
  await page.goto("/subscription-archives");
  await page.getByRole("link", { name: "Autumn" }).click();
  await press("Add by phone number");
  await page.getByRole("textbox", { name: "Phone number" }).fill("+23057000000");
  await page.getByLabel("Subscription type").selectOption("League Cup");
  await page.getByLabel("Start date").fill(daysFromNow(-30));
  await page.getByLabel("Expiry date").fill(daysFromNow(30));
  await whileFailing("rest/v1/rpc/add_archived_subscription", async () => {
    await press("Add subscription");
    await said("Failed to add subscription to archive");
  });
  await expect(page.getByRole("textbox", { name: "Phone number" })).toHaveValue("+23057000000");
});

test("the export shows a failure", async () => {
  await open("overview");
  await whileFailing(
    "rest/v1/rpc/admin_export",
    async () => {
      await press("Export Data");
      await said("Failed to export data");
    },
    true,
  );
});

/** Organisers' mistakes with matches and results, and how they are noticed and reversed. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, openLive, predict } from "../support/club-data.ts";
import { SWEEP, test } from "../support/test.ts";
import { hold, newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let organiser: Page;
let player: Page;
let playerId: string;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  playerId = await addPlayer(club, "Paul Player", "paul@example.com");
  organiser = await newVisitor(browser, club, browserErrors);
  player = await newVisitor(browser, club, browserErrors);
  await signIn(organiser, "olga@example.com");
  await signIn(player, "paul@example.com");
});
test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
test.afterAll(() => club.stop());

/** A match of the Friendly Club that kicked off this many minutes ago. */
async function startedMatch(home: string, away: string, minutesAgo: number): Promise<string> {
  const teams = { home_team_name: home, away_team_name: away };
  const id = await addMatch(club, { ...teams, match_date: daysFromNow(1), league: "Friendly Club" });
  await moveKickoff(club, id, -60 * minutesAgo);
  await must(club.secret.rpc("start_due_matches"));
  return id;
}

test("a match without a result is live for 150 minutes, and then awaits its result", SWEEP, async () => {
  await startedMatch("Arsenal", "Chelsea", 100);
  const over = await startedMatch("Everton", "Fulham", 150);
  await player.goto("/matches");
  const card = (name: string) => player.getByRole("article", { name });
  await expect(card("Everton v Fulham")).toContainText("Awaiting result");
  await expect(card("Everton v Fulham").locator(".live-tag")).toHaveCount(0);
  await expect(card("Arsenal v Chelsea").locator(".live-tag")).toBeVisible();

  await organiser.goto("/live-scores");
  await expect(organiser.getByRole("region", { name: "Awaiting result" })).toContainText("Everton");
  await expect(organiser.getByRole("region", { name: "Live", exact: true })).not.toContainText("Everton");
  await organiser.goto("/admin-dashboard/overview");
  await expect(organiser.getByRole("link", { name: "Results to enter: 1" })).toBeVisible();
  await organiser.goto("/");
  await organiser.getByRole("link", { name: "Results to enter: 1" }).click();
  await expect(organiser.getByRole("group", { name: "Everton v Fulham" })).toBeVisible();

  await player.goto("/");
  await expect(player.getByText("Results to enter")).toHaveCount(0);
  await must(club.secret.from("matches").delete().eq("id", over));
});

test("an imported match whose kick-off is long past awaits its result at once", SWEEP, async () => {
  const past = { round: "Final", home: "Burnley", away: "Derby", date: "2000-01-01", time: "15:00" };
  await must(
    club.secret.rpc("import_matches", {
      _league: "FA Cup",
      _season: "1999",
      _time_zone: "UTC",
      _matches: [{ ...past, confirmed: true }],
    }),
  );
  await organiser.goto("/manage-matches?status=awaiting");
  await expect(organiser.getByRole("button", { name: "Actions for Burnley v Derby" })).toBeVisible();
  await organiser.goto("/manage-matches?status=live");
  await expect(organiser.getByRole("button", { name: "Actions for Arsenal v Chelsea" })).toBeVisible();
  await expect(organiser.getByText("Burnley")).toHaveCount(0);
});

const dialog = () => organiser.getByRole("dialog").or(organiser.getByRole("alertdialog")).last();
const chooseAction = async (match: string, name: string): Promise<void> => {
  await organiser.getByRole("button", { name: `Actions for ${match}` }).click();
  await organiser.getByRole("menuitem", { name }).click();
};
const press = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const undo = async (): Promise<void> => {
  await organiser.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(organiser.getByText("Undone. Everything is as it was before.")).toBeVisible();
  await expect(organiser.getByRole("button", { name: "Undo", exact: true })).toHaveCount(0);
};

/** An open match of the Friendly Club with a prediction of the player. */
async function predictedMatch(home: string, away: string): Promise<string> {
  const teams = { home_team_name: home, away_team_name: away };
  const id = await addMatch(club, { ...teams, match_date: daysFromNow(2), league: "Friendly Club" });
  await predict(club, playerId, id, [2, 1]);
  return id;
}

/** The rows that belong to a match. */
async function rowsOf(id: string) {
  const [matches, predictions, changes] = await Promise.all([
    must(club.secret.from("matches").select("*").eq("id", id)),
    must(club.secret.from("user_predictions").select("*").eq("match_id", id)),
    must(club.secret.from("prediction_changes").select("*").eq("match_id", id).order("id")),
  ]);
  return [matches.data ?? [], predictions.data, changes.data] as const;
}

test(
  "a kick-off in the past is accepted only after a question, and a new match is planned ahead",
  SWEEP,
  async () => {
    await organiser.goto("/manage-matches");
    await organiser
      .getByRole("button", { name: /add match/i })
      .first()
      .click();
    const day = await dialog().getByLabel("Date").inputValue();
    expect(Date.parse(`${day}T20:00:00+04:00`)).toBeGreaterThan(Date.now());
    await dialog().getByLabel("Home team").fill("Watford");
    await dialog().getByLabel("Away team").fill("Luton");
    await dialog().getByLabel("League").selectOption("Friendly Club");
    await dialog().getByLabel("Date").fill(daysFromNow(-3));
    await press("Add match");
    await expect(dialog()).toContainText("This kick-off is in the past");
    await expect(dialog()).toContainText("Predictions lock at once");
    await press("Change kick-off");
    const none = await must(club.secret.from("matches").select("id").eq("home_team_name", "Watford"));
    expect(none.data).toEqual([]);
    await expect(dialog().getByLabel("Home team")).toHaveValue("Watford");
    await press("Add match");
    await press("Add locked match");
    await expect(organiser.getByText("New match added successfully")).toBeVisible();
  },
);

test(
  "an upcoming match is completed only after a question, and Undo opens it again, and says that predictions were visible",
  SWEEP,
  async () => {
    const id = await predictedMatch("Leeds", "Hull");
    const before = await rowsOf(id);
    await organiser.goto("/manage-matches");
    await expect(organiser.getByRole("button", { name: "Edit: Leeds v Hull" })).toBeVisible();
    await chooseAction("Leeds v Hull", "Complete & Set Score");
    await expect(dialog()).toContainText(/it starts in \d+ d \d+ h/);
    await press("Complete it early");
    await dialog().getByLabel("Leeds score").fill("2");
    await dialog().getByLabel("Hull score").fill("1");
    await press("Complete match");
    await expect(organiser.getByText("Match score updated and points calculated!")).toBeVisible();
    expect(await rowsOf(id)).not.toEqual(before);
    await undo();
    const [[match], ...others] = before;
    expect(await rowsOf(id)).toEqual([
      [{ ...match, predictions_revealed_at: expect.any(String) }],
      ...others,
    ]);
  },
);

test("Undo brings back a cancelled and a deleted match with its predictions and their log", async () => {
  const id = await predictedMatch("Stoke", "Bury");
  const before = await rowsOf(id);
  await organiser.goto("/manage-matches");
  await chooseAction("Stoke v Bury", "Cancel Match");
  await press("Cancel Match");
  await expect(organiser.getByText("Match cancelled")).toBeVisible();
  await expect(organiser.getByRole("button", { name: "Actions for Stoke v Bury" })).toHaveCount(0);
  await undo();
  await expect(organiser.getByRole("button", { name: "Actions for Stoke v Bury" })).toBeVisible();
  expect(await rowsOf(id)).toEqual(before);
  await chooseAction("Stoke v Bury", "Delete");
  await press("Delete match");
  await expect(organiser.getByText("Match deleted")).toBeVisible();
  await expect(organiser.getByRole("button", { name: "Actions for Stoke v Bury" })).toHaveCount(0);
  expect(await rowsOf(id)).toEqual([[], [], []]);
  // By keyboard: Alt+T moves to the message, and Tab to its button.
  await organiser.keyboard.press("Alt+KeyT");
  await organiser.keyboard.press("Tab");
  await organiser.keyboard.press("Tab");
  await expect(organiser.getByRole("button", { name: "Undo", exact: true })).toBeFocused();
  await organiser.keyboard.press("Enter");
  await expect(organiser.getByRole("button", { name: "Actions for Stoke v Bury" })).toBeVisible();
  expect(await rowsOf(id)).toEqual(before);
});

test(
  "a completed match is void in one act, with one message, and Undo restores its result",
  SWEEP,
  async () => {
    const id = await predictedMatch("Millwall", "Barnsley");
    await complete(club, id, [2, 1]);
    const before = await rowsOf(id);
    const messages = async () =>
      (await must(club.secret.from("notifications").select("message").like("message", "Millwall%"))).data;
    await openLive(player, "/matches", 2);
    await openLive(organiser, "/manage-matches?status=completed", 2);
    await chooseAction("Millwall v Barnsley", "Void");
    await expect(dialog()).toContainText("The result 2–1 no longer counts");
    await expect(dialog()).toContainText("Its points are taken back from 1 member.");
    await press("Void match");
    await expect(organiser.getByText("Match voided")).toBeVisible();
    await expect(organiser.getByRole("button", { name: "Actions for Millwall v Barnsley" })).toHaveCount(0);
    expect(await messages()).toEqual([
      {
        message:
          "Millwall v Barnsley is cancelled, so its result no longer counts. Its points were taken back.",
      },
    ]);
    await undo();
    expect(await rowsOf(id)).toEqual(before);
    expect(await messages()).toEqual([]);
    await expect(organiser.getByRole("button", { name: "Actions for Millwall v Barnsley" })).toBeVisible();
    // An undo is not another full time, for anyone.
    for (const page of [organiser, player]) await expect(page.getByText("Match Completed!")).toHaveCount(0);
    await must(club.secret.from("matches").delete().eq("id", id));
  },
);

test("Undo gives a player the points back, and a revoked code and a subscription", SWEEP, async () => {
  const { data: code } = await must(
    club.secret.rpc("generate_plan_code", { plan_type: "fa_cup", expires_on: daysFromNow(9) }),
  );
  await organiser.goto("/admin-dashboard/codes");
  await organiser.getByRole("button", { name: `Revoke ${code?.code}` }).click();
  await press("Revoke code");
  await expect(organiser.getByRole("button", { name: `Revoke ${code?.code}` })).toHaveCount(0);
  await undo();
  await expect(organiser.getByRole("button", { name: `Revoke ${code?.code}` })).toBeVisible();

  await complete(club, await predictedMatch("Derby", "Luton"), [2, 1]);
  await organiser.goto("/admin-dashboard/management");
  const row = organiser.getByRole("row", { name: /Paul Player/ });
  await expect(row.locator("b.number")).toHaveText("3");
  await organiser.getByRole("button", { name: "Actions for Paul Player" }).click();
  await organiser.getByRole("menuitem", { name: "Reset points" }).click();
  await press("Reset points");
  await expect(row.locator("b.number")).toHaveText("0");
  await undo();
  await expect(row.locator("b.number")).toHaveText("3");
});

test("an undo after another change is refused with the reason", SWEEP, async () => {
  const id = await predictedMatch("Wigan", "Burnley");
  await organiser.goto("/manage-matches");
  await chooseAction("Wigan v Burnley", "Cancel Match");
  await press("Cancel Match");
  await expect(organiser.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
  await must(club.secret.from("matches").update({ round: "Another" }).eq("id", id));
  await organiser.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(organiser.getByText("This has changed since, so it cannot be undone.")).toBeVisible();
  expect(browserErrors.splice(0)).toEqual([expect.stringContaining("rpc/undo")]);
});

test(
  "a completed match is reopened: points go back, picks stay visible, and the player reads why",
  SWEEP,
  async () => {
    const id = await predictedMatch("Everton", "Arsenal");
    await complete(club, id, [2, 1]);
    await organiser.goto("/manage-matches?status=completed");
    await chooseAction("Everton v Arsenal", "Reopen");
    await expect(dialog()).toContainText("The result 2–1 is removed, and its points are taken back at once.");
    await expect(dialog()).toContainText("1 prediction is kept");
    await press("Reopen match");
    await expect(dialog().getByRole("alert")).toHaveText("Please give a reason of 3 to 200 characters");
    await dialog().getByLabel("Reason").fill("The wrong match was completed");
    await dialog().getByLabel("New date").fill(daysFromNow(-1));
    await press("Reopen match");
    await expect(dialog().getByRole("alert")).toHaveText("The new kick-off must be in the future.");
    await dialog().getByLabel("New date").fill(daysFromNow(3));
    await press("Reopen match");
    await expect(organiser.getByText("Match reopened. Players are told.")).toBeVisible();
    const [, predictions] = await rowsOf(id);
    expect(predictions).toMatchObject([{ home_prediction: 2, points_earned: null }]);

    await player.goto("/matches");
    const card = player.getByRole("article", { name: "Everton v Arsenal" });
    await expect(card).toContainText("Reopened by Olga Organiser");
    await expect(card).toContainText("“The wrong match was completed”");
    await expect(card.getByLabel("Everton score")).toHaveValue("2");
    await card.getByRole("button", { name: "See the picks from before" }).click();
    await expect(player.getByRole("dialog")).toContainText("Paul Player");
    await player.goto("/");
    await player.getByRole("button", { name: /^Notifications/ }).click();
    await expect(player.getByRole("dialog").getByText("Open again: Everton v Arsenal")).toBeVisible();
  },
);

test("the results of a round are entered by keyboard on one phone screen, and undone together", async () => {
  await organiser.setViewportSize({ width: 390, height: 844 });
  const pairs = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J"].map((letter) => `${letter}ton Town`);
  const teams = pairs.map((home) => [home, `${home} Rovers`] as const);
  const ids: string[] = [];
  for (const [home, away] of teams)
    ids.push(
      await addMatch(club, {
        home_team_name: home,
        away_team_name: away,
        match_date: daysFromNow(1),
        league: "Friendly Club",
        season: "Autumn",
        round: "Matchday 9",
      }),
    );
  const [first = "", second = ""] = ids;
  await predict(club, playerId, first, [1, 0]);
  await predict(club, playerId, second, [3, 3]);
  for (const id of ids) await moveKickoff(club, id, -60 * 200);
  await must(club.secret.rpc("start_due_matches"));

  await organiser.goto("/enter-results?competition=friendly_club&season=Autumn&round=Matchday+9");
  const score = (team: string) => organiser.getByLabel(`${team} score`, { exact: true });
  const save = organiser.getByRole("button", { name: /^Save/ });
  await expect(save).toBeDisabled();
  await organiser.evaluate(() => document.querySelector(".result-rows")?.scrollIntoView());
  await expect(score("Jton Town Rovers")).toBeInViewport({ ratio: 1 });
  await expect(save).toBeInViewport({ ratio: 1 });

  await score("Aton Town").focus();
  await organiser.keyboard.type("1");
  await organiser.keyboard.press("Enter");
  await organiser.keyboard.press("ArrowDown");
  await expect(score("Aton Town Rovers")).toHaveValue("0");
  await expect(organiser.getByText("1 of 1 member will score: 1 perfect, 0 right.")).toBeVisible();
  await organiser.keyboard.press("Enter");
  await organiser.keyboard.type("2");
  await organiser.getByRole("button", { name: "Bton Town Rovers: one more" }).click();
  await save.click();
  await expect(organiser.getByText("2 results saved and points calculated!")).toBeVisible();
  await expect(organiser.getByText("Entered", { exact: false })).toHaveCount(2);
  await expect(organiser.getByText("1–0", { exact: true })).toBeVisible();
  await expect(score("Aton Town")).toHaveCount(0);
  await organiser.getByRole("button", { name: "Edit Aton Town v Aton Town Rovers" }).click();
  await expect(score("Aton Town")).toHaveValue("1");
  await expect(organiser.getByText("Match Completed!")).toHaveCount(0);
  const points = () =>
    must(
      club.secret
        .from("user_predictions")
        .select("points_earned")
        .in("match_id", [first, second])
        .order("points_earned"),
    );
  expect((await points()).data).toEqual([{ points_earned: 0 }, { points_earned: 3 }]);
  await undo();
  expect((await points()).data).toEqual([{ points_earned: null }, { points_earned: null }]);
  await must(club.secret.from("matches").delete().in("id", ids));
  await organiser.setViewportSize({ width: 1280, height: 900 });
});

test(
  "the running score of a live match is raised, and a score that another organiser changed is not overwritten",
  SWEEP,
  async () => {
    const id = await startedMatch("Wolves", "Ipswich", 30);
    await openLive(organiser, "/live-scores", 3);
    const line = organiser.getByRole("listitem").filter({ hasText: "Wolves" });
    await line.getByRole("button", { name: "Wolves: one more" }).click();
    // A goal that is added while the page loads the saved score is kept.
    const load = await hold(organiser, "**/rest/v1/matches?*");
    await line.getByRole("button", { name: "Update score" }).click();
    await expect(organiser.getByText("Score updated")).toBeVisible();
    await line.getByRole("button", { name: "Ipswich: one more" }).click();
    load();
    await organiser.unrouteAll({ behavior: "wait" });
    const stored = async () =>
      (await must(club.secret.from("matches").select("status, home_score, away_score").eq("id", id).single()))
        .data;
    expect(await stored()).toEqual({ status: "live", home_score: 1, away_score: 0 });

    await must(club.secret.from("matches").update({ home_score: 2, away_score: 0 }).eq("id", id));
    await line.getByRole("button", { name: "Update score" }).click();
    const question = organiser.getByRole("alertdialog", { name: "This has changed since you opened it" });
    await expect(question.getByRole("definition")).toHaveText(["1–1", "2–0"]);
    await question.getByRole("button", { name: "Keep saved" }).click();
    await expect(question).toBeHidden();
    expect(await stored()).toEqual({ status: "live", home_score: 2, away_score: 0 });
    expect(browserErrors.splice(0)).toEqual([expect.stringContaining("set_running_score")]);
    await line.getByRole("link", { name: "Full time" }).click();
    await organiser
      .getByRole("checkbox", { name: /Tick at full time/ })
      .last()
      .check();
    await organiser.getByRole("button", { name: "Save 1 result" }).click();
    await expect(organiser.getByText("1 result saved and points calculated!")).toBeVisible();
    expect(await stored()).toEqual({ status: "completed", home_score: 2, away_score: 0 });
  },
);

/** Season questions: a member answers, the organiser settles, points appear, and the undo takes them back. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, must, predict } from "../support/club-data.ts";
import { axeViolations } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { hold, newVisitor, signIn } from "../support/user-actions.ts";

let club: Club;
let member: Page;
let organiser: Page;

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ browser }) => {
  club = await openClub();
  const petra = await addPlayer(club, "Petra Player", "petra@example.com");
  const rolf = await addPlayer(club, "Rolf Rival", "rolf@example.com", false);
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const day = { match_date: daysFromNow(1), league: "Champions League" };
  const played = await addMatch(club, { home_team_name: "Leeds", away_team_name: "Hull", ...day });
  await addMatch(club, { home_team_name: "Derby", away_team_name: "Bury", ...day });
  await predict(club, petra, played, [1, 0]);
  await predict(club, rolf, played, [2, 0]);
  await complete(club, played, [2, 0]);
  member = await openAs("petra@example.com");
  organiser = await openAs("olga@example.com");

  async function openAs(email: string): Promise<Page> {
    const page = await newVisitor(browser, club, [], { viewport: { width: 390, height: 844 } });
    await signIn(page, email);
    return page;
  }
});
test.afterAll(() => club.stop());

const card = (name: string) => member.getByRole("article", { name });
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).last().click();
const points = (player: string) =>
  member.getByRole("row").filter({ hasText: player }).getByRole("cell").last();

/** The lock of every question passes. */
const lockAll = () =>
  club.sql("update public.season_questions set locks_at = clock_timestamp() - interval '1 second'");

test("nothing shows season questions before the organiser adds one", async () => {
  await member.goto("/matches");
  await expect(member.getByRole("heading", { name: "Open for picks" })).toBeVisible();
  await expect(member.getByRole("heading", { name: "Season questions" })).toHaveCount(0);
});

test("the organiser adds a suggested question and one of their own", async () => {
  await organiser.goto("/admin-dashboard/questions");
  for (const [title, kind, points] of [
    ["Champion", "A team", "10"],
    ["Goals in the final", "A number", "4"],
  ] as const) {
    await press(organiser, "Add question");
    const dialog = organiser.getByRole("dialog");
    if (title === "Champion") await dialog.getByRole("button", { name: "Champion", exact: true }).click();
    else await dialog.getByLabel("Question", { exact: true }).fill(title);
    await dialog.getByLabel("Kind of answer").selectOption(kind);
    await dialog.getByLabel("Points").fill(points);
    await dialog.getByLabel("Competition").selectOption("Champions League");
    await dialog.getByRole("button", { name: "Add question" }).click();
    await expect(dialog.getByText("Please enter the date and the time of the lock")).toBeVisible();
    await dialog.getByLabel("Lock date").fill(daysFromNow(5));
    await dialog.getByRole("button", { name: "Add question" }).click();
    await expect(dialog).toBeHidden();
    await expect(organiser.getByRole("row", { name: new RegExp(title) })).toBeVisible();
  }
});

test("a member answers, changes the answer, and keeps input that is refused", async () => {
  await member.goto("/matches");
  await member.getByRole("link", { name: /Champions League 0 of 2 answered/ }).click();
  await expect(member.getByRole("heading", { name: "Season questions" })).toBeVisible();
  const champion = card("Champion");
  await champion.getByRole("button", { name: "Save answer to Champion" }).click();
  await expect(champion.getByRole("alert")).toHaveText("Choose a team.");
  await champion.getByLabel("Your answer").selectOption("Hull");
  await champion.getByRole("button", { name: "Save answer to Champion" }).click();
  await expect(champion.getByText("Saved")).toBeVisible();
  await champion.getByLabel("Your answer").selectOption("Leeds");
  await expect(champion.getByText("Saved")).toBeHidden();
  await champion.getByLabel("Your answer").press("Enter");
  await champion.getByRole("button", { name: "Save answer to Champion" }).press("Enter");
  await expect(champion.getByText("Saved")).toBeVisible();
  const goals = card("Goals in the final");
  await goals.getByLabel("Your answer").fill("2.5");
  await goals.getByRole("button", { name: /^Save answer/ }).click();
  await expect(goals.getByRole("alert")).toHaveText("Enter a whole number, such as 25.");
  await expect(goals.getByLabel("Your answer")).toHaveValue("2.5");
  await goals.getByLabel("Your answer").fill("3");
  // The page does not know of the lock yet; as soon as it reads the questions again, the form gives way to the answers.
  const readAgain = await hold(member, /my_season_questions|read_together/);
  await lockAll();
  await goals.getByRole("button", { name: /^Save answer/ }).click();
  await expect(goals.getByRole("alert")).toHaveText(
    "This question has locked. Your last saved answer counts.",
  );
  await expect(goals.getByLabel("Your answer")).toHaveValue("3");
  readAgain();
  expect(await axeViolations(member)).toEqual([]);
});

test("after the lock members see who said what", async () => {
  member.on("dialog", (dialog) => void dialog.accept());
  await member.goto("/questions");
  const champion = card("Champion");
  await expect(champion.getByRole("list", { name: "Answers to Champion" })).toContainText("Leeds");
  await champion.getByRole("button", { name: /^Who said what/ }).click();
  await expect(member.getByRole("dialog").getByRole("listitem")).toHaveText(/Petra Player \(you\)\s*Leeds/);
  await member.getByRole("button", { name: "Close" }).click();
  await expect(card("Goals in the final").getByText("Nobody answered")).toBeVisible();
});

test("the organiser settles it, the points are on the leaderboard, and the undo takes them back", async () => {
  await member.goto("/leaderboard?competition=champions_league");
  await expect(points("Petra Player")).toHaveText("1");
  await organiser.goto("/admin-dashboard/questions");
  await press(organiser, "Settle Champion");
  const dialog = organiser.getByRole("dialog");
  await dialog.getByRole("button", { name: "Settle question" }).click();
  await expect(dialog.getByRole("alert")).toHaveText("Choose the right team");
  await dialog.getByLabel(/^Leeds/).check();
  await dialog.getByRole("button", { name: "Settle question" }).click();
  await expect(organiser.getByText("Question settled. Its points count.")).toBeVisible();

  await member.setViewportSize({ width: 1280, height: 900 });
  await member.goto("/leaderboard?competition=champions_league");
  await expect(member.getByRole("columnheader", { name: "Questions" })).toBeVisible();
  await expect(points("Petra Player")).toHaveText("11");
  await member.getByRole("row").getByRole("link", { name: "Petra Player" }).click();
  await expect(member.getByRole("dialog").getByText("Answer: Leeds. Right: Leeds.")).toBeVisible();
  await expect(member.getByRole("dialog").getByText("10 points")).toBeVisible();

  await press(organiser, "Undo");
  await expect(organiser.getByText("Undone. Everything is as it was before.")).toBeVisible();
  await member.goto("/leaderboard?competition=champions_league");
  await expect(points("Petra Player")).toHaveText("1");
  await expect(member.getByRole("columnheader", { name: "Questions" })).toHaveCount(0);
});

test("a deleted question comes back with its answers", async () => {
  await press(organiser, "Actions for Champion");
  await organiser.getByRole("menuitem", { name: "Delete" }).click();
  await press(organiser, "Delete question");
  await expect(organiser.getByRole("row", { name: /Champion Champions League/ })).toHaveCount(0);
  await press(organiser, "Undo");
  // An open dialog hides the row from roles too, so only the database tells that the deletion and its undo are done.
  const answers = async () => (await must(club.secret.from("season_answers").select("answer"))).data;
  await expect.poll(answers).toEqual([{ answer: ["Leeds"] }]);
  await expect(organiser.getByRole("row", { name: /Champion Champions League/ })).toBeVisible();
});

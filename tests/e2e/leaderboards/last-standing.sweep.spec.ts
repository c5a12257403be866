/** Last one standing: an organiser starts a game with codes, members enter and choose, and the last one in wins. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let amina: Page;
let bruno: Page;
const matches: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  for (const [nth, home, away] of [
    [1, "Arsenal", "Chelsea"],
    [2, "Arsenal", "Everton"],
    [3, "Leeds United", "Fulham"],
  ] as const)
    matches.push(
      await addMatch(club, {
        league: "Friendly Club",
        season: "2026/27",
        home_team_name: home,
        away_team_name: away,
        round: `Matchday ${nth}`,
        match_date: daysFromNow(7 * nth),
      }),
    );
  await addPlayer(club, "Amina Khan", "amina@example.com");
  await addPlayer(club, "Bruno Evans", "bruno@example.com");
  admin = await newVisitor(browser, club, []);
  amina = await newVisitor(browser, club, []);
  bruno = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  await signIn(amina, "amina@example.com");
  await signIn(bruno, "bruno@example.com");
});
test.afterAll(() => club.stop());

test("a club without a game does not offer it", async () => {
  await amina.goto("/archives");
  await amina.getByRole("button", { name: "Open menu" }).click();
  await expect(amina.getByRole("link", { name: "Groups" })).toBeVisible();
  await expect(amina.getByRole("link", { name: "Last one standing" })).toHaveCount(0);
  await amina.goto("/last-one-standing");
  await expect(amina.getByRole("heading", { name: "There is no game at the moment" })).toBeVisible();
});

let codes: string[] = [];

test("an organiser starts a game and makes codes", async () => {
  await admin.goto("/admin-dashboard/last-standing");
  await admin.getByLabel("Competition").selectOption("Friendly Club");
  await admin.getByLabel("Name of the game").fill("Winter");
  await expect(admin.getByText("The game begins with Matchday 1, and entries close")).toBeVisible();
  await admin.getByRole("button", { name: "Start the game" }).click();
  await expect(admin.getByText("Game started. Members see it now.")).toBeVisible();
  await expect(admin.getByText("No code is left, none is used.")).toBeVisible();
  await admin.getByLabel("How many codes").fill("3");
  await admin.getByRole("button", { name: "Make codes" }).click();
  await expect(admin.getByText("3 codes are left, none is used.")).toBeVisible();
  codes = await admin.getByRole("region", { name: "Codes" }).getByRole("listitem").allTextContents();
  expect(codes).toHaveLength(3);
});

test("members enter with codes, and choose in two presses", async () => {
  for (const [at, page] of [amina, bruno].entries()) {
    await page.goto("/last-one-standing");
    await page.getByLabel("Code of the entry").fill("1234567");
    await page.getByRole("button", { name: "Enter", exact: true }).click();
    await expect(page.getByText("This code is not valid.")).toBeVisible();
    await page.getByLabel("Code of the entry").fill(codes[at] ?? "");
    await page.getByRole("button", { name: "Enter", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Your entry" })).toBeVisible();
  }
  await amina.getByRole("button", { name: "Chelsea" }).click();
  await expect(amina.getByText("Chelsea chosen")).toBeVisible();
  await amina.getByText("Change, until").click();
  await amina.getByRole("button", { name: "Arsenal" }).click();
  await expect(amina.getByText("Arsenal chosen")).toBeVisible();
  await bruno.getByRole("button", { name: "Chelsea" }).click();
  await expect(bruno.getByText("Chelsea chosen")).toBeVisible();
});

test("others see the number of choices before the lock, and the teams after it", async () => {
  await bruno.reload();
  const story = bruno.getByRole("region", { name: "Matchday by matchday" });
  await expect(story.getByText("2 entries have chosen.")).toBeVisible();
  await expect(story.getByText("Arsenal")).toHaveCount(0);
  await moveKickoff(club, matches[0] ?? "", -5);
  await club.sql("select private.play_last_standing()");
  await bruno.reload();
  await expect(story.getByRole("listitem").filter({ hasText: "Arsenal" }).last()).toContainText("1");
  await expect(bruno.getByText("locked")).toBeVisible();
  // The next matchday is open, and its used team is not.
  await expect(amina.getByRole("button", { name: "Arsenal used: Matchday 1" })).toBeDisabled();
  await amina.getByRole("button", { name: "Everton" }).click();
  await expect(amina.getByText("Everton chosen")).toBeVisible();
});

test("a result says who is out as it stands, without a reload", async () => {
  await complete(club, matches[0] ?? "", [2, 1]);
  await expect(bruno.getByText("Out as it stands", { exact: true })).toBeVisible();
  await expect(amina.getByText("Still in", { exact: true }).first()).toBeVisible();
  await expect(bruno.getByRole("button", { name: "Everton" })).toHaveCount(0);
});

test("the first lock of the next matchday decides the game, and the next one starts", async () => {
  await moveKickoff(club, matches[1] ?? "", -5);
  await club.sql("select private.play_last_standing()");
  await club.sql("select private.play_last_standing()");
  await bruno.reload();
  await expect(bruno.getByRole("heading", { name: "Winter, game 2" })).toBeVisible();
  await expect(bruno.getByText("Amina Khan has won the last game of Winter.")).toBeVisible();
  await bruno.getByLabel("Code of the entry").fill(codes[2] ?? "");
  await bruno.getByRole("button", { name: "Enter", exact: true }).click();
  await expect(bruno.getByRole("button", { name: "Leeds" })).toBeEnabled();
});

test("an organiser ends the game and takes that back", async () => {
  await admin.reload();
  await expect(admin.getByRole("heading", { name: "Winter (Friendly Club) is under way" })).toBeVisible();
  await admin.getByRole("button", { name: "End the game" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "End the game" }).click();
  await expect(admin.getByRole("heading", { name: "Winter (Friendly Club) has ended" })).toBeVisible();
  await bruno.reload();
  await expect(bruno.getByText("An organiser ended this game on")).toBeVisible();
  await admin.getByRole("button", { name: "The game of last one standing was ended" }).click();
  await expect(admin.getByRole("heading", { name: "Winter (Friendly Club) is under way" })).toBeVisible();
});

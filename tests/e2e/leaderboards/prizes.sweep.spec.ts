/** Prizes: an organiser plans them, members see what they win, a matchday settles, and the organiser pays. */
import { expect, type Page } from "@playwright/test";
import { type Club, daysFromNow, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, complete, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

// Each test continues where the previous one ended.
test.describe.configure({ mode: "serial" });

let club: Club;
let admin: Page;
let amina: Page;
const matches: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  const aminaId = await addPlayer(club, "Amina Khan", "amina@example.com");
  const brunoId = await addPlayer(club, "Bruno Evans", "bruno@example.com");
  for (const home of ["Arsenal", "Leeds United"])
    matches.push(
      await addMatch(club, {
        league: "Friendly Club",
        season: "2026/27",
        home_team_name: home,
        away_team_name: "Chelsea",
        round: "Matchday 1",
        match_date: daysFromNow(7),
      }),
    );
  for (const match of matches) {
    await predict(club, aminaId, match, [2, 1]);
    await predict(club, brunoId, match, [2, 1]);
  }
  admin = await newVisitor(browser, club, []);
  amina = await newVisitor(browser, club, []);
  await signIn(admin, "olga@example.com");
  await signIn(amina, "amina@example.com");
});
test.afterAll(() => club.stop());

test("a club without a plan has no prizes", async () => {
  await amina.goto("/prizes");
  await expect(amina.getByRole("heading", { name: "The club has no prizes at the moment" })).toBeVisible();
});

test("an organiser plans what places pay, with the sums", async () => {
  await admin.goto("/admin-dashboard/prizes");
  await admin.getByLabel("Fund in rupees").fill("2000");
  await admin.getByRole("button", { name: "Add a place" }).click();
  const first = admin.getByRole("group", { name: "Prize 1" });
  await first.getByLabel("In").selectOption("%");
  await first.getByLabel("Pays").fill("60");
  await admin.getByRole("button", { name: "Add a place" }).click();
  const second = admin.getByRole("group", { name: "Prize 2" });
  await second.getByLabel("For").selectOption("Each matchday, Friendly Club");
  await second.getByLabel("Place").fill("1");
  await second.getByLabel("Pays").fill("150");
  await expect(
    admin.getByText("60% of the fund, Rs 1,200. Rs 150 for one matchday of each competition."),
  ).toBeVisible();
  await admin.getByRole("button", { name: "Save prizes" }).click();
  await expect(admin.getByText("Prizes saved")).toBeVisible();
});

test("a member sees the plan, and then the own sum as it stands", async () => {
  await amina.goto("/prizes");
  const plan = amina.getByRole("region", { name: "What each place pays" });
  await expect(plan.getByText("Fund: Rs 2,000")).toBeVisible();
  await expect(plan.getByRole("listitem").first()).toContainText("60% of the fundRs 1,200");
  await expect(amina.getByText("Nobody has won anything yet")).toBeVisible();
  await complete(club, matches[0] ?? "", [2, 1]);
  await amina.reload();
  const own = amina.getByText("As it stands you win");
  await expect(own.locator("..")).toContainText("Rs 675");
  const standing = amina.getByRole("region", { name: "As it stands" });
  await expect(standing.getByRole("listitem").filter({ hasText: "Matchday 1" }).first()).toContainText(
    "1st, shared by 2",
  );
});

test("a matchday is won with its winners, and stays as it is when a result is corrected", async () => {
  await complete(club, matches[1] ?? "", [2, 1]);
  await club.sql("select private.announce_winners()");
  await club.sql("select private.announce_winners(clock_timestamp() + interval '3 hours')");
  await complete(club, matches[1] ?? "", [0, 0]);
  await amina.reload();
  const won = amina.getByRole("region", { name: "Won" });
  await expect(won.getByText("Matchday 1, Friendly Club")).toBeVisible();
  await expect(won.getByText("You won Rs 75, which is not paid yet.")).toBeVisible();
});

test("an organiser pays, which the member sees, and takes that back", async () => {
  await admin.reload();
  await expect(admin.getByText("2 prizes not paid, Rs 150.")).toBeVisible();
  await admin
    .getByRole("button", { name: "Mark the prize of Amina Khan as paid (Matchday 1, Friendly Club)" })
    .click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel("How").selectOption("Juice");
  await dialog.getByRole("button", { name: "Mark as paid" }).click();
  await expect(admin.getByText("1 prize not paid, Rs 75.")).toBeVisible();
  await amina.reload();
  await expect(amina.getByText(/^You were paid Rs 75 on .+ \(Juice\)\.$/)).toBeVisible();
  await admin.getByRole("button", { name: "A prize was marked as paid" }).click();
  await expect(admin.getByText("2 prizes not paid, Rs 150.")).toBeVisible();
});

test("an organiser removes all places, and what has been won stays", async () => {
  await admin.getByRole("button", { name: "Remove prize 2" }).click();
  await admin.getByRole("button", { name: "Remove prize 1" }).click();
  await admin.getByRole("button", { name: "Save prizes" }).click();
  await expect(admin.getByText("Prizes saved")).toBeVisible();
  await amina.reload();
  await expect(amina.getByText("These prizes ended on")).toBeVisible();
  await expect(amina.getByText("You won Rs 75, which is not paid yet.")).toBeVisible();
});

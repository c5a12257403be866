/** Organisers' mistakes with matches and results, and how they are noticed and reversed. */
import { expect, type Page, test } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addAdmin, addMatch, addPlayer, must } from "../support/club-data.ts";
import { newVisitor, signIn } from "../support/user-actions.ts";

let club: Club;
let organiser: Page;
let player: Page;
const browserErrors: string[] = [];

test.beforeAll(async ({ browser }) => {
  club = await openClub();
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await addPlayer(club, "Paul Player", "paul@example.com");
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

test("a match without a result is live for 150 minutes, and then awaits its result", async () => {
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
  await expect(organiser.getByText("Everton")).toBeVisible();

  await player.goto("/");
  await expect(player.getByText("Results to enter")).toHaveCount(0);
  await must(club.secret.from("matches").delete().eq("id", over));
});

test("an imported match whose kick-off is long past awaits its result at once", async () => {
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

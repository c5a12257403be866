/** A player's journey through a real season: sign up, redeem, predict, lock, score, climb the leaderboard. */
import { expect, type Page } from "@playwright/test";
import { premierLeague, realSeasons } from "../../seasons/season-file.ts";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { must } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import {
  card,
  enterPrediction,
  generateCode,
  newVisitor,
  recordErrors,
  redeem,
  registerByEmail,
  registerByPhone,
} from "../support/user-actions.ts";

const SEASON = premierLeague("2025-26");
let club: Club;
test.beforeAll(async () => {
  // This file uses the embedded PostgreSQL, as a club without DATABASE_URL does.
  club = await openClub({ embedded: true });
});
test.afterAll(() => club.stop());

async function teamsOfFirstOpenCard(page: Page): Promise<[string, string]> {
  const scores = page.getByRole("article").getByRole("textbox", { name: / score$/ });
  await expect(scores.nth(1)).toBeVisible();
  const name = async (index: number): Promise<string> =>
    ((await scores.nth(index).getAttribute("aria-label")) ?? "").replace(/ score$/, "");
  return [await name(0), await name(1)];
}

test("the season is the real one", () => {
  test.skip(!realSeasons, "../shared/data is missing, so a generated season is used");
  expect(SEASON).toContain("shared/data");
});

test("two players sign up, predict and see their points without reloading", async ({
  browser,
  page: admin,
}) => {
  const browserErrors: string[] = [];

  // Mid-season: five months are past.
  const printed = club.command(
    "import",
    SEASON,
    "--competition",
    "Premier League",
    "--season-starts",
    daysFromNow(-150),
  );
  expect(printed).toMatch(
    /^Premier League 2025\/26: 380 matches added, 0 changed, \d+ results entered, 20 teams added/,
  );
  expect(
    club.command("import", SEASON, "--competition", "Premier League", "--season-starts", daysFromNow(-150)),
  ).toContain(" 0 matches added, 0 changed, 0 results entered");

  recordErrors(admin, browserErrors);
  await registerByEmail(admin, "Olga Organiser", "olga@example.com");
  club.command("admin", "grant", "olga@example.com");
  const codes = [await generateCode(admin), await generateCode(admin)];

  const byPhone = await newVisitor(browser, club, browserErrors);
  const byEmail = await newVisitor(browser, club, browserErrors);
  await registerByPhone(byPhone, "Paul Phone", "57123456");
  await registerByEmail(byEmail, "Emma Email", "emma@example.com");
  for (const [index, page] of [byPhone, byEmail].entries()) {
    await redeem(page, codes[index] ?? "");
    await expect(page.getByRole("status").filter({ hasText: /Premier League/ })).toBeVisible();
  }
  await redeem(byEmail, codes[0] ?? "");
  await expect(byEmail.getByText(/already been used|used/i).first()).toBeVisible();

  // The first open card by its team names; the first save reveals the match's id.
  await byPhone.goto("/matches");
  await byEmail.goto("/matches");
  const [home, away] = await teamsOfFirstOpenCard(byPhone);
  const saving = byPhone.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/user_predictions"),
  );
  await enterPrediction(byPhone, home, away, [1, 0]);
  const { match_id: matchId } = [(await saving).postDataJSON()].flat()[0] as { match_id: string };
  await enterPrediction(byPhone, home, away, [2, 1]);
  await enterPrediction(byEmail, home, away, [1, 0]);

  // After the deadline a change is refused, also by a direct request.
  await moveKickoff(club, matchId, 3);
  await expect(card(byPhone, home, away).getByText(/^Locked/)).toBeVisible();
  const answer = await byPhone.evaluate(
    async ({ key, match }) => {
      const session = JSON.parse(localStorage.getItem("scoreline-auth-token") ?? "{}") as {
        access_token: string;
        user: { id: string };
      };
      const response = await fetch("/rest/v1/user_predictions?on_conflict=user_id,match_id", {
        method: "POST",
        headers: {
          apikey: key,
          authorization: `Bearer ${session.access_token}`,
          "content-type": "application/json",
          prefer: "resolution=merge-duplicates",
        },
        body: JSON.stringify({
          user_id: session.user.id,
          match_id: match,
          home_prediction: 3,
          away_prediction: 1,
        }),
      });
      return { status: response.status, code: ((await response.json()) as { code: string }).code };
    },
    { key: club.publishableKey, match: matchId },
  );
  expect(answer).toEqual({ status: 400, code: "SL001" });
  browserErrors.splice(
    0,
    browserErrors.length,
    ...browserErrors.filter((complaint) => !complaint.includes("user_predictions")),
  );

  // Without this the host does it within a minute.
  await must(club.secret.from("matches").update({ status: "live" }).eq("id", matchId));
  await expect(card(byPhone, home, away).getByText("Your pick")).toBeVisible();

  // Both have the leaderboard open while the admin completes the match.
  for (const page of [byPhone, byEmail]) {
    await page.goto("/leaderboard");
    await expect(page.getByRole("main").getByText("Paul Phone").first()).toBeVisible();
  }
  await admin.goto("/manage-matches");
  await admin
    .getByRole("link", { name: /^Live/ })
    .or(admin.getByRole("tab", { name: /^Live/ }))
    .click();
  const action = admin.getByRole("button", { name: new RegExp(`Complete.*: ${home} v ${away}`) });
  await expect(action).toBeVisible();
  await action.click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel(`${home} score`).fill("2");
  await dialog.getByLabel(`${away} score`).fill("1");
  await dialog.getByRole("button", { name: "Complete match" }).click();
  await expect(admin.getByText("Match score updated and points calculated!")).toBeVisible();

  for (const page of [byPhone, byEmail]) await expect(page.getByText("Match Completed!")).toBeVisible();
  for (const page of [byPhone, byEmail]) {
    await expect(page.getByRole("row", { name: /^1 .*Paul Phone.* 3$/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /^2 .*Emma Email.* 1$/ })).toBeVisible();
  }
  await byPhone.goto("/matches");
  await expect(
    card(byPhone, home, away)
      .getByText(/perfect score/i)
      .first(),
  ).toBeVisible();
  expect(browserErrors).toEqual([]);
});

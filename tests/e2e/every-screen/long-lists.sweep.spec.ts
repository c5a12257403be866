/** Lists that are longer than one answer of the API, in a club of 1,150 members with seasons behind them. */
import { expect } from "@playwright/test";
import { type Club, daysFromNow, moveKickoff, openClub } from "../support/club.ts";
import { addMatch, addPlayer, predict } from "../support/club-data.ts";
import { test } from "../support/test.ts";
import { card } from "../support/user-actions.ts";
import { openVisitors } from "../support/visitors.ts";

const members = 1_150;
let club: Club;
let match: string;
let reader: string;

test.beforeAll(async () => {
  club = await openClub();
  reader = await addPlayer(club, "Zoe Reader", "zoe@example.com");
  const friendly = { league: "Friendly Club", match_date: daysFromNow(2) };
  match = await addMatch(club, { home_team_name: "Arsenal", away_team_name: "Chelsea", ...friendly });
  await predict(club, reader, match, [0, 1]);
  await club.sql(`
    insert into auth.users (id, email, raw_user_meta_data)
      select gen_random_uuid(), n || '@members.example',
             jsonb_build_object('full_name', 'Member ' || translate(n::text, '0123456789', 'abcdefghij'))
        from generate_series(1, ${members - 1}) n;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
      select id, '${match}', 2, 1 from auth.users where email like '%@members.example';
  `);
});
test.afterAll(() => club.stop());
const { memberIn } = openVisitors(() => club);

test("all picks of a match are listed page by page, the reader's own first", async ({ page }) => {
  await moveKickoff(club, match, -1);
  const counted = () => club.secret.from("matches").select("predictions_count").eq("id", match).single();
  await expect.poll(async () => (await counted()).data?.predictions_count).toBe(members);
  await memberIn({ page }, "zoe@example.com");
  await page.goto("/matches");
  // The host may have set the match live meanwhile, when only the split opens the list.
  await card(page, "Arsenal", "Chelsea").getByRole("button", { name: "See 1,150 picks" }).click();
  const dialog = page.getByRole("dialog");
  const rows = dialog.getByRole("list", { name: "Everyone's picks" }).getByRole("listitem");
  await expect(rows.first()).toContainText("Zoe Reader (you)");
  await expect(dialog.getByText("100 of 1,150")).toBeVisible();
  await expect(dialog.getByText("100%")).toBeVisible();
  for (let shown = 200; shown < members + 100; shown += 100) {
    await dialog.getByRole("button", { name: "Show more picks" }).click();
    await expect(rows).toHaveCount(Math.min(shown, members));
  }
  await expect(dialog.getByRole("button", { name: "Show more picks" })).toBeHidden();
  expect(new Set(await rows.allTextContents()).size).toBe(members);
});

test("Matches asks only for the picks of its matches, so that an early one is shown after 1,100 newer ones", async ({
  page,
}) => {
  const early = await addMatch(club, {
    home_team_name: "Everton",
    away_team_name: "Fulham",
    league: "Friendly Club",
    match_date: daysFromNow(30),
  });
  await predict(club, reader, early, [4, 2]);
  await club.sql(`
    insert into public.matches (home_team_name, away_team_name, match_date, league, season, round)
      select 'Everton', 'Fulham', current_date + 1, 'Friendly Club', 'long', 'Round ' || n
        from generate_series(1, 1100) n;
    insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
      select '${reader}', id, 1, 1 from public.matches where season = 'long';
    update public.matches set status = 'cancelled' where season = 'long';
  `);
  await memberIn({ page }, "zoe@example.com");
  const answers: Promise<unknown>[] = [];
  page.on("response", (answer) => {
    if (answer.url().includes("/user_predictions?") && answer.url().includes("matches.status"))
      answers.push(answer.json());
  });
  await page.goto("/matches");
  await expect(card(page, "Everton", "Fulham").first().getByLabel("Everton score")).toHaveValue("4");
  expect((await Promise.all(answers)).map((rows) => Array.isArray(rows) && rows.length)).toEqual([2]);
});

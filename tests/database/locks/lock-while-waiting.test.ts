/** A prediction that waits for its match is judged by the moment at which the wait ends. */
import { expect, it } from "vitest";
import { openTestDatabase } from "../../engines/open-test-database.ts";
import { eventually } from "../../eventually.ts";

const WAITING =
  "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

it("a prediction that waits while its match locks is refused", async () => {
  const db = await openTestDatabase("migrated");
  await db.script(`insert into auth.users (id, email) values (gen_random_uuid(), 'amina@example.com');
    insert into public.teams (name) values ('Home'), ('Away');
    insert into public.matches (home_team_name, away_team_name, match_date, league)
      values ('Home', 'Away', current_date + 2, 'Friendly Club')`);
  let saved: Promise<string> = Promise.resolve("");
  await db.transaction(null, async (tx) => {
    await tx.query("set local session_replication_role = replica");
    await tx.query("select from public.matches for update");
    saved = db
      .query(
        `insert into public.user_predictions (user_id, match_id, home_prediction, away_prediction)
           select p.id, m.id, 1, 0 from public.profiles p, public.matches m`,
      )
      .then(
        () => "saved",
        (error: { code?: string }) => error.code ?? String(error),
      );
    await eventually(async () => expect(await db.query(WAITING)).toHaveLength(1));
    await tx.query("update public.matches set locks_at = clock_timestamp()");
  });
  expect(await saved).toBe("SL001");
  await db.close();
});

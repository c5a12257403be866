/** public.changed_since() names what was committed since an answer, and nothing that was included long before. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../server/database/database.ts";
import { type QuietDatabase, startQuietDatabase } from "../engines/quiet-database.ts";
import { act, fillClubWithLocks } from "./locks/lock-order.fixture.ts";

interface Since {
  now: number;
  known: boolean;
  matches?: { id: string; status: string }[];
  deleted?: string[];
  subjects?: string[];
}

let db: Database;
let quiet: QuietDatabase;
beforeAll(async () => {
  quiet = await startQuietDatabase();
  db = quiet.db;
  await fillClubWithLocks(db);
});
afterAll(() => quiet.stop());

/** What changed for the member, or a visitor, since the number. */
async function since(number: number | null, isVisitor = false): Promise<Since> {
  const [row] = await db.transaction(null, async (tx) => {
    await tx.query(isVisitor ? "set local role anon" : "select tests.act_as(member) from public.game");
    return tx.query<{ answer: Since }>("select public.changed_since($1::bigint) as answer", [
      number === null ? null : String(number),
    ]);
  });
  if (!row) throw new Error("no answer");
  return row.answer;
}

async function idOf(name: "match" | "other" | "played" | "twin"): Promise<string> {
  const [row] = await db.query<{ id: string }>(`select ${name} as id from public.game`);
  return row?.id ?? "";
}

it("nothing after nothing, and everything without a number or with one of another database", async () => {
  const { now, known, subjects } = await since(null);
  expect([known, subjects]).toEqual([false, undefined]);
  expect(await since(now)).toMatchObject({ known: true, matches: [], subjects: [] });
  expect(await since(now, true)).toMatchObject({ known: true, matches: [], subjects: [] });
  for (const number of [now + 1_000, now - 2_000_000, 0]) expect((await since(number)).known).toBe(false);
});

it("a change of a transaction that was open at the answer", async () => {
  let before: Since | undefined;
  await db.transaction(null, async (tx) => {
    await tx.query("update public.teams set logo_url = 'https://example.com/open.png' where name = 'Leeds'");
    // A later transaction ends first.
    await db.query("select pg_current_xact_id()");
    before = await since(null);
  });
  const { matches } = await since(before?.now ?? 0);
  expect(matches?.map(({ id }) => id)).toEqual([await idOf("other")]);
  expect((await since((await since(null)).now)).matches).toEqual([]);
});

it.each<[what: string, as: "member" | "owner" | undefined, sql: string, subjects: string[]]>([
  ["an organiser's setting", undefined, `select public.save_settings('{"jackpot_base": "5"}')`, ["settings"]],
  [
    "a deleted setting",
    undefined,
    "delete from public.admin_settings where setting_key = 'jackpot_base'",
    ["settings"],
  ],
  [
    "hidden news",
    undefined,
    "insert into public.news (title, content, is_active) values ('A', 'B', false)",
    ["news"],
  ],
  ["deleted news", undefined, "delete from public.news", ["news"]],
  ["an own prediction", "member", "select tests.predicts(member, other, 3, 0) from game", ["predictions"]],
  ["another's prediction", "owner", "select tests.predicts(friend, other, 3, 0) from game", []],
  [
    "a cleared prediction",
    undefined,
    "select public.clear_user_predictions(member) from game",
    ["predictions"],
  ],
  [
    "a notification",
    "owner",
    "insert into public.notifications (user_id, title, message) select member, 'A', 'B' from game",
    ["notifications"],
  ],
  [
    "an own answer",
    "member",
    "select public.answer_season_question(open_question, '{1}') from game",
    ["questions"],
  ],
  [
    "an own name",
    "member",
    "update public.profiles set full_name = 'New' from game where id = member",
    ["profile"],
  ],
  [
    "an ended subscription",
    undefined,
    "select public.end_subscription(member, 'fa_cup') from game",
    ["subscriptions"],
  ],
  [
    "a changed group",
    "member",
    "select public.update_group(circle, 'Ring', '#112233', '#445566', true) from game",
    ["groups"],
  ],
  [
    "drawn divisions",
    "owner",
    `with drawn as (insert into private.division_draws (competition_id, divisions, size, at_most)
                    values ('friendly_club', 1, 2, 8) returning id)
     insert into private.division_matchdays (draw_id, number, round) select id, 1, 'Final' from drawn`,
    ["divisions"],
  ],
  [
    "a drawn cup",
    "owner",
    `with drawn as (insert into private.cups (name, competition_id, members, size, seed)
                    values ('The cup', 'friendly_club', 2, 2, '') returning id)
     insert into private.cup_matchdays (cup_id, round) select id, 'Final' from drawn`,
    ["cup"],
  ],
  [
    "a game of last one standing",
    "owner",
    `with started as (insert into private.last_standing_games (competition_id, name, needs_code)
                      values ('friendly_club', 'Winter', false) returning id)
     insert into private.last_standing_matchdays (game_id, number, round) select id, 1, 'Final' from started`,
    ["lastStanding"],
  ],
  [
    "a settled prize",
    "owner",
    `with planned as (insert into private.prize_plans (fund_rs) values (1) returning id)
     insert into private.prize_settlements (plan_id, kind, percent) select id, 'cup', 0 from planned`,
    ["prizes"],
  ],
])("%s, for the member and a visitor", async (_, as, sql, subjects) => {
  const { now } = await since(null);
  await db.transaction(null, (tx) => act(tx, { ...(as && { as }), sql }));
  const answer = await since(now);
  if (subjects.length === 0) expect(answer.subjects).toEqual([]);
  else expect(answer.subjects).toEqual(expect.arrayContaining(subjects));
  const forVisitors = ["settings", "news"];
  expect((await since(now, true)).subjects?.filter((subject) => forVisitors.includes(subject))).toEqual(
    subjects.filter((subject) => forVisitors.includes(subject)),
  );
});

/** Every statement that deletes a match. */
const DELETIONS: Record<string, string> = {
  delete_match: "select public.delete_match(twin) from game",
  delete_matches: "select public.delete_matches(array[twin]) from game",
  merge_matches:
    "select public.merge_matches(jsonb_build_array(jsonb_build_object('keep', match, 'remove', twin))) from game",
  "the table": "delete from public.matches using game where id = twin",
};

it.each(Object.entries(DELETIONS))("a match deleted by %s, and by an undo its return", async (_, sql) => {
  const before = await since(null);
  await db.transaction(null, (tx) => act(tx, { sql }));
  const deleted = await since(before.now);
  expect(deleted.deleted).toEqual([await idOf("twin")]);
  await db.transaction(null, (tx) =>
    act(tx, { sql: "select public.undo((select id from public.open_undos() limit 1))" }),
  );
  const undone = await since(deleted.now);
  expect(undone.matches?.map(({ id }) => id)).toContain(await idOf("twin"));
  expect(undone.deleted).toEqual([]);
  expect((await since(before.now)).deleted).toEqual([]);
});

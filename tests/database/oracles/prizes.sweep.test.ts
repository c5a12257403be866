/**
 * Prizes compared with an account that this file keeps of the picks, the results and the plan: a season of 200 members of
 * whom many share places, with what each matchday and the season paid.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../../server/database/database.ts";
import { openRandomSeason, type RandomSeason } from "./random-season.ts";

const MEMBERS = 200;
const MATCHDAYS = 12;
const MATCHES = 3;
/** The matchday on which nobody has a point. */
const WITHOUT_POINTS = 3;
const FUND = 9_999;

interface Line {
  kind: "overall" | "competition" | "matchday";
  competition_id: string | null;
  place: number;
  amount_rs: number | null;
  percent: number | null;
}
/** What a member won, and what nobody did. */
interface Paid {
  winners: Map<string, number>;
  kept: number;
}
interface Earned {
  points: number;
  perfect: number;
}

const PLANS: Line[][] = [
  [
    ...[31, 17, 9].map((percent, at) => line("overall", at + 1, null, percent)),
    ...[43].map((percent, at) => line("competition", at + 1, null, percent)),
    ...[101, 67, 29].map((rupees, at) => line("matchday", at + 1, rupees, null)),
  ],
  [
    ...Array.from({ length: 20 }, (_, at) => line("overall", at + 1, null, 5)),
    line("competition", 7, 1_000, null),
    line("matchday", 1, 1, null),
    line("matchday", 20, 777, null),
  ],
];

function line(kind: Line["kind"], place: number, amount: number | null, percent: number | null): Line {
  return {
    kind,
    competition_id: kind === "overall" ? null : "friendly_club",
    place,
    amount_rs: amount,
    percent,
  };
}

let db: Database;
let as: RandomSeason["as"];
let picks: RandomSeason["picks"];
beforeAll(async () => {
  ({ db, as, picks } = await openRandomSeason({
    members: MEMBERS,
    matchdays: MATCHDAYS,
    matches: MATCHES,
    nines: WITHOUT_POINTS,
  }));
});
afterAll(() => db.close());

/** Completes a matchday and writes its winners. */
async function play(matchday: number): Promise<void> {
  await db.script(`
    select tests.ends(id, case when matchday = ${WITHOUT_POINTS} then 2 else (matchday + i) % 3 end, i % 2)
      from public.games where matchday = ${matchday};
    select tests.count_all_points();
    select private.announce_winners();
    select private.announce_winners(clock_timestamp() + interval '3 hours');`);
}

/** The points and perfect scores of each member with a pick, of one matchday or of all. */
async function earned(matchday?: number): Promise<Map<string, Earned>> {
  const all = new Map<string, Earned>();
  for (const { member, matchday: of, points, isDouble } of await picks()) {
    if (matchday !== undefined && of !== matchday) continue;
    const so = all.get(member) ?? { points: 0, perfect: 0 };
    all.set(member, {
      points: so.points + points * (isDouble ? 2 : 1),
      perfect: so.perfect + Number(points === 3),
    });
  }
  return all;
}

/** Pays place by place: each group of equal members takes as many places as it has members. */
function pay(lines: readonly Line[], kind: Line["kind"], results: ReadonlyMap<string, Earned>): Paid {
  const amounts = new Map(
    lines
      .filter((one) => one.kind === kind)
      .map(({ place, amount_rs, percent }) => [
        place,
        amount_rs ?? Math.floor((FUND * (percent ?? 0)) / 100),
      ]),
  );
  const groups = new Map<string, string[]>();
  const better = ([, one]: [string, Earned], [, other]: [string, Earned]) =>
    other.points - one.points || other.perfect - one.perfect;
  for (const [id, { points, perfect }] of [...results].sort(better)) {
    if (points === 0) continue;
    const key = `${points} ${perfect}`;
    groups.set(key, [...(groups.get(key) ?? []), id]);
  }
  const winners = new Map<string, number>();
  let place = 1;
  for (const ids of groups.values()) {
    const sum = ids.reduce((total, _, at) => total + (amounts.get(place + at) ?? 0), 0);
    const share = Math.floor(sum / ids.length);
    for (const id of share > 0 ? ids : []) winners.set(id, share);
    place += ids.length;
  }
  const due = [...amounts.values()].reduce((total, amount) => total + amount, 0);
  return { winners, kept: due - [...winners.values()].reduce((total, amount) => total + amount, 0) };
}

const sorted = ({ winners, kept }: Paid) => ({ winners: [...winners].sort(), kept });

/** What has settled for a kind (and matchday) in the running or last plan. */
async function settled(kind: Line["kind"], name: string | null): Promise<Paid | null> {
  const rows = await as<{ id: string | null; user_id: string | null; amount: number; kept: number }>(
    "owner",
    `select p.user_id, p.amount_rs as amount, s.kept_rs as kept
       from private.prize_settlements s left join private.prizes p on p.settlement_id = s.id
      where s.kind = $1 and s.name is not distinct from nullif($2, '')
        and s.plan_id = (select id from private.prize_plans order by started_at desc limit 1)`,
    [kind, name ?? ""],
  );
  if (rows.length === 0) return null;
  return {
    winners: new Map(rows.flatMap(({ user_id, amount }) => (user_id === null ? [] : [[user_id, amount]]))),
    kept: rows[0]?.kept ?? 0,
  };
}

it.each([0, 1])("plan %i pays what its places pay, and no more", async (which) => {
  const lines = PLANS[which] ?? [];
  const days = Array.from({ length: MATCHDAYS / 2 }, (_, at) => which * (MATCHDAYS / 2) + at + 1);
  await as("olga", "select public.save_prize_plan($1::integer, $2::jsonb)", [
    `${FUND}`,
    JSON.stringify(lines),
  ]);
  let shared = 0;
  for (const day of days) {
    await play(day);
    const expected = pay(lines, "matchday", await earned(day));
    const found = await settled("matchday", `Matchday ${day}`);
    expect(found && sorted(found), `Matchday ${day}`).toEqual(sorted(expected));
    expect(found?.winners.size === 0, `nobody has a point on matchday ${day}`).toBe(day === WITHOUT_POINTS);
    shared += Number((found?.winners.size ?? 0) > lines.filter(({ kind }) => kind === "matchday").length);

    const standing = pay(lines, "overall", await earned());
    const own = [...standing.winners][0] ?? ["", 0];
    const [page] = await db.transaction(null, async (tx) => {
      await tx.query("select tests.act_as($1::uuid)", [own[0]]);
      return tx.query<{ mine: number; overall: number }>(
        `select mine_rs as mine, (select (s ->> 'mine_rs')::integer from jsonb_array_elements(standing) s
                                   where s ->> 'kind' = 'overall') as overall from public.prizes()`,
      );
    });
    expect(page?.overall).toBe(own[1]);
    expect(page?.mine).toBe(own[1] + (pay(lines, "competition", await earned()).winners.get(own[0]) ?? 0));
  }
  expect(shared, "matchdays on which members share").toBeGreaterThan(2);
  expect(await settled("overall", null)).toBeNull();

  const season = await earned();
  await as("owner", "select tests.act_as_secret_key(), public.clear_all_points()");
  for (const kind of ["overall", "competition"] as const) {
    const found = await settled(kind, null);
    expect(found && sorted(found), kind).toEqual(sorted(pay(lines, kind, season)));
  }
  const [sums] = await as<{ percentages: number; due: number; paid: number }>(
    "owner",
    `select sum(s.percent)::integer as percentages, sum(s.kept_rs)::integer + coalesce(sum(w.won), 0)::integer as due,
            coalesce(sum(w.won), 0)::integer as paid
       from private.prize_settlements s
       left join lateral (select sum(p.amount_rs) as won from private.prizes p where p.settlement_id = s.id) w on true
      where s.plan_id = (select id from private.prize_plans order by started_at desc limit 1)`,
  );
  const rupees = (kind: Line["kind"]) =>
    lines.filter((one) => one.kind === kind).reduce((sum, { amount_rs }) => sum + (amount_rs ?? 0), 0);
  expect(sums?.percentages).toBe(100);
  expect(sums?.due).toBeLessThanOrEqual(FUND + rupees("competition") + days.length * rupees("matchday"));
  expect(sums?.paid).toBeGreaterThan(FUND / 2);
});

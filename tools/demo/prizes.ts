/** The demo's prizes: a plan, a matchday that has been won, and the first prize paid. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { Must } from "./won-round.ts";

const FUND = 20_000;
/** What the first places of the overall leaderboard get, in per cent, and those of a matchday, in rupees. */
const SEASON = [40, 20, 10];
const MATCHDAY = [500, 300, 200];

/** Saves the plan, before the matchday is played that the demo's player wins. */
export async function planPrizes(rest: PostgrestClient, must: Must): Promise<void> {
  const lines = [
    ...SEASON.map((percent, at) => ({ kind: "overall", place: at + 1, percent })),
    ...["premier_league", "champions_league"].flatMap((competition_id) =>
      MATCHDAY.map((amount_rs, at) => ({ kind: "matchday", competition_id, place: at + 1, amount_rs })),
    ),
    { kind: "cup", place: 1, percent: 15 },
    { kind: "cup", place: 2, percent: 5 },
    { kind: "last_standing", place: 1, percent: 10 },
  ];
  await must(rest.rpc("save_prize_plan", { _fund_rs: FUND, _lines: lines }));
}

/** Marks the first prize as paid, after the winners of a matchday were told. */
export async function payFirstPrize(rest: PostgrestClient, today: string, must: Must): Promise<void> {
  const { data } = await must(rest.rpc("admin_prizes"));
  const [first] = data as { prize_id: string }[];
  if (first)
    await must(rest.rpc("pay_prize", { _prize_id: first.prize_id, _method: "juice", _paid_on: today }));
}

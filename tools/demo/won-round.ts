/**
 * The round of yesterday that the demo's player wins, and the message about it. Its matches are not imported, because winners
 * are not told while an import can be undone.
 */
import { setTimeout } from "node:timers/promises";
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { DemoMatch } from "./season.ts";

/** Sends a request; throws if the club refuses it. */
export type Must = <Answer extends { error: { message: string } | null }>(
  request: PromiseLike<Answer>,
) => Promise<Answer>;

const LEAGUE = "Champions League";
const ROUND = "Matchday 2";
/** The records are missing at first if the host runs no jobs. */
const RECORDS_MS = 30_000;

export const isOfWonRound = ({ league, round }: DemoMatch): boolean => league === LEAGUE && round === ROUND;

/** What the demo's player predicts to win the round: the results of all its matches but one. */
export function winningScore(match: DemoMatch): [number, number] | null {
  const { home, home_score, away_score } = match;
  const isExact = isOfWonRound(match) && home !== "Liverpool" && home_score !== null && away_score !== null;
  return isExact ? [home_score, away_score] : null;
}

/** Adds the matches, whose dates are in the future at first. */
export async function addWonRound(
  rest: PostgrestClient,
  season: string,
  matches: readonly DemoMatch[],
  must: Must,
): Promise<void> {
  const rows = matches.filter(isOfWonRound).map(({ league, round, home, away, date, time }) => ({
    league,
    season,
    round,
    home_team_name: home,
    away_team_name: away,
    match_date: date,
    match_time: time,
  }));
  await must(rest.from("matches").insert(rows));
}

/** Enters the results, which locks the matches now, and moves them to their real dates. The running prizes count them. */
export async function playWonRound(
  rest: PostgrestClient,
  season: string,
  matches: readonly DemoMatch[],
  must: Must,
): Promise<void> {
  for (const { league, round, home, date, time, home_score, away_score } of matches.filter(isOfWonRound)) {
    const match = { league, season, round, home_team_name: home };
    const result = { status: "completed", home_score, away_score };
    await must(rest.from("matches").update(result).match(match));
    await must(rest.from("matches").update({ match_date: date, match_time: time }).match(match));
  }
}

/** Lets the host compute the records, which also counts the points of all results. */
export async function computeRecords(rest: PostgrestClient, must: Must): Promise<void> {
  await must(rest.rpc("run_job_now", { _name: "Update records" }));
  const latest = Date.now() + RECORDS_MS;
  while (Date.now() < latest) {
    const { data } = await must(rest.rpc("club_records"));
    if ((data as unknown[]).length > 0) return;
    await setTimeout(200);
  }
}

/** Tells the winners of the round. Those of another round of yesterday wait for an organiser. */
export async function tellWinners(rest: PostgrestClient, must: Must): Promise<void> {
  const { data } = await must(rest.rpc("winners_to_tell"));
  const waiting = data as { period_id: number; league: string | null; label: string }[];
  const won = waiting.find(({ league, label }) => league === LEAGUE && label === ROUND);
  if (won) await must(rest.rpc("tell_winners", { _period_id: won.period_id }));
}

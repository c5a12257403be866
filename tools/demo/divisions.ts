/** The demo's divisions of the Premier League, whose first matchdays are over and whose next one is under way. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { DemoMatch } from "./season.ts";
import type { Must } from "./won-round.ts";

export const isOfDivisions = ({ league }: DemoMatch): boolean => league === "Premier League";

/** The same match a year later on the same weekday: a draw has only matchdays to come, and these are in their order. */
export function nextYear(match: DemoMatch): DemoMatch {
  const date = new Date(Date.parse(match.date) + 364 * 86_400_000).toISOString().slice(0, 10);
  return { ...match, date, home_score: null, away_score: null };
}

/** Draws the subscribers, while all matchdays are in the next year. */
export async function drawDivisions(rest: PostgrestClient, subscribers: number, must: Must): Promise<void> {
  if (subscribers < 2) return;
  await must(
    rest.rpc("draw_divisions", {
      _league: "Premier League",
      _order: "overall",
      _at_most: 12,
      _matchdays: 38,
    }),
  );
}

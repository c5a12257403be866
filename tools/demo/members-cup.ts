/** The demo's cup of the Premier League, whose first rounds are over and whose third one is under way. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { DemoMatch } from "./season.ts";
import type { Must } from "./won-round.ts";

/** Five rounds, of which the demo has the matchdays. */
const MOST = 32;
/** The matchdays before the one that is under way. */
const ROUNDS_OVER = 2;

/** Draws the first subscribers, while all matchdays are in the next year. */
export async function drawCup(
  rest: PostgrestClient,
  subscribers: number,
  season: readonly DemoMatch[],
  must: Must,
): Promise<void> {
  const live = season.find(({ kind }) => kind === "live");
  const matchday = Number(live?.round?.replace(/\D+/, ""));
  if (subscribers < 2 || !live) return;
  await must(
    rest.rpc("draw_cup", {
      _league: live.league,
      _name: "Scoreline Cup",
      _most: MOST,
      _first_round: `Matchday ${matchday - ROUNDS_OVER}`,
    }),
  );
}

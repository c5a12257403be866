/** The demo's members who came from another pool in the middle of the season: two of the club, and one who has not claimed yet. */
import type { PostgrestClient } from "@supabase/postgrest-js";
import type { DemoPlayer } from "./players.ts";
import type { Must } from "./won-round.ts";

/** Few, so that the first places of the leaderboards stay. */
const FROM_THE_POOL = { first: 30, points: [3, 2] };

/** Moves their points in, on the leaderboard of the League Cup. */
export async function movePoolIn(
  rest: PostgrestClient,
  players: readonly DemoPlayer[],
  must: Must,
): Promise<void> {
  const { first, points } = FROM_THE_POOL;
  const members = players
    .slice(first, first + points.length)
    .map(({ name }, at) => ({ name, points: points[at] }));
  await must(
    rest.rpc("move_in", {
      _label: "Carried over from the office pool",
      _competition_id: "league_cup",
      _lines: [...members, { name: "Kevin Labonté", points: 4 }],
    }),
  );
}

import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { SavedScore } from "./live-score-rules.ts";

/** Sets the running score of a live match if the score is as it was seen; fails with SL016 otherwise. */
export async function setRunningScore(matchId: string, score: SavedScore, seen: SavedScore): Promise<void> {
  await dataOf(
    backend().rest.rpc("set_running_score", {
      _match_id: matchId,
      _home: score.home_score ?? 0,
      _away: score.away_score ?? 0,
      _seen: { ...seen },
    }),
  );
}

import * as words from "#words/matches";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { MatchRow, PredictionRow } from "../../backend/types/rows.ts";
import { shortDate } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { paths } from "../../paths.ts";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { lastOwnRound } from "./match-state.ts";

interface Props {
  matches: readonly MatchRow[];
  predictions: ReadonlyMap<string, PredictionRow>;
  now: number;
  className: string;
}

/** Shares the player's own picks of the locked matches of the latest matchday, and the points. Nothing without such a pick. */
export function ShareRound({ matches, predictions, now, className }: Props) {
  const round = lastOwnRound(matches, predictions, now);
  const [first] = round;
  if (!first) return null;
  return (
    <ShareButton
      text={textOf(round, first, predictions)}
      title={words.shareMyRound}
      picture={sharePicture("own_round", first.id)}
      className={className}
    >
      {words.shareMyRound}
    </ShareButton>
  );
}

function textOf(
  round: readonly MatchRow[],
  first: MatchRow,
  predictions: ReadonlyMap<string, PredictionRow>,
): string {
  const day = first.round ? roundName(first.round) : shortDate(first.kickoff_at);
  const what = { round: `${day}, ${first.league}`, club: backend().config.brand };
  const completed = round.filter(({ status }) => status === "completed");
  const points = completed.reduce((sum, { id }) => sum + (predictions.get(id)?.points_earned ?? 0), 0);
  return [
    completed.length > 0 ? words.myPointsOf({ ...what, points }) : words.myPicksOf(what),
    ...round.map((match) => pickInWords(match, predictions.get(match.id))),
    window.location.origin + paths.matches,
  ].join("\n");
}

/** `Arsenal 2–1 Leeds ×2` */
function pickInWords(match: MatchRow, pick: PredictionRow | undefined): string {
  const score = `${pick?.home_prediction}–${pick?.away_prediction}`;
  const mark = pick?.is_double ? " ×2" : "";
  return `${clubName(match.home_team_name)} ${score} ${clubName(match.away_team_name)}${mark}`;
}

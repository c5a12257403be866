import { useQuery } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { headToHead, seasonsOf } from "../../backend/queries/head-to-head.ts";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { PlayerFiguresRow } from "../../backend/types/rows.ts";
import { comparedSeason, duelScore } from "../../football/duel/duel-score.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";

/** Compares the signed-in player with the player of the sheet: their figures, and the result of the page Head to head. */
export function Comparison({
  figures: theirs,
  userId,
  league,
}: {
  figures: PlayerFiguresRow;
  userId: string;
  league: string;
}) {
  const mine = useQuery(playerFigures(userId, league));
  const seasons = useQuery(seasonsOf(league));
  const season = comparedSeason(null, seasons.data);
  const duel = useQuery({
    ...headToHead({ first: userId, second: theirs.user_id, league, season }),
    enabled: seasons.isSuccess,
  });
  const queries = [mine, seasons, duel];
  if (queries.some(({ isLoadingError }) => isLoadingError))
    return <FailedQueries title={words.failedToCompare} queries={queries} />;
  if (mine.isPending || !duel.data) return <SkeletonRows count={4} height={40} label={words.comparing} />;
  const score = duelScore(
    duel.data,
    [
      { name: footballWords.you, isReader: true },
      { name: theirs.full_name, isReader: false },
    ],
    { league, season },
  );
  const rows: [what: string, mine: string | number, theirs: string | number][] = [
    [footballWords.rank, rankOf(mine.data), rankOf(theirs)],
    [footballWords.points, mine.data?.points ?? "–", theirs.points],
    [words.perfectScores, mine.data?.perfect_scores ?? "–", theirs.perfect_scores],
    [footballWords.accuracy, accuracyText(mine.data?.accuracy ?? null), accuracyText(theirs.accuracy)],
  ];
  return (
    <section className="comparison" aria-label={words.comparison}>
      <DataTable
        columns={[
          { title: words.figure, hidesTitle: true, isHead: true, cell: ([what]) => what },
          { title: footballWords.you, end: true, cell: ([, me]) => me },
          { title: theirs.full_name, end: true, cell: ([, , them]) => them },
        ]}
        rows={rows}
        keyOf={([what]) => what}
      />
      <p>
        <b>{score.verdict}</b> <span>{score.compared}</span>
      </p>
    </section>
  );
}

function rankOf(figures: PlayerFiguresRow | null | undefined): string {
  return figures?.rank ? ordinal(figures.rank) : "–";
}

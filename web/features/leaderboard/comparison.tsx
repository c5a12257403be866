import { useQuery } from "@tanstack/react-query";
import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { ComparisonRow, PlayerFiguresRow } from "../../backend/types/rows.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { comparisonWith } from "./leaderboard-queries.ts";

/** Compares the signed-in player with the player of the sheet: their figures, and the matches that both predicted. */
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
  const duel = useQuery(comparisonWith(theirs.user_id, league));
  if (mine.isLoadingError || duel.isLoadingError)
    return <FailedQueries title={words.failedToCompare} queries={[mine, duel]} />;
  if (mine.isPending || !duel.data) return <SkeletonRows count={4} height={40} label={words.comparing} />;
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
      <p>{verdictOf(duel.data, theirs.full_name)}</p>
    </section>
  );
}

function rankOf(figures: PlayerFiguresRow | null | undefined): string {
  return figures?.rank ? ordinal(figures.rank) : "–";
}

function verdictOf(duel: ComparisonRow, name: string): string {
  if (duel.matches === 0) return words.noCommonMatchYet;
  const verdict = words.verdict({
    matches: duel.matches,
    mineAhead: duel.mine_ahead,
    name,
    theirsAhead: duel.theirs_ahead,
    level: duel.level,
    myPoints: duel.my_points,
    theirPoints: duel.their_points,
  });
  return duel.same_predictions > 0
    ? `${verdict} ${words.sameScoreTimes({ times: duel.same_predictions })}`
    : verdict;
}

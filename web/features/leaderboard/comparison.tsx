import { useQuery } from "@tanstack/react-query";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { ComparisonRow, PlayerFiguresRow } from "../../backend/types/rows.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { plural } from "../../ui/text/plural.ts";
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
    return <FailedQueries title="Failed to compare" queries={[mine, duel]} />;
  if (mine.isPending || !duel.data) return <SkeletonRows count={4} height={40} label="Comparing" />;
  const rows: [what: string, mine: string | number, theirs: string | number][] = [
    ["Rank", rankOf(mine.data), rankOf(theirs)],
    ["Points", mine.data?.points ?? "–", theirs.points],
    ["Perfect scores", mine.data?.perfect_scores ?? "–", theirs.perfect_scores],
    ["Accuracy", accuracyText(mine.data?.accuracy ?? null), accuracyText(theirs.accuracy)],
  ];
  return (
    <section className="comparison" aria-label="Comparison">
      <DataTable
        columns={[
          { title: "Figure", hidesTitle: true, isHead: true, cell: ([what]) => what },
          { title: "You", end: true, cell: ([, me]) => me },
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
  if (duel.matches === 0) return "No match you both picked has been scored yet.";
  const same =
    duel.same_predictions > 0 ? ` You picked the same score ${plural(duel.same_predictions, "time")}.` : "";
  return `You both predicted ${plural(duel.matches, "match", "matches")}. You earned more points ${plural(duel.mine_ahead, "time")}, ${name} ${plural(duel.theirs_ahead, "time")}, and you earned the same ${plural(duel.level, "time")}: ${plural(duel.my_points, "point")} to ${duel.their_points}.${same}`;
}

import { useQuery } from "@tanstack/react-query";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { ComparisonRow, PlayerFiguresRow } from "../../backend/types/rows.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
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
      <table className="table">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            <th scope="col" className="align-end">
              You
            </th>
            <th scope="col" className="align-end">
              {theirs.full_name}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, me, them]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td className="align-end">{me}</td>
              <td className="align-end">{them}</td>
            </tr>
          ))}
        </tbody>
      </table>
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

import { accuracyText } from "../rules/ranking.ts";
import "./leaderboard-table.css";

interface Props {
  row: { perfect_scores: number; accuracy: number | null; points: number };
}

/** The last columns of a leaderboard's head: perfect scores, accuracy and points. */
export function FigureHeads() {
  return (
    <>
      <th scope="col" className="end wide">
        Perfect
      </th>
      <th scope="col" className="end wide">
        Accuracy
      </th>
      <th scope="col" className="end">
        Points
      </th>
    </>
  );
}

/** The last columns of a leaderboard's row. */
export function FigureCells({ row }: Props) {
  return (
    <>
      <td className="end wide perfect">{row.perfect_scores}</td>
      <td className="end wide accuracy">{accuracyText(row.accuracy)}</td>
      <td className="end total">{row.points}</td>
    </>
  );
}

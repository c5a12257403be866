import { accuracyText } from "../rules/ranking.ts";
import "./leaderboard-table.css";

interface Props {
  row: { perfect_scores: number; accuracy: number | null; points: number };
}

/** The last columns of a leaderboard's head: perfect scores, accuracy and points. */
export function FigureHeads() {
  return (
    <>
      <th scope="col" className="align-end wide-cell">
        Perfect
      </th>
      <th scope="col" className="align-end wide-cell">
        Accuracy
      </th>
      <th scope="col" className="align-end">
        Points
      </th>
    </>
  );
}

/** The last columns of a leaderboard's row. */
export function FigureCells({ row }: Props) {
  return (
    <>
      <td className="align-end wide-cell perfect-scores">{row.perfect_scores}</td>
      <td className="align-end wide-cell accuracy">{accuracyText(row.accuracy)}</td>
      <td className="align-end total">{row.points}</td>
    </>
  );
}

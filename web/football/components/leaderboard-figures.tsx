import { Users } from "lucide-react";
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

interface CrowdProps {
  crowd: Props["row"] | null | undefined;
  /** Whether there is a cell between the rank and the name, and between the name and the figures. */
  before?: boolean;
  after?: boolean;
}

/** The foot of a leaderboard: a row without a rank for the most common prediction of each match. */
export function CrowdRow({ crowd, before, after }: CrowdProps) {
  if (!crowd) return null;
  return (
    <tfoot>
      <tr className="crowd-row">
        <td className="rank">–</td>
        {before && <td />}
        <td>
          <span className="crowd-name" title="The most common prediction of each match">
            <Users size={18} aria-hidden="true" />
            The crowd
          </span>
        </td>
        {after && <td className="wide-cell" />}
        <FigureCells row={crowd} />
      </tr>
    </tfoot>
  );
}

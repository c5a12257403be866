import { useQuery } from "@tanstack/react-query";
import { Users } from "lucide-react";
import { crowdOf } from "../../backend/queries/crowd.ts";
import { FigureCells } from "./leaderboard-figures.tsx";

interface Props {
  league: string;
  periodId?: number;
  /** The number of cells between the rank and the name, and between the name and the figures. */
  before: number;
  after: number;
}

/** The foot of a leaderboard: a row without a rank for the most common prediction of each match. */
export function CrowdRow({ league, periodId, before, after }: Props) {
  const crowd = useQuery(crowdOf(league, periodId)).data;
  if (!crowd) return null;
  return (
    <tfoot>
      <tr className="crowd-row">
        <td className="rank">–</td>
        {before > 0 && <td />}
        <td>
          <span className="crowd-name" title="The most common prediction of each match">
            <Users size={18} aria-hidden="true" />
            The crowd
          </span>
        </td>
        {after > 0 && <td className="wide-cell" />}
        <FigureCells row={crowd} />
      </tr>
    </tfoot>
  );
}

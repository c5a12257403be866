import { useQuery } from "@tanstack/react-query";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import { plural } from "../../ui/text/plural.ts";

/**
 * Compares a player's points with those of the most common pick of each match. Keeps its place while it loads; nothing before the
 * first result.
 */
export function AgainstTheCrowd({ league, points }: { league: string; points: number }) {
  const crowd = useQuery(crowdOf(league));
  if (crowd.data === null || crowd.isLoadingError) return null;
  const ahead = crowd.data && points - crowd.data.points;
  return (
    <p className="against-the-crowd">
      <b>
        {ahead === undefined && "\u00a0"}
        {ahead === 0 && "You are level with the crowd."}
        {ahead !== undefined && ahead > 0 && `You beat the crowd by ${plural(ahead, "point")}.`}
        {ahead !== undefined && ahead < 0 && `The crowd is ${plural(-ahead, "point")} ahead of you.`}
      </b>
      <span className="faint">The crowd is the most common pick of each match.</span>
    </p>
  );
}

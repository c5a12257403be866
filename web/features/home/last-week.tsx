import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { playerRounds } from "../../backend/queries/player-queries.ts";
import { clubDay } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { plural, wordFor } from "../../ui/text/plural.ts";

/** The player's points in the latest week with results. */
export function LastWeek({ userId }: { userId: string }) {
  const rounds = useQuery(playerRounds(userId, "Overall"));
  if (rounds.isLoadingError)
    return <FailedQueries title="Failed to load your last week" queries={[rounds]} />;
  const last = rounds.data?.at(-1);
  if (!last) return null;
  return (
    <section aria-labelledby="last-week">
      <div className="section-head">
        <h2 id="last-week">Your last week</h2>
        <Link to={paths.profile}>Your season</Link>
      </div>
      <p className="muted">
        {clubDay(last.starts_on)} to {clubDay(sundayAfter(last.starts_on))}
      </p>
      <dl className="figures">
        <div>
          <dd>{last.points}</dd>
          <dt>
            {wordFor(last.points, "point")} from {plural(last.predictions_scored, "pick")}
          </dt>
        </div>
        <div>
          <dd>{last.perfect_scores}</dd>
          <dt>{wordFor(last.perfect_scores, "perfect score")}</dt>
        </div>
      </dl>
    </section>
  );
}

/** The last day of the week that begins on this Monday. */
function sundayAfter(monday: string): string {
  const day = new Date(monday);
  day.setUTCDate(day.getUTCDate() + 6);
  return day.toISOString().slice(0, 10);
}

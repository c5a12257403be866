import { useQuery } from "@tanstack/react-query";
import * as words from "#words/home";
import { playerRounds } from "../../backend/queries/player-queries.ts";
import { clubDay } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";

/** The player's points in the latest week with results, which may not be over. */
export function LastWeek({ userId }: { userId: string }) {
  const rounds = useQuery(playerRounds(userId, "Overall"));
  if (rounds.isLoadingError) return <FailedQueries title={words.failedToLoadYourWeek} queries={[rounds]} />;
  const last = rounds.data?.at(-1);
  if (!last) return null;
  return (
    <section aria-labelledby="last-week">
      <div className="section-head">
        <h2 id="last-week">{words.yourLatestWeek}</h2>
        <Link to={paths.profile}>{words.yourSeason}</Link>
      </div>
      <p className="muted">
        {words.fromDayToDay({
          from: clubDay(last.starts_on),
          to: clubDay(sundayAfter(last.starts_on)),
        })}
      </p>
      <dl className="figures">
        <div>
          <dd>{last.points}</dd>
          <dt>{words.pointsFromPicks({ points: last.points, picks: last.predictions_scored })}</dt>
        </div>
        <div>
          <dd>{last.perfect_scores}</dd>
          <dt>{words.perfectScores({ count: last.perfect_scores })}</dt>
        </div>
      </dl>
    </section>
  );
}

/** The last day of the week that begins on this Monday. */
function sundayAfter(monday: string): string {
  return new Date(Date.parse(monday) + 6 * 86_400_000).toISOString();
}

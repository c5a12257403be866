import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin";
import { matchesToEnter, resultsToEnter } from "../../../../backend/queries/results-to-enter.ts";
import { type Round, roundParameters } from "../../../../football/rules/round-address.ts";
import { clubDay } from "../../../../football/time/club-day.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { RoundForm } from "../../matches/results/round-form.tsx";
import "../../matches/results/results.css";

/** The earliest round with results to enter, on the spot. It goes away with its last result. */
export function EnterTonight() {
  const rounds = useQuery(resultsToEnter);
  const [first] = rounds.data ?? [];
  if (rounds.isLoadingError) return <FailedQueries title={words.failedToLoadTonight} queries={[rounds]} />;
  if (!first) return null;
  const others = matchesToEnter(rounds.data) - first.matches;
  return (
    <section aria-labelledby="tonight-results">
      <div className="section-head">
        <h3 id="tonight-results">{words.resultsToEnterTitle}</h3>
        <p>{nameOf(first)}</p>
      </div>
      <RoundForm key={roundParameters(first)} round={first} onSaved={() => {}} />
      {others > 0 && (
        <p>
          <Link to={paths.enterResults}>{words.otherRounds({ count: others })}</Link>
        </p>
      )}
    </section>
  );
}

function nameOf({ league, round, match_date }: Round): string {
  return `${league}, ${round ? roundName(round) : match_date ? clubDay(match_date) : ""}`;
}

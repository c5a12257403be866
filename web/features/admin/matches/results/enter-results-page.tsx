import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { summaryOf } from "../../../../backend/queries/form-and-crowd.ts";
import { matchesToEnter, resultsToEnter } from "../../../../backend/queries/results-to-enter.ts";
import type { RoundToEnterRow } from "../../../../backend/types/admin-rows.ts";
import { competitionWithId } from "../../../../football/rules/competitions.ts";
import { countingWords } from "../../../../football/rules/counting-words.ts";
import { type Round, roundParameters } from "../../../../football/rules/round-address.ts";
import { clubDay } from "../../../../football/time/club-day.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useSearchParams } from "../../../../routing/location.tsx";
import { AdminPage } from "../../../../session/admin-page.tsx";
import { useSession } from "../../../../session/session-store.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { EmptyState } from "../../../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../../ui/loading/skeleton.tsx";
import { EarlierResults } from "./earlier-results.tsx";
import { ManageMatchesLink } from "./manage-matches-link.tsx";
import "./results.css";
import { RoundForm } from "./round-form.tsx";

export { EnterResultsPage as Component };

/** The results of a whole round on one screen. The round is in the address; without one it is the earliest to enter. */
function EnterResultsPage() {
  const { isAdmin } = useSession();
  return (
    <AdminPage
      helpers={["results"]}
      className="page wrap enter-results"
      title={words.enterResults}
      action={isAdmin && <Link to={paths.manageMatches}>{words.allMatches}</Link>}
    >
      <Counting />
      <h2 className="visually-hidden">{words.matchesOfTheRound}</h2>
      <Rounds />
      <EarlierResults />
    </AdminPage>
  );
}

/** How far the points of the last results are, if they have too many predictions to be counted at once. */
function Counting() {
  const { data } = useQuery(summaryOf("Overall"));
  return <p role="status">{data?.is_counting && countingWords(data)}</p>;
}

function Rounds() {
  const [parameters, setParameters] = useSearchParams();
  const rounds = useQuery(resultsToEnter);
  const asked = roundIn(parameters);
  const choose = (round: string) => setParameters(() => new URLSearchParams(round), { replace: true });
  if (rounds.isPending) return <SkeletonRows count={10} height={48} label={words.loadingMatches} />;
  if (rounds.isLoadingError) return <FailedQueries title={words.failedToLoadMatches} queries={[rounds]} />;
  const listed = rounds.data ?? [];
  const chosen = asked ?? listed[0];
  if (!chosen)
    return (
      <EmptyState title={words.noResultsToEnter} action={<ManageMatchesLink />}>
        {words.whenMatchesAreListed}
      </EmptyState>
    );
  const key = roundParameters(chosen);
  const options = listed.some((round) => roundParameters(round) === key)
    ? listed
    : [{ ...chosen, matches: 0 }, ...listed];
  return (
    <>
      <Field label={words.roundWithCount({ count: matchesToEnter(listed) })}>
        <select value={key} onChange={(event) => choose(event.target.value)}>
          {options.map((round) => (
            <option key={roundParameters(round)} value={roundParameters(round)}>
              {labelOf(round)}
            </option>
          ))}
        </select>
      </Field>
      {/* The address then has the round, which stays on screen after its last result. */}
      <RoundForm key={key} round={chosen} onSaved={() => choose(key)} />
    </>
  );
}

function roundIn(parameters: URLSearchParams): Round | null {
  const competition = competitionWithId(parameters.get("competition") ?? "");
  const [round, day] = [parameters.get("round"), parameters.get("day")];
  if (!competition || (!round && !day)) return null;
  return { league: competition.name, season: parameters.get("season"), round, match_date: day };
}

function labelOf({ league, round, match_date, matches }: Round & Pick<RoundToEnterRow, "matches">): string {
  const name = `${league}, ${round ? roundName(round) : match_date ? clubDay(match_date) : ""}`;
  return matches === 0 ? name : words.roundToEnter({ name, results: matches });
}

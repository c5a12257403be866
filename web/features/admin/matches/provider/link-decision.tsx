import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { cancelMatch } from "../matches/match-mutations.ts";
import { ChooseMatch } from "./choose-match.tsx";
import { ConfirmedButton } from "./confirmed-button.tsx";
import { acceptProviderMatch, addReturnMatch, linkReturnMatch, unlinkMatch } from "./provider-mutations.ts";
import { matchesById, staleAfterProviderChange } from "./provider-queries.ts";

interface Props {
  issue: ProviderIssueRow;
  /** The club's match. */
  label: string;
}

/** The decisions about a report that may not be about the club's match. Until one is made, nothing is written. */
export function LinkDecision({ issue, label }: Props) {
  return (
    <>
      {issue.kind === "return_match" && <ReturnMatch issue={issue} label={label} />}
      {/* The sides are exchanged only if the club does not have the return match. */}
      {issue.return_match_id === null && <Accept issue={issue} label={label} />}
      {issue.kind === "rearranged" && <CancelMatch issue={issue} label={label} />}
      <AnotherMatch issue={issue} label={label} />
    </>
  );
}

function Accept({ issue, label }: Props) {
  const reported = reportedTeams(issue);
  const date = issue.provider_kickoff_at
    ? kickOffInSentence(issue.provider_kickoff_at, serverNow())
    : words.anotherTime;
  const action = () => acceptProviderMatch(issue);
  const failure = words.failedToSaveTheDecision;
  switch (issue.kind) {
    case "exchanged":
    case "return_match":
      return (
        <ConfirmedButton
          text={words.exchangeSides}
          label={label}
          secondary={issue.kind === "return_match"}
          title={words.exchangeSidesQuestion({ label })}
          keep={words.keepOurSides}
          confirm={words.exchangeSides}
          action={action}
          says={{ success: words.homeAndAwayExchanged, failure }}
        >
          <p>{words.whatExchangingDoes({ reported })}</p>
        </ConfirmedButton>
      );
    case "other_teams":
      return (
        <ConfirmedButton
          text={words.sameMatch}
          label={label}
          title={words.sameMatchQuestion({ reported })}
          keep={words.notTheSame}
          confirm={words.sameMatch}
          action={action}
          says={{ success: words.followsProviderAgain, failure }}
        >
          <p>{words.whatSameMatchDoes({ reported, label })}</p>
        </ConfirmedButton>
      );
    case "rearranged":
      return (
        <ConfirmedButton
          text={words.keepPredictions}
          label={label}
          title={words.keepPredictionsQuestion({ label })}
          keep={words.notYet}
          confirm={words.keepPredictions}
          action={action}
          says={{ success: words.predictionsCountForNewDate, failure }}
        >
          <p>{words.whatKeepingPredictionsDoes({ date })}</p>
        </ConfirmedButton>
      );
    default:
      return (
        <ConfirmedButton
          text={words.useProvidersDate}
          label={label}
          title={words.useProvidersDateQuestion({ label })}
          keep={words.keepOurDate}
          confirm={words.useProvidersDate}
          action={action}
          says={{ success: words.theProvidersDateWasAccepted, failure }}
        >
          <p>{words.whatProvidersDateDoes({ date })}</p>
        </ConfirmedButton>
      );
  }
}

/** For a report of the same teams with exchanged sides on another date: links the club's return match, or adds it. */
function ReturnMatch({ issue, label }: Props) {
  const reported = reportedTeams(issue);
  const date = issue.provider_kickoff_at
    ? kickOffInSentence(issue.provider_kickoff_at, serverNow())
    : words.anotherTime;
  const isListed = issue.return_match_id !== null;
  const text = isListed ? words.linkReturnMatch : words.addReturnMatch;
  return (
    <ConfirmedButton
      text={text}
      label={label}
      title={words.returnMatchQuestion({ reported })}
      keep={words.notYet}
      confirm={text}
      action={() => (isListed ? linkReturnMatch(issue) : addReturnMatch(issue))}
      says={{
        success: isListed ? words.matchLinked : words.returnMatchAdded,
        failure: words.failedToSaveTheDecision,
      }}
    >
      <p>
        {(isListed ? words.whatLinkingReturnDoes : words.whatAddingReturnDoes)({ reported, date, label })}
      </p>
    </ConfirmedButton>
  );
}

/** Cancels the match, so that its predictions earn no points. */
export function CancelMatch({ issue, label }: Props) {
  return (
    <ConfirmedButton
      text={words.cancelTheMatch}
      label={label}
      secondary
      title={words.cancelLabelQuestion({ label })}
      keep={words.keepMatch}
      confirm={words.cancelTheMatch}
      action={() => cancelMatch({ id: issue.match_id ?? "" })}
      says={{ success: words.matchCancelled, failure: words.failedToCancelMatch }}
    >
      <p>{words.whatCancellingDoes}</p>
    </ConfirmedButton>
  );
}

/** For a report about another match: links it to that one, or ends the link. */
function AnotherMatch({ issue, label }: Props) {
  const id = issue.provider_match_id ?? "";
  const reported = reportedTeams(issue);
  const unlink = useAdminMutation(
    () => unlinkMatch(id),
    { success: words.matchUnlinked, failure: words.failedToUnlinkTheMatch },
    { stale: staleAfterProviderChange },
  );
  const candidates = issue.candidates ?? [];
  const ours = useQuery(matchesById(candidates)).data;
  return (
    <details className="another-match">
      <summary>{words.itIsAnotherMatch}</summary>
      <div className="link-to-match">
        {candidates.length > 0 && (
          <ChooseMatch providerMatch={id} label={reported} candidates={candidates} ours={ours} />
        )}
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.unlinkLabel({ label })}
          disabled={unlink.isPending}
          onClick={() => unlink.mutate(undefined)}
        >
          {words.unlink}
        </button>
      </div>
    </details>
  );
}

/** `Chelsea v Arsenal`, as the provider reports it. */
export function reportedTeams({
  provider_home_name: home,
  provider_away_name: away,
}: Pick<ProviderIssueRow, "provider_home_name" | "provider_away_name">): string {
  return footballWords.teams({ home: home ?? "?", away: away ?? "?" });
}

import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { kickOffInSentence } from "../../../../football/time/kick-off.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { ConfirmedButton } from "./confirmed-button.tsx";
import { CancelMatch, LinkDecision, reportedTeams } from "./link-decision.tsx";
import { acceptProviderScore, rejectProviderScore } from "./provider-mutations.ts";
import { staleAfterProviderChange } from "./provider-queries.ts";

/** One report that needs a decision, with its description and the possible actions. */
export function ProviderIssue({ issue }: { issue: ProviderIssueRow }) {
  const { home, away, league } = issue;
  const label = footballWords.teams({ home, away });
  return (
    <li>
      <div>
        <CompetitionBadge name={league} />
        <b>{label}</b>
        <span>{descriptionOf(issue)}</span>
      </div>
      <div className="row-actions">
        <Actions issue={issue} label={label} />
      </div>
    </li>
  );
}

function Actions({ issue, label }: { issue: ProviderIssueRow; label: string }) {
  const id = issue.provider_match_id ?? "";
  const take = useAdminMutation(() => acceptProviderScore(id), saysOfScore, {
    stale: staleAfterProviderChange,
  });
  const keep = useAdminMutation(
    () => rejectProviderScore(id),
    { success: words.yourScoreWasKept, failure: words.failedToKeepYourScore },
    { stale: staleAfterProviderChange },
  );
  switch (issue.kind) {
    case "provisional":
      return (
        <button
          type="button"
          className="btn small"
          aria-label={words.confirmResultOf({ label })}
          disabled={take.isPending}
          onClick={() => take.mutate(undefined)}
        >
          {words.confirmResult}
        </button>
      );
    case "correction":
    case "awarded":
      return issue.provider_home === null ? (
        <ManageMatchesLink />
      ) : (
        <ReplaceScore issue={issue} label={label} />
      );
    case "contradiction":
      return (
        <>
          <button
            type="button"
            className="btn secondary small"
            aria-label={words.keepOurScoreOf({ label })}
            disabled={keep.isPending}
            onClick={() => keep.mutate(undefined)}
          >
            {words.keepOurScore}
          </button>
          <ReplaceScore issue={issue} label={label} />
        </>
      );
    case "exchanged":
    case "return_match":
    case "other_teams":
    case "rearranged":
    case "other_date":
      return <LinkDecision issue={issue} label={label} />;
    case "abandoned":
    case "cancelled":
      return (
        <>
          <CancelMatch issue={issue} label={label} />
          <ManageMatchesLink />
        </>
      );
    default:
      return <ManageMatchesLink />;
  }
}

const saysOfScore = {
  success: words.scoreUpdatedAndPointsCalculated,
  failure: words.failedToUpdateScore,
};

function ReplaceScore({ issue, label }: { issue: ProviderIssueRow; label: string }) {
  return (
    <ConfirmedButton
      text={words.useProvidersScore}
      label={label}
      title={words.useProvidersScoreQuestion({ label })}
      keep={words.keepOurScore}
      confirm={words.useProvidersScore}
      action={() => acceptProviderScore(issue.provider_match_id ?? "")}
      says={saysOfScore}
    >
      <p>
        {words.whatProvidersScoreDoes({
          theirs: score(issue.provider_home, issue.provider_away),
          ours: score(issue.club_home, issue.club_away),
        })}
      </p>
    </ConfirmedButton>
  );
}

function ManageMatchesLink() {
  return (
    <Link className="btn secondary small" to={paths.manageMatches}>
      {words.linkToManageMatches}
    </Link>
  );
}

function descriptionOf(issue: ProviderIssueRow): string {
  const theirs = score(issue.provider_home, issue.provider_away);
  const ours = score(issue.club_home, issue.club_away);
  const at = (instant: string | null) =>
    instant ? kickOffInSentence(instant, serverNow()) : words.anotherTime;
  switch (issue.kind) {
    case "provisional":
      return words.provisionalResult({ theirs });
    case "correction":
      return words.correctedResult({ theirs, ours });
    case "contradiction":
      return words.contradictingResult({ ours, theirs });
    case "no_score":
      return words.finishedWithoutScore;
    case "awarded":
      return words.awardedByTheProvider({ theirs });
    case "postponed":
    case "suspended":
      return issue.kind === "postponed" ? words.postponedByTheProvider : words.suspended;
    case "abandoned":
    case "cancelled":
      return issue.kind === "abandoned" ? words.abandoned : words.cancelledByTheProvider;
    case "moved":
      return words.kickOffsDiffer({
        provider: at(issue.provider_kickoff_at),
        club: at(issue.club_kickoff_at),
      });
    case "return_match":
      return words.providerReportsReturnMatch({
        reported: reportedTeams(issue),
        provider: at(issue.provider_kickoff_at),
        ours: footballWords.teams({ home: issue.home, away: issue.away }),
        club: at(issue.club_kickoff_at),
      });
    case "exchanged":
    case "other_teams":
      return words.providerReportsOtherTeams({
        reported: reportedTeams(issue),
        ours: footballWords.teams({ home: issue.home, away: issue.away }),
      });
    case "rearranged":
      return words.matchHasANewDate({
        provider: at(issue.provider_kickoff_at),
        club: at(issue.club_kickoff_at),
      });
    case "other_date":
      return words.moreThanAWeekApart({
        provider: at(issue.provider_kickoff_at),
        club: at(issue.club_kickoff_at),
      });
    case "missing":
      return words.providerHasNoSuchMatch;
    case "unlinked":
      return "";
  }
}

function score(home: number | null, away: number | null): string {
  return home === null || away === null ? words.scoreIsMissing : `${home}–${away}`;
}

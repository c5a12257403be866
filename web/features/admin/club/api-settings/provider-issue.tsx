import { Link } from "react-router";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { paths } from "../../../../paths.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { ConfirmedButton } from "./confirmed-button.tsx";
import { CancelMatch, LinkDecision, reportedTeams } from "./link-decision.tsx";
import { acceptProviderScore, rejectProviderScore, staleAfterProviderChange } from "./provider-queries.ts";

/** One report that needs a decision, with its description and the possible actions. */
export function ProviderIssue({ issue }: { issue: ProviderIssueRow }) {
  const { home, away, league } = issue;
  const label = `${home} v ${away}`;
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
  const take = useAdminMutation(() => acceptProviderScore(id), scoreWords, {
    stale: staleAfterProviderChange,
  });
  const keep = useAdminMutation(
    () => rejectProviderScore(id),
    { success: "Your score was kept", failure: "Failed to keep your score" },
    { stale: staleAfterProviderChange },
  );
  switch (issue.kind) {
    case "provisional":
      return (
        <button
          type="button"
          className="btn small"
          aria-label={`Confirm result, ${label}`}
          disabled={take.isPending}
          onClick={() => take.mutate(undefined)}
        >
          Confirm result
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
            aria-label={`Keep our score, ${label}`}
            disabled={keep.isPending}
            onClick={() => keep.mutate(undefined)}
          >
            Keep our score
          </button>
          <ReplaceScore issue={issue} label={label} />
        </>
      );
    case "exchanged":
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

const scoreWords = {
  success: "Match score updated and points calculated!",
  failure: "Failed to update match score",
};

function ReplaceScore({ issue, label }: { issue: ProviderIssueRow; label: string }) {
  return (
    <ConfirmedButton
      text="Use provider's score"
      label={label}
      title={`${label}: use the provider's score?`}
      keep="Keep our score"
      confirm="Use provider's score"
      action={() => acceptProviderScore(issue.provider_match_id ?? "")}
      words={scoreWords}
    >
      <p>
        {score(issue.provider_home, issue.provider_away)} replaces {score(issue.club_home, issue.club_away)}.
        Points are recalculated for everyone who predicted the match.
      </p>
    </ConfirmedButton>
  );
}

function ManageMatchesLink() {
  return (
    <Link className="btn secondary small" to={paths.manageMatches}>
      Manage matches
    </Link>
  );
}

function descriptionOf(issue: ProviderIssueRow): string {
  const theirs = score(issue.provider_home, issue.provider_away);
  const ours = score(issue.club_home, issue.club_away);
  const at = (instant: string | null) => (instant ? kickOff(instant, serverNow()) : "another time");
  switch (issue.kind) {
    case "provisional":
      return `Finished ${theirs}. The result counts after a second matching update, or when you confirm it.`;
    case "correction":
      return `The provider now reports ${theirs}. ${ours} counts until a second update confirms the change.`;
    case "contradiction":
      return `You set ${ours}. The provider reports ${theirs}.`;
    case "no_score":
      return "Finished, but the provider has no score after 90 minutes. Enter the score by hand.";
    case "awarded":
      return `Awarded ${theirs}. The score is not changed automatically.`;
    case "postponed":
    case "suspended":
      return `${issue.kind === "postponed" ? "Postponed" : "Suspended"}: the kick-off is no longer confirmed. Move the match or cancel it.`;
    case "abandoned":
    case "cancelled":
      return `${issue.kind === "abandoned" ? "Abandoned" : "Cancelled"}. Cancel the match, or set the score that counts.`;
    case "moved":
      return `Kick-off according to the provider: ${at(issue.provider_kickoff_at)}. In the club: ${at(issue.club_kickoff_at)}.`;
    case "exchanged":
    case "other_teams":
      return `The provider reports ${reportedTeams(issue)}, the club has ${issue.home} v ${issue.away}.`;
    case "rearranged":
      return `The match has a new date. Kick-off according to the provider: ${at(issue.provider_kickoff_at)}. In the club: ${at(issue.club_kickoff_at)}.`;
    case "other_date":
      return `More than a week apart. Kick-off according to the provider: ${at(issue.provider_kickoff_at)}. In the club: ${at(issue.club_kickoff_at)}.`;
    case "missing":
      return "The provider does not have this match. Link one below, or enter the score by hand.";
    case "unlinked":
      return "";
  }
}

function score(home: number | null, away: number | null): string {
  return home === null || away === null ? "no score" : `${home}–${away}`;
}

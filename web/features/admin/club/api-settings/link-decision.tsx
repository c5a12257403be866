import { useQuery } from "@tanstack/react-query";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../../backend/types/admin-rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { ChooseMatch } from "./choose-match.tsx";
import { ConfirmedButton } from "./confirmed-button.tsx";
import {
  acceptProviderMatch,
  cancelMatch,
  matchesById,
  staleAfterProviderChange,
  unlinkMatch,
} from "./provider-queries.ts";

interface Props {
  issue: ProviderIssueRow;
  /** The club's match. */
  label: string;
}

/** The decisions about a report that may not be about the club's match. Until one is made, nothing is written. */
export function LinkDecision({ issue, label }: Props) {
  return (
    <>
      <Accept issue={issue} label={label} />
      {issue.kind === "rearranged" && <CancelMatch issue={issue} label={label} />}
      <AnotherMatch issue={issue} label={label} />
    </>
  );
}

function Accept({ issue, label }: Props) {
  const reported = reportedTeams(issue);
  const date = issue.provider_kickoff_at ? kickOff(issue.provider_kickoff_at, serverNow()) : "another time";
  const action = () => acceptProviderMatch(issue);
  const failure = "Failed to save the decision";
  switch (issue.kind) {
    case "exchanged":
      return (
        <ConfirmedButton
          text="Exchange sides"
          label={label}
          title={`${label}: exchange home and away?`}
          keep="Keep our sides"
          confirm="Exchange sides"
          action={action}
          words={{ success: "Home and away exchanged", failure }}
        >
          <p>
            The match becomes {reported}. Scores and predictions are exchanged too, so each team keeps its
            goals.
          </p>
        </ConfirmedButton>
      );
    case "other_teams":
      return (
        <ConfirmedButton
          text="Same match"
          label={label}
          title={`Is ${reported} the same match?`}
          keep="Not the same"
          confirm="Same match"
          action={action}
          words={{ success: "The match follows the provider again", failure }}
        >
          <p>
            The scores of {reported} then count for {label}. Our teams keep their names.
          </p>
        </ConfirmedButton>
      );
    case "rearranged":
      return (
        <ConfirmedButton
          text="Keep predictions"
          label={label}
          title={`${label}: keep the predictions for the new date?`}
          keep="Not yet"
          confirm="Keep predictions"
          action={action}
          words={{ success: "The predictions count for the new date", failure }}
        >
          <p>
            The match moves to {date} and starts without a score. Its predictions count for that date. If they
            were visible already, nobody can change them.
          </p>
        </ConfirmedButton>
      );
    default:
      return (
        <ConfirmedButton
          text="Use provider's date"
          label={label}
          title={`${label}: use the provider's date?`}
          keep="Keep our date"
          confirm="Use provider's date"
          action={action}
          words={{ success: "The provider's date was accepted", failure }}
        >
          <p>
            The kick-off becomes {date}. Predictions are kept, and stay locked if the match has locked. A
            completed match keeps its date.
          </p>
        </ConfirmedButton>
      );
  }
}

/** Cancels the match, so that its predictions earn no points. */
export function CancelMatch({ issue, label }: Props) {
  return (
    <ConfirmedButton
      text="Cancel match"
      label={label}
      secondary
      title={`Cancel ${label}?`}
      keep="Keep match"
      confirm="Cancel match"
      action={() => cancelMatch(issue.match_id ?? "")}
      words={{ success: "Match cancelled", failure: "Failed to cancel match" }}
    >
      <p>
        No points are given for it. The predictions are kept. You can undo this for 30 seconds, or reopen the
        match later.
      </p>
    </ConfirmedButton>
  );
}

/** For a report about another match: links it to that one, or ends the link. */
function AnotherMatch({ issue, label }: Props) {
  const id = issue.provider_match_id ?? "";
  const reported = reportedTeams(issue);
  const unlink = useAdminMutation(
    () => unlinkMatch(id),
    { success: "Match unlinked", failure: "Failed to unlink the match" },
    { stale: staleAfterProviderChange },
  );
  const candidates = issue.candidates ?? [];
  const ours = useQuery(matchesById(candidates)).data;
  return (
    <details className="another-match">
      <summary>It is another match</summary>
      <div className="link-to-match">
        {candidates.length > 0 && (
          <ChooseMatch providerMatch={id} label={reported} candidates={candidates} ours={ours} />
        )}
        <button
          type="button"
          className="btn secondary small"
          aria-label={`Unlink ${label}`}
          disabled={unlink.isPending}
          onClick={() => unlink.mutate(undefined)}
        >
          Unlink
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
  return `${home ?? "?"} v ${away ?? "?"}`;
}

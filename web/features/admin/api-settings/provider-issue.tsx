import { useState } from "react";
import { Link } from "react-router";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import type { ProviderIssueRow } from "../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../football/components/competition-badge.tsx";
import { kickOff } from "../../../football/time/kick-off.ts";
import { paths } from "../../../paths.ts";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../shared/use-admin-mutation.ts";
import { acceptProviderScore, rejectProviderScore, staleAfterProviderChange } from "./provider-queries.ts";

/** One thing to decide: what it is, in words, and what can be done. */
export function ProviderIssue({ matter }: { matter: ProviderIssueRow }) {
  const { home, away, league } = matter;
  const label = `${home} v ${away}`;
  return (
    <li>
      <div>
        <CompetitionBadge name={league} />
        <b>{label}</b>
        <span>{wordsOf(matter)}</span>
      </div>
      <div className="row-actions">
        <Acts matter={matter} label={label} />
      </div>
    </li>
  );
}

function Acts({ matter, label }: { matter: ProviderIssueRow; label: string }) {
  const id = matter.provider_match_id ?? "";
  const [replacing, setReplacing] = useState(false);
  const take = useAdminMutation(
    () => acceptProviderScore(id),
    { success: "Match score updated and points calculated!", failure: "Failed to update match score" },
    { stale: staleAfterProviderChange, onDone: () => setReplacing(false) },
  );
  const keep = useAdminMutation(
    () => rejectProviderScore(id),
    { success: "Your score was kept", failure: "Failed to keep your score" },
    { stale: staleAfterProviderChange },
  );
  const taking = (words: string, act: () => void) => (
    <button
      type="button"
      className="btn small"
      aria-label={`${words}, ${label}`}
      disabled={take.isPending}
      onClick={act}
    >
      {words}
    </button>
  );
  const replacingOurs = (words: string) => (
    <>
      {taking(words, () => setReplacing(true))}
      {replacing && (
        <ConfirmDialog
          open
          title={`${label}: use the provider's score?`}
          keep="Keep our score"
          confirm={words}
          pending={take.isPending}
          error={take.problem}
          onKeep={() => setReplacing(false)}
          onConfirm={() => take.mutate(undefined)}
        >
          <p>
            {score(matter.provider_home, matter.provider_away)} replaces{" "}
            {score(matter.club_home, matter.club_away)}. Points are recalculated for everyone who predicted
            the match.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
  switch (matter.kind) {
    case "provisional":
      return taking("Confirm result", () => take.mutate(undefined));
    case "correction":
    case "awarded":
      return matter.provider_home === null ? <Manage /> : replacingOurs("Use provider's score");
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
          {replacingOurs("Use provider's score")}
        </>
      );
    default:
      return <Manage />;
  }
}

function Manage() {
  return (
    <Link className="btn secondary small" to={paths.manageMatches}>
      Manage matches
    </Link>
  );
}

function wordsOf(matter: ProviderIssueRow): string {
  const theirs = score(matter.provider_home, matter.provider_away);
  const ours = score(matter.club_home, matter.club_away);
  const at = (instant: string | null) => (instant ? kickOff(instant, serverNow()) : "another time");
  switch (matter.kind) {
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
      return `${matter.kind === "postponed" ? "Postponed" : "Suspended"}: the kick-off is no longer confirmed. Move the match or cancel it.`;
    case "abandoned":
    case "cancelled":
      return `${matter.kind === "abandoned" ? "Abandoned" : "Cancelled"}. Cancel the match, or set the score that counts.`;
    case "moved":
      return `Kick-off according to the provider: ${at(matter.provider_kickoff_at)}. In the club: ${at(matter.club_kickoff_at)}.`;
    case "missing":
      return "The provider does not have this match. Link one below, or enter the score by hand.";
    case "unlinked":
      return "";
  }
}

function score(home: number | null, away: number | null): string {
  return home === null || away === null ? "no score" : `${home}–${away}`;
}

import { Ban, Flag, LockOpen, Pencil, Trash2 } from "lucide-react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { Crest } from "../../../../football/components/crest.tsx";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { isPostponed } from "../../../../football/time/kick-off.ts";
import { type RowAction, RowMenu } from "../../../../ui/overlays/row-menu.tsx";

export type MatchAction = {
  kind: "score" | "edit" | "reopen" | "cancel" | "void" | "delete";
  match: MatchRow;
};

/** One match with the actions of an admin: the most likely one as a button, all of them in a menu. */
export function ManagedMatchRow({
  match,
  isSelected,
  onSelect,
  onAction,
}: {
  match: MatchRow;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onAction: (action: MatchAction) => void;
}) {
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const open = (kind: MatchAction["kind"]) => () => onAction({ kind, match });
  const [kind, label] = likelyAction(match);
  return (
    <li>
      <label className="match-choice">
        <input
          type="checkbox"
          checked={isSelected}
          aria-label={words.selectMatch({ home, away })}
          onChange={(event) => onSelect(event.target.checked)}
        />
      </label>
      <div className="match-date">
        <CompetitionBadge name={match.league} />
        <time dateTime={match.kickoff_at}>{clubKickOff(match, new Date(serverNow()).getFullYear())}</time>
      </div>
      <div className="match-teams">
        <span>{home}</span>
        <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
        <span className="match-score">
          {match.home_score !== null && match.away_score !== null ? (
            <b>{`${match.home_score}–${match.away_score}`}</b>
          ) : (
            footballWords.versus
          )}
        </span>
        <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
        <span>{away}</span>
      </div>
      <span className="prediction-count">{words.picks({ count: match.predictions_count })}</span>
      <div className="actions">
        <button
          type="button"
          className={kind === "score" && match.status !== "completed" ? "btn small" : "btn secondary small"}
          aria-label={words.actionOfMatch({ action: label, home, away })}
          onClick={open(kind)}
        >
          {label}
        </button>
        <RowMenu label={words.actionsForMatch({ home, away })} actions={actionsFor(match, open)} />
      </div>
    </li>
  );
}

/** The action that an organiser probably wants, which is the button of the row. */
function likelyAction(match: MatchRow): [MatchAction["kind"], string] {
  const score = scoreLabel(match);
  if (!score) return ["reopen", words.reopen];
  if (isPostponed(match)) return ["edit", words.setANewDate];
  return match.status !== "upcoming" || hasKickedOff(match) ? ["score", score] : ["edit", words.edit];
}

function scoreLabel({ status }: MatchRow): string | null {
  switch (status) {
    case "upcoming":
      return words.completeAndSetScore;
    case "live":
      return words.updateScoreOrComplete;
    case "completed":
      return words.editScores;
    case "cancelled":
      return null;
  }
}

function actionsFor(match: MatchRow, open: (kind: MatchAction["kind"]) => () => void): RowAction[] {
  const score = scoreLabel(match);
  const isOpen = match.status === "upcoming" || match.status === "live";
  return [
    ...(score ? [{ label: score, icon: Flag, onSelect: open("score") }] : []),
    ...(match.status === "completed" ? [] : [{ label: words.edit, icon: Pencil, onSelect: open("edit") }]),
    ...(canReopen(match) ? [{ label: words.reopen, icon: LockOpen, onSelect: open("reopen") }] : []),
    ...(isOpen ? [{ label: words.cancelMatch, icon: Ban, onSelect: open("cancel") }] : []),
    ...(match.status === "completed" ? [{ label: words.voidLabel, icon: Ban, onSelect: open("void") }] : []),
    { label: words.deleteLabel, icon: Trash2, destructive: true, onSelect: open("delete") },
  ];
}

/** Whether predictions for the match are closed, so that it can be reopened. */
function canReopen({ status, locks_at }: MatchRow): boolean {
  return status !== "upcoming" || Date.parse(locks_at) <= serverNow();
}

/** Whether the match has kicked off, so that an admin probably wants to enter its score. */
function hasKickedOff({ status, kickoff_at }: MatchRow): boolean {
  return status === "live" || (status === "upcoming" && Date.parse(kickoff_at) < serverNow());
}

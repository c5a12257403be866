import { Ban, Flag, Pencil, Trash2 } from "lucide-react";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { clubName } from "../../../football/rules/club-name.ts";
import { type RowAction, RowMenu } from "../../../ui/overlays/row-menu.tsx";
import { clubKickOff } from "./club-kick-off.ts";

export type Act = { kind: "score" | "edit" | "cancel" | "delete"; match: MatchRow };

/** One match with all that an admin can do to it: the likeliest as a button, the rest in a menu. */
export function ManagedMatchRow({ match, onAct }: { match: MatchRow; onAct: (act: Act) => void }) {
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const act = (kind: Act["kind"]) => () => onAct({ kind, match });
  const score = scoreLabel(match);
  return (
    <li>
      <div className="match-date">
        <CompetitionBadge name={match.league} />
        <time dateTime={match.kickoff_at}>{clubKickOff(match, new Date(serverNow()).getFullYear())}</time>
      </div>
      <div className="match-teams">
        <span>{home}</span>
        <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
        <span className="match-score">
          {match.home_score !== null && match.away_score !== null ? (
            <b>
              {match.home_score}–{match.away_score}
            </b>
          ) : (
            "v"
          )}
        </span>
        <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
        <span>{away}</span>
      </div>
      <span className="prediction-count">
        {match.predictions_count === 1 ? "1 pick" : `${match.predictions_count} picks`}
      </span>
      <div className="actions">
        {score && (
          <button
            type="button"
            className={isDue(match) ? "btn small" : "btn secondary small"}
            aria-label={`${score}: ${home} v ${away}`}
            onClick={act("score")}
          >
            {score}
          </button>
        )}
        <RowMenu label={`Actions for ${home} v ${away}`} actions={actionsFor(match, act)} />
      </div>
    </li>
  );
}

function scoreLabel({ status }: MatchRow): string | null {
  switch (status) {
    case "upcoming":
      return "Complete & Set Score";
    case "live":
      return "Update Score / Complete";
    case "completed":
      return "Edit Scores";
    case "cancelled":
      return null;
  }
}

function actionsFor(match: MatchRow, act: (kind: Act["kind"]) => () => void): RowAction[] {
  const score = scoreLabel(match);
  const running = match.status === "upcoming" || match.status === "live";
  return [
    ...(score ? [{ label: score, icon: Flag, act: act("score") }] : []),
    ...(match.status === "completed" ? [] : [{ label: "Edit", icon: Pencil, act: act("edit") }]),
    ...(running ? [{ label: "Cancel Match", icon: Ban, act: act("cancel") }] : []),
    { label: "Delete", icon: Trash2, destructive: true, act: act("delete") },
  ];
}

/** A match that is on, or should be over: the one whose score an admin came to enter. */
function isDue({ status, kickoff_at }: MatchRow): boolean {
  return status === "live" || (status === "upcoming" && Date.parse(kickoff_at) < serverNow());
}

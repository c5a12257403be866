import { Check } from "lucide-react";
import { useState } from "react";
import * as words from "#words/admin-matches";
import * as footballWords from "#words/football";
import { heraldryOf } from "../../../../../supabase/functions/_football/club-colours.ts";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { Crest } from "../../../../football/components/crest.tsx";
import { ScoreStepper } from "../../../../football/components/score-stepper.tsx";
import { isAwaitingResult } from "../../../../football/rules/awaiting-result.ts";
import { clubKickOff } from "../../../../football/time/club-kick-off.ts";
import { canEnter, type Draft } from "./result-rules.ts";

interface Props {
  match: MatchRow;
  draft: Draft;
  now: number;
  onDraft: (draft: Draft) => void;
  onEnter: (input: HTMLInputElement) => void;
}

/**
 * One match of the round, with a stepper for each team; an entered result is text until it is edited. On a phone the
 * teams are three letters and a crest.
 */
export function ResultRow({ match, draft, now, onDraft, onEnter }: Props) {
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  const stepper = (side: "home" | "away", team: string) => (
    <ScoreStepper
      team={team}
      goals={draft[side]}
      onGoals={(goals) => onDraft({ ...draft, [side]: goals })}
      onEnter={onEnter}
    />
  );
  /** The result that is being edited: another one that is saved is text again. */
  const [edited, setEdited] = useState<string | null>(null);
  const result = `${match.home_score}–${match.away_score}`;
  const isEntered = match.status === "completed";
  const isChanged = isEntered && (draft.home !== match.home_score || draft.away !== match.away_score);
  const isShown = isEntered && !isChanged && edited !== result;
  const isEditable = canEnter(match, now);
  return (
    <li className="result-row">
      <Team name={match.home_team_name} logo={match.home_team_logo} />
      {isShown ? (
        <p className="result-scores note">
          <b>{result}</b>
        </p>
      ) : isEditable ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a part of the row's grid
        <div role="group" aria-label={footballWords.teams({ home, away })} className="result-scores">
          {stepper("home", home)}
          <i aria-hidden="true">–</i>
          {stepper("away", away)}
        </div>
      ) : (
        <p className="result-scores note">
          {match.status === "cancelled"
            ? words.matchIsCancelled
            : clubKickOff(match, new Date(now).getFullYear())}
        </p>
      )}
      <Team name={match.away_team_name} logo={match.away_team_logo} />
      {isShown && (
        <p className="result-state note">
          <Check aria-hidden="true" />
          <span>{words.entered}</span>
          <button
            type="button"
            className="btn secondary small"
            aria-label={words.editResultOfMatch({ home, away })}
            onClick={() => setEdited(result)}
          >
            {words.edit}
          </button>
        </p>
      )}
      {isEditable && !isShown && <RowState match={match} draft={draft} now={now} onDraft={onDraft} />}
    </li>
  );
}

function Team({ name, logo }: { name: string; logo: string | null }) {
  return (
    <span className="result-team">
      <Crest team={name} logo={logo} size="small" />
      <b aria-hidden="true">{heraldryOf(name).letters}</b>
      <span>{clubName(name)}</span>
    </span>
  );
}

/** The state of a match that does not simply await its result. */
function RowState({ match, draft, now, onDraft }: Omit<Props, "onEnter">) {
  if (match.status === "completed")
    return (
      <p className="result-state note">
        {words.scoreWas({ home: match.home_score ?? "", away: match.away_score ?? "" })}
      </p>
    );
  if (isAwaitingResult(match, now)) return null;
  return (
    <label className="result-state checkbox-field">
      <input
        type="checkbox"
        checked={draft.isFinal}
        onChange={(event) => onDraft({ ...draft, isFinal: event.target.checked })}
      />
      <span>{words.stillLive}</span>
    </label>
  );
}

import { Lock } from "lucide-react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { PredictionChip } from "../../../football/components/scoreboard.tsx";
import type { Prediction, Scoreline } from "../../../football/rules/points.ts";
import { byDay } from "../../../football/time/coming-round.ts";
import { clockTime } from "../../../football/time/kick-off.ts";
import { stateOf } from "../match-state.ts";
import { pickState } from "./round-states.ts";
import "./round-list.css";

/** The round and what is known of the player's predictions of it. */
export interface RoundPicks {
  rows: readonly MatchRow[];
  now: number;
  predictions: ReadonlyMap<string, PredictionRow>;
  /** What only this device has, by match. */
  unsaved: ReadonlyMap<string, Scoreline>;
}

interface Props extends RoundPicks {
  /** The match that is shown beside the list. */
  current?: string | undefined;
  onEdit: (id: string) => void;
}

function byKickOff(one: MatchRow, other: MatchRow): number {
  return Date.parse(one.kickoff_at) - Date.parse(other.kickoff_at);
}

/** The matches of the round by day, each with the pick. An open match leads to its sheet. */
export function RoundList({ rows, current, onEdit, ...picks }: Props) {
  return byDay(rows.toSorted(byKickOff)).map(({ day, matches }) => (
    <div key={day}>
      <h3 className="cards-day">{day}</h3>
      <ul className="round-list">
        {matches.map((match) => (
          <li key={match.id} {...hueOf(match.league)}>
            {stateOf(match, picks.now) === "open" ? (
              <button
                type="button"
                aria-current={match.id === current ? "true" : undefined}
                onClick={() => onEdit(match.id)}
              >
                <Row match={match} {...picks} />
              </button>
            ) : (
              <div>
                <Row match={match} {...picks} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Row({ match, now, predictions, unsaved }: Omit<RoundPicks, "rows"> & { match: MatchRow }) {
  const state = pickState(match, { predictions, unsaved }, now);
  const pick = pickOf(match.id, state === "kept" ? unsaved : new Map(), predictions);
  return (
    <>
      <time dateTime={match.kickoff_at}>
        {match.kickoff_confirmed ? clockTime(match.kickoff_at) : words.timeToBeConfirmedShort}
      </time>
      <span className="round-pair">
        <span>
          <Crest team={match.home_team_name} logo={match.home_team_logo} size="small" />
          <span>{clubName(match.home_team_name)}</span>
        </span>
        <span>
          <Crest team={match.away_team_name} logo={match.away_team_logo} size="small" />
          <span>{clubName(match.away_team_name)}</span>
        </span>
      </span>
      <span className="round-pick">{pick && <PredictionChip {...pick} />}</span>
      {state === "to-go" ? (
        <span className="note round-edit">{words.addYourPick}</span>
      ) : state === "kept" ? (
        <span className="note">
          <i className="kept-mark" aria-hidden="true" />
          <span>{words.keptHere}</span>
        </span>
      ) : stateOf(match, now) !== "open" ? (
        <span className="note">
          <Lock aria-hidden="true" />
          <span>{state === "missed" ? words.noPick : words.locked}</span>
        </span>
      ) : (
        <span className="note round-edit">{words.edit}</span>
      )}
    </>
  );
}

function pickOf(
  id: string,
  unsaved: ReadonlyMap<string, Scoreline>,
  predictions: ReadonlyMap<string, PredictionRow>,
): Prediction | null {
  const row = predictions.get(id);
  const kept = unsaved.get(id);
  if (kept) return { home: kept.home, away: kept.away, isDouble: row?.is_double ?? false };
  return row ? { home: row.home_prediction, away: row.away_prediction, isDouble: row.is_double } : null;
}

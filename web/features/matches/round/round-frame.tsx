import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { isCup } from "../../../football/rules/competitions.ts";
import { kickOffOf } from "../../../football/time/match-time.ts";
import { FormMarks, guideOf } from "../cards/match-guide-facts.tsx";
import "./round-top.css";
import { placeInWords, type TeamGuide } from "../cards/match-guide-words.ts";

/** What moves from one match of the deck to another. */
export interface Steps {
  /** The number of the match, from 0, and how many there are. */
  at: number;
  count: number;
  /** Goes so many matches on, or back if it is negative. */
  onStep: (by: number) => void;
}

interface Props {
  match: MatchRow;
  now: number;
  steps: Steps;
  /** The picks of the others, as far as they are known. */
  crowd: ReactNode;
  /** Stands in the place of the picks, so that the sheet keeps its height. */
  message: string | null;
  /** Two notes: the lock, and what became of the pick. */
  notes: ReactNode;
  /** The scores. */
  children: ReactNode;
  /** The large button. */
  action: ReactNode;
  hasFailed?: boolean;
}

/** One match of the round: the teams on the grass above, and the sheet with all that is pressed below, at the thumb. */
export function RoundFrame({
  match,
  now,
  steps,
  crowd,
  message,
  notes,
  children,
  action,
  hasFailed = false,
}: Props) {
  const guide = useQuery(guideOf(match.id)).data;
  const { at, onStep } = steps;
  return (
    <>
      <div className="round-top" key={match.id}>
        <p className="round-meta">
          <CompetitionBadge name={match.league} />
          <time dateTime={match.kickoff_confirmed ? match.kickoff_at : match.match_date}>
            {kickOffOf(match, now)}
          </time>
        </p>
        <div className="round-teams">
          <Team name={match.home_team_name} logo={match.home_team_logo} guide={guide?.home} match={match} />
          <i aria-hidden="true">{footballWords.versus}</i>
          <Team name={match.away_team_name} logo={match.away_team_logo} guide={guide?.away} match={match} />
        </div>
        <div className="round-crowd">
          {message ? (
            <p className="round-message" role="alert">
              {message}
            </p>
          ) : (
            crowd
          )}
        </div>
      </div>
      <div className={hasFailed ? "round-sheet is-error" : "round-sheet"} {...hueOf(match.league)}>
        <div className="round-notes">{notes}</div>
        <div className="round-scores" key={match.id}>
          {children}
        </div>
        <div className="round-acts">
          <button
            type="button"
            className="btn secondary"
            aria-label={words.previousMatch}
            disabled={at === 0}
            onClick={() => onStep(-1)}
          >
            <ChevronRight className="mirrored" size={26} aria-hidden="true" />
          </button>
          {action}
          <button
            type="button"
            className="btn secondary"
            aria-label={at + 1 === steps.count ? words.seeTheRound : words.nextMatch}
            onClick={() => onStep(1)}
          >
            <ChevronRight size={26} aria-hidden="true" />
          </button>
        </div>
      </div>
    </>
  );
}

interface TeamProps {
  name: string;
  logo: string | null;
  /** Undefined while it loads and without a connection. */
  guide: TeamGuide | undefined;
  match: MatchRow;
}

function Team({ name, logo, guide, match }: TeamProps) {
  const place = guide && !isCup(match.league) ? placeInWords(guide) : null;
  return (
    <div>
      <Crest team={name} logo={logo} size="cover" />
      <b>{clubName(name)}</b>
      <div className="round-form">{guide && <FormMarks name={name} form={guide.form} />}</div>
      <small>{place}</small>
    </div>
  );
}

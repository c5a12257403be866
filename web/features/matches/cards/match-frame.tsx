import type { ReactNode } from "react";
import * as words from "#words/matches";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../../football/components/competition-badge.tsx";
import { Crest } from "../../../football/components/crest.tsx";
import { isPostponed } from "../../../football/time/kick-off.ts";
import { kickOffOf } from "../../../football/time/match-time.ts";
import { lazyOptional } from "../../../ui/loading/lazy-optional.tsx";
import "./cards.css";
import "./phone-cards.css";

const ReopenedNote = lazyOptional(async () => (await import("./reopened-note.tsx")).ReopenedNote);

interface Props {
  match: MatchRow;
  now: number;
  /** The content between the two teams. */
  children: ReactNode;
  split?: ReactNode;
  /** Which minutes count, for a cup match. */
  ninety?: string;
  footer: ReactNode;
  tag?: ReactNode;
  className?: string;
}

/** The frame of every match card: header, two crests with their names, footer. */
export function MatchFrame({ match, now, children, split, ninety, footer, tag, className = "" }: Props) {
  const home = clubName(match.home_team_name);
  const away = clubName(match.away_team_name);
  return (
    <article
      className={`match ${className}`}
      data-match={match.id}
      tabIndex={-1}
      aria-label={words.teams({ home, away })}
      {...hueOf(match.league)}
    >
      <header>
        <CompetitionBadge name={match.league} />
        {tag || (
          <time dateTime={match.kickoff_confirmed ? match.kickoff_at : match.match_date}>
            <span>{kickOffOf(match, now)}</span>
            {!match.kickoff_confirmed && !isPostponed(match) && <span>{words.timeToBeConfirmed}</span>}
          </time>
        )}
      </header>
      <div className="fixture">
        <div className="match-team">
          <Crest team={match.home_team_name} logo={match.home_team_logo} />
          <h3 title={home}>{home}</h3>
        </div>
        {children}
        <div className="match-team">
          <Crest team={match.away_team_name} logo={match.away_team_logo} />
          <h3 title={away}>{away}</h3>
        </div>
      </div>
      {match.predictions_revealed_at && (
        <ReopenedNote match={match} at={match.predictions_revealed_at} now={now} />
      )}
      {split && <div className="prediction-split">{split}</div>}
      {ninety && <p className="after-ninety-minutes">{ninety}</p>}
      <footer>{footer}</footer>
    </article>
  );
}

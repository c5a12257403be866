import * as footballWords from "#words/football";
import * as words from "#words/screen";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { ScreenLock } from "../../backend/types/screen-rows.ts";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { SplitBar } from "../../football/components/split-bar.tsx";
import { PageDots } from "./page-dots.tsx";
import { isShown } from "./turning.ts";

const perPage = 9;

/** How the club picked the match that locked last, and on a screen with names who picked what. */
export function LastLock({ lock, turn }: { lock: ScreenLock; turn: number }) {
  const home = clubName(lock.home_team_name);
  const away = clubName(lock.away_team_name);
  const { counts, scores, picks } = lock;
  const turning = { size: perPage, count: picks.length };
  return (
    <section className="screen-lock" aria-labelledby="screen-lock">
      <div className="screen-title">
        <h2 id="screen-lock">{words.lastLock({ teams: `${home} ${footballWords.versus} ${away}` })}</h2>
        <PageDots turning={turning} turn={turn} />
      </div>
      {scores.length === 0 ? (
        <p>{words.nobodyPicked}</p>
      ) : (
        <>
          <SplitBar homeTeam={home} awayTeam={away} counts={counts} />
          <ul className="screen-scores" aria-label={words.mostFrequent}>
            {scores.map((score) => (
              <li key={`${score.home} ${score.away}`}>
                <PredictionChip home={score.home} away={score.away} />
                <span>{words.countOfPicks({ count: score.picks })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {picks.length > 0 && (
        <ul className="screen-picks" aria-label={words.picks}>
          {picks.map((pick, at) => (
            // Members may have the same name.
            <li key={at} className={isShown(at, turning, turn) ? "" : "other-page"}>
              <span>{pick.name}</span>
              <b>{`${pick.home}–${pick.away}`}</b>
              <span>{pick.points !== null && (pick.points > 0 ? `+${pick.points}` : "0")}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

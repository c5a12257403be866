import * as words from "#words/last-standing";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { LastStandingRow, StandingMatchday } from "../../backend/types/last-standing-rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { Result } from "./choice-result.tsx";

/** The matchdays of the game, latest first: how many were in and went out, and the teams of all once they have locked. */
export function Story({ game, now }: { game: LastStandingRow; now: number }) {
  const days = game.matchdays.toReversed();
  if (days.length === 0) return null;
  return (
    <section aria-labelledby="standing-story">
      <div className="section-head">
        <h2 id="standing-story">{words.matchdayByMatchday}</h2>
      </div>
      <ol className="standing-story">
        {days.map((day) => (
          <li key={day.number} className="panel">
            <h3>{roundName(day.round)}</h3>
            <p className="muted">{sentenceOf(day, now)}</p>
            {day.teams.length > 0 && (
              <ul className="used-teams">
                {day.teams.map(({ team, logo, result, entries }) => (
                  <li key={team}>
                    <Crest team={team} logo={logo} size="small" />
                    <span>{clubName(team)}</span>
                    <span className="number">{entries}</span>
                    {result !== "open" && <Result result={result} />}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function sentenceOf(
  { state, entries, out, chosen, all_back, starts_at, settles_at }: StandingMatchday,
  now: number,
) {
  if (state === "dropped") return words.endedBefore;
  if (state === "upcoming")
    return `${words.haveChosen({ count: chosen })} ${starts_at === null ? "" : words.firstLock({ time: kickOffInSentence(starts_at, now) })}`;
  if (all_back) return words.allAreBack({ count: entries });
  if (state === "settled") return words.wentOut({ entries, out });
  return `${words.goOutAsItStands({ entries, out })} ${settles_at === null ? "" : words.settlesAt({ time: kickOffInSentence(settles_at, now) })}`;
}

/** The members who are in, or have won. */
export function StandingMembers({ game }: { game: LastStandingRow }) {
  if (game.members.length === 0) return null;
  return (
    <section aria-labelledby="standing-members">
      <div className="section-head">
        <h2 id="standing-members">
          {game.ended_at === null || !game.is_decided ? words.whoIsIn : words.winners}
        </h2>
      </div>
      <ul className="standing-members">
        {game.members.map(({ user_id, full_name, entries }) => (
          <li key={user_id}>
            <Shirt player={user_id} name={full_name} />
            <span>{full_name}</span>
            {entries > 1 && <small>{words.countOfEntries({ count: entries })}</small>}
          </li>
        ))}
      </ul>
    </section>
  );
}

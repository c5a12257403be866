import * as words from "#words/last-standing";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { LastStandingRow, OwnEntry } from "../../backend/types/last-standing-rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { roundName } from "../../football/time/round-name.ts";
import { Result } from "./choice-result.tsx";
import { openMatchdays } from "./choices.ts";
import { TeamChoice } from "./team-choice.tsx";

interface Props {
  game: LastStandingRow;
  entry: OwnEntry;
  /** Its number among the member's entries; null for the only one. */
  nth: number | null;
  now: number;
}

/** An entry of the member: whether it is in, its choice for each matchday that has not settled, and the teams it has used. */
export function OwnEntryPanel({ game, entry, nth, now }: Props) {
  const round = game.matchdays.find(({ number }) => number === entry.out_number)?.round;
  const used = entry.choices.filter(({ number }) =>
    game.matchdays.some((day) => day.number === number && day.state === "settled"),
  );
  const state = stateOf(game, entry, round ? roundName(round) : "");
  return (
    <section
      className="panel own-entry"
      aria-label={nth === null ? words.yourEntry : words.entryNumber({ nth })}
    >
      <div className="entry-head">
        <h2>{nth === null ? words.yourEntry : words.entryNumber({ nth })}</h2>
        <b className={entry.is_out ? "entry-state out" : "entry-state"}>{state}</b>
      </div>
      {entry.out_number === null &&
        game.ended_at === null &&
        openMatchdays(game, entry)
          .filter(({ day }) => !entry.is_out || day.state !== "upcoming")
          .map((open) => (
            <TeamChoice key={open.day.number} game={game} entry={entry} open={open} now={now} />
          ))}
      {used.length > 0 && (
        <>
          <h3>{words.usedTeams}</h3>
          <ul className="used-teams">
            {used.map(({ number, team, logo, result }) => (
              <li key={number}>
                <Crest team={team ?? ""} logo={logo} size="small" />
                <span>{team === null ? words.mergedTeam : clubName(team)}</span>
                <Result result={result} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function stateOf(game: LastStandingRow, entry: OwnEntry, round: string): string {
  if (entry.out_number !== null) return words.outOnRound({ round });
  if (game.ended_at !== null) return game.is_decided ? words.won : words.wasIn;
  return entry.is_out ? words.outForNow : words.stillIn;
}

import { useState } from "react";
import * as words from "#words/last-standing";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { LastStandingRow, OwnEntry, StandingTeam } from "../../backend/types/last-standing-rows.ts";
import { Crest } from "../../football/components/crest.tsx";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { Result } from "./choice-result.tsx";
import { type OpenMatchday, usedOn } from "./choices.ts";
import { useChooseTeam } from "./last-standing-mutations.ts";

interface Props {
  game: LastStandingRow;
  entry: OwnEntry;
  open: OpenMatchday;
  now: number;
}

/** The team of an entry for a matchday, and the matches of which one can be chosen: one press, or two to change it. */
export function TeamChoice({ game, entry, open: { day, choice, matches, isOpen }, now }: Props) {
  const choose = useChooseTeam(entry.id);
  // The chosen team whose change is open: another choice closes it, and an answer that comes meanwhile does not.
  const [changing, setChanging] = useState<string | null>();
  const locks = matches.find(({ home, away }) => choice && [home.id, away.id].includes(choice.team_id ?? ""));
  const heading = roundName(day.round);
  const list = (
    <ul className="choosable-matches">
      {matches
        .filter(({ is_open }) => is_open)
        .map((match) => (
          <li key={match.match_id}>
            {[match.home, match.away].map((team) => (
              <TeamButton
                key={team.id}
                team={team}
                used={usedOn(team, day, entry, game.matchdays)}
                isChosen={team.id === choice?.team_id}
                isPending={choose.isPending}
                onChoose={() => choose.mutate({ number: day.number, id: team.id, name: team.name })}
              />
            ))}
            <small>{words.locksAt({ time: kickOffInSentence(match.locks_at, now) })}</small>
          </li>
        ))}
    </ul>
  );
  return (
    <div className="team-choice">
      <h3>{heading}</h3>
      {choice && (
        <p className="chosen-team">
          <Crest team={choice.team ?? ""} logo={choice.logo} size="row" />
          <b>{choice.team === null ? words.mergedTeam : clubName(choice.team)}</b>
          {choice.result === "open" ? (
            <small>{choice.is_locked ? words.locked : words.hiddenUntilTheLock}</small>
          ) : (
            <Result result={choice.result} />
          )}
        </p>
      )}
      {!choice && isOpen && <p>{words.chooseATeamToWin}</p>}
      {!choice && !isOpen && <p>{words.youChoseNone}</p>}
      {isOpen && choice && (
        <details
          open={changing === choice.team_id}
          onToggle={({ currentTarget }) => setChanging(currentTarget.open ? choice.team_id : undefined)}
        >
          <summary>
            {locks
              ? words.changeUntil({ time: kickOffInSentence(locks.locks_at, now) })
              : words.changeTheTeam}
          </summary>
          {list}
        </details>
      )}
      {isOpen && !choice && list}
    </div>
  );
}

interface ButtonProps {
  team: StandingTeam;
  /** The round for which the entry has the team already. */
  used: string | null;
  isChosen: boolean;
  isPending: boolean;
  onChoose: () => void;
}

function TeamButton({ team, used, isChosen, isPending, onChoose }: ButtonProps) {
  return (
    <button
      type="button"
      className="team-button"
      aria-pressed={isChosen}
      disabled={used !== null}
      aria-disabled={isPending}
      onClick={() => !isChosen && onChoose()}
    >
      <Crest team={team.name} logo={team.logo} size="row" />
      <span>
        <b>{clubName(team.name)}</b>
        {used !== null && <small>{words.usedOnRound({ round: roundName(used) })}</small>}
      </span>
    </button>
  );
}

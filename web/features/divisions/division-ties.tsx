import { useState } from "react";
import * as words from "#words/divisions";
import type { DivisionFixtureRow } from "../../backend/types/division-rows.ts";
import { Shirt } from "../../football/components/shirt.tsx";
import { TiePoints } from "../../football/ties/tie-points.tsx";
import { counts } from "../../football/ties/tie-state.ts";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";

interface Props {
  fixtures: readonly DivisionFixtureRow[];
  userId: string;
  /** The matchday that is shown first. */
  matchday: number;
  now: number;
}

/** All ties of a division, one matchday at a time. */
export function DivisionTies({ fixtures, userId, matchday, now }: Props) {
  const [chosen, setChosen] = useState(matchday);
  const matchdays = [...new Map(fixtures.map((tie) => [tie.number, tie])).values()];
  const ties = fixtures.filter(({ number }) => number === chosen);
  return (
    <section aria-labelledby="division-ties">
      <div className="section-head">
        <h2 id="division-ties">{words.allTies}</h2>
        <p>{stateOf(ties[0], now)}</p>
      </div>
      <label className="field tie-choice">
        <span>{words.matchday}</span>
        <select value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
          {matchdays.map(({ number, round }) => (
            <option key={number} value={number}>
              {roundName(round)}
            </option>
          ))}
        </select>
      </label>
      <ol>
        {ties.map((tie) => (
          <TieLine key={`${tie.first_id} ${tie.second_id}`} tie={tie} userId={userId} />
        ))}
      </ol>
    </section>
  );
}

/** `Sat 14:00`, `7 of 10 matches`, or what became of the matchday. */
function stateOf(tie: DivisionFixtureRow | undefined, now: number): string {
  if (!tie) return "";
  const { state, starts_at, matches, matches_completed: completed } = tie;
  if (state === "upcoming")
    return starts_at === null ? "" : words.fromTime({ time: kickOffInSentence(starts_at, now) });
  if (state === "dropped") return words.notPlayedShort;
  return matches === 0 ? words.noMatchPlayed : words.completedOf({ completed, matches });
}

function TieLine({ tie, userId }: { tie: DivisionFixtureRow; userId: string }) {
  const { first_id, first_name, first_points, second_id, second_name, second_points, state } = tie;
  const isOver = counts({ state });
  const lead = isOver ? Math.sign((first_points ?? 0) - (second_points ?? 0)) : 0;
  return (
    <li className={userId === first_id || userId === second_id ? "tie-line own-line" : "tie-line"}>
      <span className={lead < 0 ? "beaten" : undefined}>{first_name ?? words.ghost}</span>
      {first_id === null ? <span /> : <Shirt player={first_id} name={first_name ?? ""} />}
      <span className="tie-score">
        <TiePoints points={[first_points, second_points]} state={state} size="small" />
      </span>
      {second_id === null ? <span /> : <Shirt player={second_id} name={second_name ?? ""} />}
      <span className={lead > 0 ? "beaten" : undefined}>{second_name ?? words.ghost}</span>
    </li>
  );
}

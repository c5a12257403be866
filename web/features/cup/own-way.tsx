import * as words from "#words/cup";
import * as footballWords from "#words/football";
import { Shirt } from "../../football/components/shirt.tsx";
import { counts } from "../../football/ties/tie-state.ts";
import { kickOff } from "../../football/time/kick-off.ts";
import { isWithoutOpponent, type OwnTie, roundTitle } from "./cup-ties.ts";

interface Props {
  ties: readonly OwnTie[];
  rounds: number;
  now: number;
}

/** The member's ties, the last one first. */
export function OwnWay({ ties, rounds, now }: Props) {
  return (
    <section aria-labelledby="own-way" className="tally">
      <div className="section-head">
        <h2 id="own-way">{words.yourWay}</h2>
      </div>
      <ol>
        {ties.toReversed().map((tie) => (
          <Line key={tie.number} tie={tie} title={roundTitle(tie.number, rounds)} now={now} />
        ))}
      </ol>
    </section>
  );
}

function Line({ tie, title, now }: { tie: OwnTie; title: string; now: number }) {
  const { me, opponent, state, isAhead } = tie;
  const isWithout = isWithoutOpponent(tie);
  const hasResult = counts(tie) && isAhead !== null;
  return (
    <li className="own-tie">
      {opponent.id === null ? <span /> : <Shirt player={opponent.id} name={opponent.name ?? ""} />}
      <span>
        <b>{isWithout ? words.noOpponent : (opponent.name ?? words.aMemberWhoLeft)}</b>
        <small>{`${title}${noteOf(tie, now)}`}</small>
      </span>
      {!isWithout && me.points !== null && opponent.points !== null && (
        <span className={state === "running" ? "prediction-chip" : "number"}>
          {`${me.points}–${opponent.points}`}
        </span>
      )}
      {hasResult && (
        <span className={`${isAhead ? "own-day" : "rival-day"} tie-result`}>
          {isAhead ? words.won : words.lost}
        </span>
      )}
    </li>
  );
}

function noteOf({ state, starts_at, by }: OwnTie, now: number): string {
  if (by === "bye") return `, ${words.bye}`;
  if (by === "walkover") return `, ${words.walkover}`;
  if (state === "running") return `, ${footballWords.asItStands}`;
  if (state === "dropped") return `, ${words.notPlayedShort}`;
  return state === "upcoming" && starts_at !== null ? `, ${kickOff(starts_at, now)}` : "";
}

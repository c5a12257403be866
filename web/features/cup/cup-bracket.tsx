import { useId, useState } from "react";
import * as words from "#words/cup";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { CupRoundRow } from "../../backend/types/cup-rows.ts";
import { Shirt } from "../../football/components/shirt.tsx";
import { counts } from "../../football/ties/tie-state.ts";
import { kickOffInSentence } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { paths } from "../../paths.ts";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import type { Cup } from "./cup-queries.ts";
import { type BracketTie, deciderOf, roundTitle, type Side, sidesOf, tiesOfRound } from "./cup-ties.ts";

/** How many rounds are side by side on a wide screen. */
const mostColumns = 4;

interface Props {
  cup: Cup;
  userId: string;
  /** The round that is shown first. */
  first: number;
  now: number;
}

/** The bracket: on a phone one round, on a wide screen the chosen round and the next ones beside it. */
export function CupBracket({ cup, userId, first, now }: Props) {
  const name = useId();
  const [chosen, setChosen] = useState(first);
  const { rounds } = cup.cup;
  const begin = Math.max(1, Math.min(chosen, rounds - mostColumns + 1));
  const columns = Array.from({ length: Math.min(mostColumns, rounds) }, (_, at) => begin + at);
  return (
    <section aria-labelledby="cup-bracket">
      <div className="section-head">
        <h2 id="cup-bracket">{words.bracket}</h2>
        <ShareButton
          title={words.shareBracket}
          text={words.bracketOf({
            cup: cup.cup.name,
            club: backend().config.brand,
            address: `${window.location.origin}${paths.cup}`,
          })}
          picture={sharePicture("cup", cup.cup.cup_id)}
          className="btn secondary small"
        >
          {words.shareBracket}
        </ShareButton>
      </div>
      <fieldset className="segmented-control cup-rounds">
        <legend className="visually-hidden">{words.round}</legend>
        {Array.from({ length: rounds }, (_, at) => at + 1).map((number) => (
          <label key={number}>
            <input type="radio" name={name} checked={number === chosen} onChange={() => setChosen(number)} />
            <span>{roundTitle(number, rounds)}</span>
          </label>
        ))}
      </fieldset>
      <div className="cup-columns">
        {columns.map((number) => (
          <section
            key={number}
            className={number === chosen ? "cup-column chosen-round" : "cup-column"}
            aria-labelledby={`${name}-${number}`}
          >
            <h3 id={`${name}-${number}`}>
              <span>{roundTitle(number, rounds)}</span> <small>{matchdayOf(cup, number, now)}</small>
            </h3>
            <ol>
              {tiesOfRound(cup, number).map((tie) => (
                <Tie key={tie.tie} tie={tie} cup={cup} userId={userId} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

/** `Matchday 14, Sat 14:00` or `Matchday 14, 7 of 10 matches`. */
function matchdayOf({ rounds }: Cup, number: number, now: number): string {
  const round = rounds.find((row) => row.number === number);
  if (!round) return words.noMatchdayYet;
  return `${roundName(round.round)}${stateOf(round, now)}`;
}

function stateOf(
  { state, starts_at, matches, matches_completed: completed }: CupRoundRow,
  now: number,
): string {
  if (state === "upcoming")
    return starts_at === null ? "" : `, ${words.fromTime({ time: kickOffInSentence(starts_at, now) })}`;
  if (state === "dropped") return `, ${words.notPlayedShort}`;
  return state === "running" ? `, ${words.completedOf({ completed, matches })}` : "";
}

function Tie({ tie, cup, userId }: { tie: BracketTie; cup: Cup; userId: string }) {
  const { known, round } = tie;
  const sides = known ? sidesOf(known) : null;
  const isOwn = sides?.some(({ id }) => id === userId) ?? false;
  const isOver = round !== undefined && counts(round);
  const isRunning = round?.state === "running";
  const note = known && sides ? deciderOf(known.by, sides) : "";
  return (
    <li className={isOwn ? "cup-tie own-cup-tie" : "cup-tie"}>
      <div>
        {([1, 2] as const).map((side) => (
          <SideLine
            key={side}
            side={sides?.[side - 1] ?? null}
            missing={missingSide(tie, side, cup)}
            isOut={isOver && known?.ahead !== null && known?.ahead !== side}
            isPaper={isRunning}
          />
        ))}
        {note !== "" && <p className="cup-note">{isRunning ? words.asItStands({ note }) : note}</p>}
      </div>
    </li>
  );
}

/** What stands where a tie has no member: whose winner it will be, or why there is none. */
function missingSide({ number, tie, known }: BracketTie, side: 1 | 2, { ties }: Cup): string {
  if (known && number === 1) return words.bye;
  const before = (tie - 1) * 2 + side;
  const feeder = ties.find((row) => row.number === number - 1 && row.tie === before);
  if (known) return words.nobody;
  const leader = feeder?.ahead ? sidesOf(feeder)[feeder.ahead - 1]?.name : null;
  return leader ? words.leaderAsItStands({ name: leader }) : words.winnerOfTie({ tie: before });
}

interface SideProps {
  side: Side | null;
  missing: string;
  isOut: boolean;
  isPaper: boolean;
}

function SideLine({ side, missing, isOut, isPaper }: SideProps) {
  if (!side || (side.id === null && side.place === null))
    return <p className="cup-side no-side">{missing}</p>;
  return (
    <p className={isOut ? "cup-side out-side" : "cup-side"}>
      {side.id === null ? <span /> : <Shirt player={side.id} name={side.name ?? ""} />}
      <span>{side.name ?? words.aMemberWhoLeft}</span>
      {side.points !== null && <b className={isPaper ? "prediction-chip" : "number"}>{side.points}</b>}
    </p>
  );
}

import * as words from "#words/divisions";
import * as footballWords from "#words/football";
import { Shirt } from "../../football/components/shirt.tsx";
import { DuelFold } from "../../football/duel/duel-swing.tsx";
import { counts, leadOf } from "../../football/ties/tie-state.ts";
import { kickOff } from "../../football/time/kick-off.ts";
import { roundName } from "../../football/time/round-name.ts";
import { shortRound } from "../../football/time/short-round.ts";
import { type OwnTie, opponentName } from "./ties.ts";

/** Older and later ties are folded. */
const shownBefore = 4;
/** Longer labels do not fit on a tile. */
const longestLabel = 2;

interface Props {
  ties: readonly OwnTie[];
  now: number;
}

/** How the member's ties ended, and whom the member meets. */
export function OwnSeason({ ties, now }: Props) {
  const results = ties.filter(counts);
  const next = ties.findIndex(({ state }) => state === "upcoming");
  const begun = (next < 0 ? ties : ties.slice(0, next)).toReversed();
  const toCome = next < 0 ? [] : ties.slice(next);
  const list = (rows: readonly OwnTie[]) => (
    <ol>
      {rows.map((tie) => (
        <TieLine key={tie.number} tie={tie} now={now} />
      ))}
    </ol>
  );
  const earlier = begun.slice(shownBefore);
  const later = toCome.slice(1);
  return (
    <section aria-labelledby="own-season" className="tally">
      <div className="section-head">
        <h2 id="own-season">{words.yourTies}</h2>
      </div>
      <dl>
        {([1, 0, -1] as const).map((lead) => (
          <div key={lead}>
            <dt>{resultWords[lead]}</dt>
            <dd>{results.filter((tie) => leadOf(tie) === lead).length}</dd>
          </div>
        ))}
      </dl>
      <div
        className="matchday-tiles"
        role="img"
        aria-label={ties.map((tie) => `${roundName(tie.round)}: ${resultOf(tie).label}`).join(", ")}
      >
        {ties.map((tie) => (
          <i key={tie.number} className={resultOf(tie).className}>
            {shortRound(tie.round).length <= longestLabel && shortRound(tie.round)}
          </i>
        ))}
      </div>
      <div>
        {list([...toCome.slice(0, 1), ...begun.slice(0, shownBefore)])}
        {later.length > 0 && (
          <DuelFold title={words.laterTies} note={words.countOfTies({ count: later.length })}>
            {list(later)}
          </DuelFold>
        )}
        {earlier.length > 0 && (
          <DuelFold title={words.earlierTies} note={words.countOfTies({ count: earlier.length })}>
            {list(earlier)}
          </DuelFold>
        )}
      </div>
    </section>
  );
}

const resultWords = { 1: words.won, 0: words.level, "-1": words.lost } as const;
// not a text: class names
const resultClasses = { 1: "own-day", 0: "level-day", "-1": "rival-day" } as const;

function resultOf(tie: OwnTie): { label: string; className: string } {
  const lead = leadOf(tie) as -1 | 0 | 1 | null;
  if (tie.state === "running") return { label: footballWords.running, className: "open-day" };
  if (!counts(tie) || lead === null) return { label: footballWords.toCome, className: "open-day" };
  return { label: resultWords[lead], className: resultClasses[lead] };
}

function TieLine({ tie, now }: { tie: OwnTie; now: number }) {
  const name = opponentName(tie);
  return (
    <li className="own-tie">
      {tie.opponent ? <Shirt player={tie.opponent.id} name={tie.opponent.name} /> : <span />}
      <span>
        <b>{name}</b>
        <small>{`${roundName(tie.round)}${noteOf(tie, now)}`}</small>
      </span>
      {tie.mine !== null && tie.theirs !== null && (
        <span className={tie.state === "running" ? "prediction-chip" : "number"}>
          {`${tie.mine}–${tie.theirs}`}
        </span>
      )}
      {counts(tie) && <span className={`${resultOf(tie).className} tie-result`}>{resultOf(tie).label}</span>}
    </li>
  );
}

function noteOf({ state, starts_at }: OwnTie, now: number): string {
  if (state === "running") return `, ${footballWords.asItStands}`;
  if (state === "dropped") return `, ${words.notPlayedShort}`;
  return state === "upcoming" && starts_at !== null ? `, ${kickOff(starts_at, now)}` : "";
}

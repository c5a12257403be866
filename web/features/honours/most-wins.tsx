import * as footballWords from "#words/football";
import * as words from "#words/honours";
import type { WinnerCountRow } from "../../backend/types/rows.ts";
import { HonouredShirt, PlayerLink } from "../../football/honours/player-names.tsx";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { mostWinners } from "./honours-queries.ts";

/** The players that are listed before the others are asked for, and the most marks of a player. */
const shownPlayers = 10;
const mostMarks = 8;

/** The players with the most wins, one mark for each won matchday and month. */
export function MostWins({ rows }: { rows: readonly WinnerCountRow[] }) {
  const others = rows.slice(shownPlayers);
  return (
    <section aria-labelledby="most-wins">
      <div className="section-head">
        <h2 id="most-wins">{words.mostWins}</h2>
      </div>
      <Counts rows={rows.slice(0, shownPlayers)} />
      {others.length > 0 && (
        <details className="other-wins">
          <summary>{words.otherPlayers({ count: others.length })}</summary>
          <Counts rows={others} />
        </details>
      )}
      <p className="win-legend" aria-hidden="true">
        <i className="win-mark" /> <span>{footballWords.matchday}</span> <i className="win-mark won-month" />{" "}
        <span>{words.month}</span>
      </p>
      <FirstOnly shown={rows.length} most={mostWinners} />
    </section>
  );
}

function Counts({ rows }: { rows: readonly WinnerCountRow[] }) {
  return (
    <ul className="win-counts">
      {rows.map((row) => (
        <li key={row.user_id ?? row.full_name}>
          <HonouredShirt player={row} />
          <span>
            <PlayerLink player={row} />
          </span>
          <span className="win-marks">
            <span className="visually-hidden">
              {`${words.countOfMatchdays({ count: row.matchdays })}, ${words.countOfMonths({ count: row.months })}`}
            </span>
            <Marks row={row} />
            <b aria-hidden="true">{row.matchdays + row.months}</b>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Months first, because a player can have more matchdays than marks fit. */
function Marks({ row }: { row: WinnerCountRow }) {
  const wins = Math.min(row.matchdays + row.months, mostMarks);
  const months = Math.min(row.months, wins);
  return Array.from({ length: wins }, (_, at) => (
    <i key={at} className={at < wins - months ? "win-mark" : "win-mark won-month"} />
  ));
}

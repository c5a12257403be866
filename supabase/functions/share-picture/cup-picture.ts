/** The picture of a cup: a part of its bracket, from left to right, and the winner once there is one. */
import { roundOfCup } from "../_football/round-of-cup.ts";
import { shorten } from "../_http/shorten.ts";
import { box, type Child, type Element, note, type Style } from "./element.ts";
import { AMBER, CHALK, type Club, fitting, PITCH, page, shirt, title } from "./parts.ts";
import type { CupColumn, CupData, CupSide, CupTie } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

const GAP = 24;
const HEIGHT = 800;

export function cup(data: CupData, club: Club, speech: Speech): Element {
  const { words, roundName } = speech;
  const { columns, winner } = data;
  const width = Math.round((936 - GAP * (columns.length - 1)) / columns.length);
  return page(
    club,
    title(data.cup, 92),
    box({ marginTop: 8, marginBottom: 24 }, note(data.league, 34)),
    winner &&
      box(
        { alignItems: "center", marginBottom: 24 },
        shirt(winner.user_id ?? winner.name, winner.name, 84),
        box(
          { marginLeft: 22, flexDirection: "column", width: 810 },
          note(words.winner, 28),
          fitting(winner.name, 28, 60, 42),
        ),
      ),
    box(
      { justifyContent: "space-between" },
      ...columns.map((column) =>
        box(
          { flexDirection: "column", width },
          box(
            { fontSize: 36, lineHeight: 1, color: AMBER },
            roundName(roundOfCup(column.number, data.rounds)),
          ),
          note(matchdayOf(column, speech), 22, { marginTop: 6 }),
          box(
            {
              flexDirection: "column",
              justifyContent: "space-around",
              height: winner ? HEIGHT - 110 : HEIGHT,
            },
            ...column.ties.map((tie) => tieOf(tie, column, width, words)),
          ),
        ),
      ),
    ),
  );
}

/** The matchday of a round; its line stays where none is known. */
function matchdayOf({ matchday, state }: CupColumn, { words, roundName }: Speech): string {
  if (!matchday) return "–";
  return state === "running" ? `${roundName(matchday)}, ${words.asItStands}` : roundName(matchday);
}

function tieOf(
  { sides: [first, second], by }: CupTie,
  { number, state }: CupColumn,
  width: number,
  words: Speech["words"],
): Element {
  const isBye = number === 1 && by === "bye";
  return box(
    { flexDirection: "column" },
    sideOf(first, width, state, "–"),
    box({ height: 4 }),
    sideOf(second, width, state, isBye ? words.bye : "–"),
  );
}

function sideOf(side: CupSide, width: number, state: CupColumn["state"], missing: string): Element {
  const { name, points } = side;
  const size = width > 400 ? 40 : 32;
  const ground: Style = side.is_own
    ? { background: CHALK, color: PITCH }
    : { background: "#0000003d", color: name === null || side.is_out ? "#9db8a3" : CHALK };
  return box(
    {
      alignItems: "center",
      justifyContent: "space-between",
      // Padding is beside the width.
      width: width - 28,
      height: 72,
      padding: "0 14px",
      borderRadius: 8,
      fontSize: size,
      lineHeight: 1,
      ...ground,
    },
    box({}, name === null ? missing : shorten(name, Math.floor((width - 90) / (size * 0.42)))),
    points === null ? null : pointsOf(points, state === "running"),
  );
}

/** On paper while the round runs, as everywhere. */
function pointsOf(points: number, isPaper: boolean): Child {
  if (!isPaper) return box({}, String(points));
  return box(
    { border: "2px dashed #b9d3bd", background: CHALK, color: PITCH, borderRadius: 6, padding: "2px 8px" },
    String(points),
  );
}

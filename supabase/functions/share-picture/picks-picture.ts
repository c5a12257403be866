/** The picture of what a group predicted for a match. */
import { clubName } from "../_football/club-name.ts";
import { shorten } from "../_http/shorten.ts";
import { dateIn } from "../_words/messages/speech.ts";
import { box, type Child, type Element, note, type Style } from "./element.ts";
import {
  AMBER,
  CHALK,
  type Club,
  crest,
  fitting,
  flaps,
  PITCH,
  page,
  pennant,
  RULE,
  title,
} from "./parts.ts";
import type { PickedScore, PicksData } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

export function picks(data: PicksData, club: Club, speech: Speech): Element {
  const { words } = speech;
  const height = data.scores.length > 6 ? 78 : data.scores.length > 4 ? 104 : 138;
  const nameOf = shortNames(data);
  return page(
    club,
    box(
      { alignItems: "center" },
      pennant(data.group, data.first_colour, data.second_colour, 96),
      box(
        { flexDirection: "column", marginLeft: 26, width: 800 },
        fitting(data.group, 30, 58, 42),
        box({ marginTop: 8 }, note(`${data.league}, ${words.dayOfMatch(dateIn(speech, data.date))}`, 32)),
      ),
    ),
    tie(data),
    box({ marginTop: 34 }, title(headline(data, words), 88)),
    box({ marginTop: 8, height: 44 }, note(loner(data, words, nameOf), 34)),
    box(
      { flexDirection: "column", marginTop: 22 },
      ...data.scores.map((score) => scoreRow(score, data, height, words, nameOf)),
    ),
    data.more > 0 ? box({ marginTop: 12 }, note(words.otherScores({ count: data.more }), 30)) : null,
  );
}

function tie({ home, away, home_score: goals, away_score: conceded }: PicksData): Element {
  const side = (...content: Child[]) => box({ alignItems: "center", width: 370 }, ...content);
  const name = (team: string, style: Style) =>
    box({ width: 268, ...style }, fitting(clubName(team), 12, 46, 34));
  return box(
    { alignItems: "center", justifyContent: "space-between", marginTop: 34 },
    side(crest(home, 84), name(home, { marginLeft: 18 })),
    goals === null || conceded === null
      ? box({ fontSize: 60, color: "#cfe0cf" }, "–")
      : flaps(`${goals}${conceded}`, 112),
    side(name(away, { marginRight: 18, justifyContent: "flex-end", textAlign: "right" }), crest(away, 84)),
  );
}

/** "5 of 8 say Liverpool": the outcome that most predict. */
function headline({ split, players, home, away }: PicksData, words: Speech["words"]): string {
  const count = Math.max(...split);
  const at = split.indexOf(count);
  if (at === 1)
    return count === players ? words.allSayDraw({ players }) : words.someSayDraw({ count, players });
  const team = shorten(clubName(at === 0 ? home : away), 16);
  return count === players ? words.allSay({ players, team }) : words.someSay({ count, players, team });
}

/** The one member with an outcome that nobody else has, if there is exactly one. */
function loner({ split, players, scores }: PicksData, words: Speech["words"], nameOf: NameOf): string {
  const outcomes = [1, 0, -1].filter((_, at) => split[at] === 1);
  if (players < 3 || outcomes.length !== 1) return "";
  const score = scores.find(({ home, away }) => Math.sign(home - away) === outcomes[0]);
  const [only] = score?.names ?? [];
  return score && only ? words.alone({ name: nameOf(only.name), score: written(score) }) : "";
}

function scoreRow(
  score: PickedScore,
  { status, home_score: goals, away_score: conceded }: PicksData,
  height: number,
  words: Speech["words"],
  nameOf: NameOf,
): Element {
  const isExact = status === "completed" && score.home === goals && score.away === conceded;
  const size = Math.min(height * 0.44, 50);
  return box(
    { alignItems: "center", height, borderTop: RULE, fontSize: size, lineHeight: 1 },
    box(
      {
        justifyContent: "center",
        width: 130,
        border: isExact ? `3px solid ${AMBER}` : "3px dashed #b9d3bd",
        borderRadius: 8,
        background: isExact ? AMBER : CHALK,
        color: isExact ? "#3a2600" : PITCH,
        padding: "7px 0",
      },
      written(score),
    ),
    box({ marginLeft: 26, width: 690 }, fitting(namesOf(score, words, nameOf), 40, size, size * 0.78)),
    box({ width: 90, justifyContent: "flex-end", color: "#cfe0cf" }, String(score.players)),
  );
}

/** Letters of a row's names, after which the others are counted. */
const ROOM = 54;

/** "Aisha, Zoë ×2 and 3 more". */
function namesOf({ players, names }: PickedScore, words: Speech["words"], nameOf: NameOf): string {
  const listed: string[] = [];
  for (const { name, is_double: isDouble } of names) {
    const next = `${nameOf(name)}${isDouble ? " ×2" : ""}`;
    if (listed.length > 0 && [...listed, next].join(", ").length > ROOM) break;
    listed.push(next);
  }
  const more = players - listed.length;
  return more > 0 ? `${listed.join(", ")} ${words.andMore({ count: more })}` : listed.join(", ");
}

type NameOf = (name: string) => string;

/** First names; the whole name of members who share one. */
function shortNames({ scores }: PicksData): NameOf {
  const first = (name: string) => name.trim().split(/\s+/u)[0] ?? name;
  const all = scores.flatMap(({ names }) => names.map(({ name }) => first(name)));
  return (name) => shorten(all.filter((other) => other === first(name)).length > 1 ? name : first(name), 22);
}

const written = ({ home, away }: PickedScore) => `${home}–${away}`;

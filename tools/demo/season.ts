/** The demo's fixtures: five competitions around today, with results for past matches. A pure function of `now`. */
import { tz } from "@date-fns/tz";
import { addDays, addMinutes, format, startOfDay, subMinutes } from "date-fns";
import type { ImportedMatch } from "../../web/football/fixtures/imported-match.ts";
import { type Random, seededRandom } from "./random.ts";

export interface DemoMatch extends ImportedMatch {
  time: string;
  league: string;
  /** Average goals of each team, which players predict. */
  means: readonly [number, number];
  kind: "past" | "live" | "open";
}

/** A club and its strength; 1 is average. */
const CLUBS: readonly (readonly [string, number])[] = [
  ["Arsenal", 1.45],
  ["Aston Villa", 1.15],
  ["Bournemouth", 1.0],
  ["Brentford", 0.95],
  ["Brighton", 1.05],
  ["Burnley", 0.75],
  ["Chelsea", 1.2],
  ["Crystal Palace", 1.0],
  ["Everton", 0.9],
  ["Fulham", 0.95],
  ["Leeds United", 0.85],
  ["Liverpool", 1.4],
  ["Manchester City", 1.45],
  ["Manchester United", 1.1],
  ["Newcastle United", 1.15],
  ["Nottingham Forest", 0.95],
  ["Sunderland", 0.85],
  ["Tottenham", 1.1],
  ["West Ham", 0.85],
  ["Wolves", 0.7],
];
const PAST_ROUNDS = 12;
const OPEN_ROUNDS = 3;
/** Kick-offs of a round, in club time: minutes after midnight of the Saturday. */
const SLOTS = [
  15 * 60 + 30,
  18 * 60,
  18 * 60,
  18 * 60,
  18 * 60,
  20 * 60 + 30,
  42 * 60,
  42 * 60,
  44 * 60 + 30,
  69 * 60,
];

interface Tie {
  league: string;
  round: string;
  home: string;
  away: string;
  kickoff: Date;
  kind: DemoMatch["kind"];
}

export function demoSeason(now: Date, timeZone: string): DemoMatch[] {
  const random = seededRandom(1888);
  const inClub = { in: tz(timeZone) };
  const today = startOfDay(now, inClub);
  // The last Saturday whose round, including Monday, is past: then the next match is always of the same matchday.
  const saturday = addDays(today, -((today.getDay() + 1) % 7));
  const lastSaturday = addMinutes(saturday, Math.max(...SLOTS)) < now ? saturday : addDays(saturday, -7);
  const saturdayOf = (round: number): Date => addDays(lastSaturday, 7 * (round - PAST_ROUNDS));
  const ties: Tie[] = [];
  const add = (league: string, round: string, pair: readonly [string, string], kickoff: Date): void => {
    ties.push({
      league,
      round,
      home: pair[0],
      away: pair[1],
      kickoff,
      kind: kickoff < now ? "past" : "open",
    });
  };

  const rounds = roundRobin(CLUBS.map(([name]) => name));
  rounds.slice(0, PAST_ROUNDS + OPEN_ROUNDS).forEach((pairs, index) => {
    for (const [slot, pair] of pairs.entries()) {
      add(
        "Premier League",
        `Matchday ${index + 1}`,
        pair,
        addMinutes(saturdayOf(index + 1), SLOTS[slot] ?? 0),
      );
    }
  });
  cups(add, saturdayOf, addDays(today, -1));

  const live = ties.find((tie) => tie.kind === "open" && tie.league === "Premier League");
  if (live) Object.assign(live, { kickoff: subMinutes(now, 35), kind: "live" });
  return ties.map((tie) => asMatch(tie, random, timeZone));
}

type CupRound = readonly [round: string, pairs: readonly (readonly [string, string])[], week: Week];
/** The week of a round. The winners of a round of yesterday are not told yet when the demo begins. */
type Week = number | "yesterday";

/** The cups' rounds: two past, one upcoming. */
const CUP_DRAW: Readonly<Record<string, readonly CupRound[]>> = {
  "League Cup": [
    [
      "Second Round",
      [
        ["Leeds United", "Wrexham"],
        ["Fulham", "Bristol City"],
        ["Everton", "Stoke City"],
        ["Wolves", "West Ham"],
      ],
      4,
    ],
    [
      "Third Round",
      [
        ["Arsenal", "Brentford"],
        ["Liverpool", "Everton"],
        ["Newcastle United", "Fulham"],
        ["Tottenham", "Leeds United"],
      ],
      8,
    ],
    [
      "Fourth Round",
      [
        ["Arsenal", "Liverpool"],
        ["Newcastle United", "Tottenham"],
      ],
      PAST_ROUNDS + 1,
    ],
  ],
  "FA Cup": [
    [
      "First Round",
      [
        ["Wrexham", "Notts County"],
        ["Luton Town", "Barnet"],
        ["Bradford City", "Chesterfield"],
        ["Stockport County", "Tranmere Rovers"],
      ],
      6,
    ],
    [
      "Second Round",
      [
        ["Wrexham", "Luton Town"],
        ["Bradford City", "Stockport County"],
        ["Bristol Rovers", "Exeter City"],
      ],
      PAST_ROUNDS - 1,
    ],
    [
      "Third Round",
      [
        ["Wrexham", "Sunderland"],
        ["Bradford City", "Aston Villa"],
        ["Bristol Rovers", "Chelsea"],
      ],
      PAST_ROUNDS + 2,
    ],
  ],
  "Champions League": [
    [
      "Matchday 1",
      [
        ["Arsenal", "Bayern München"],
        ["Inter", "Liverpool"],
        ["Chelsea", "Benfica"],
        ["Real Madrid", "Manchester City"],
      ],
      5,
    ],
    [
      "Matchday 2",
      [
        ["Manchester City", "Napoli"],
        ["Bayern München", "Chelsea"],
        ["Liverpool", "Real Madrid"],
        ["Benfica", "Arsenal"],
      ],
      "yesterday",
    ],
    [
      "Matchday 3",
      [
        ["Arsenal", "Inter"],
        ["Napoli", "Chelsea"],
        ["Liverpool", "Benfica"],
        ["Manchester City", "Bayern München"],
      ],
      PAST_ROUNDS + 1,
    ],
  ],
  "Friendly Club": [
    [
      "Round 1",
      [
        ["Queens Park Rangers", "Bristol Rovers"],
        ["Celtic", "Wolves"],
      ],
      3,
    ],
    [
      "Round 2",
      [
        ["Wrexham", "Celtic"],
        ["Bristol Rovers", "Queens Park Rangers"],
      ],
      "yesterday",
    ],
    [
      "Round 3",
      [
        ["Celtic", "Queens Park Rangers"],
        ["Wrexham", "Bristol Rovers"],
      ],
      PAST_ROUNDS + 1,
    ],
  ],
};

/** Midweek cup rounds of the other competitions: two past, one upcoming. */
function cups(
  add: (league: string, round: string, pair: readonly [string, string], kickoff: Date) => void,
  saturdayOf: (round: number) => Date,
  yesterday: Date,
): void {
  const midweek = (week: Week, day: number, minutes: number): Date =>
    week === "yesterday"
      ? addMinutes(yesterday, minutes)
      : addMinutes(saturdayOf(week), (3 + day) * 1440 + minutes);
  Object.entries(CUP_DRAW).forEach(([league, stages], day) => {
    for (const [round, pairs, week] of stages) {
      for (const [index, pair] of pairs.entries()) {
        add(league, round, pair, midweek(week, day % 3, (22 + (index % 2)) * 60));
      }
    }
  });
}

/** A single round robin by the circle method, home and away alternating. */
function roundRobin(names: readonly string[]): [string, string][][] {
  const [fixed = "", ...rest] = names;
  return rest.map((_, round) => {
    const turned = [...rest.slice(round), ...rest.slice(0, round)];
    const circle = [fixed, ...turned];
    return circle.slice(0, circle.length / 2).map((name, place): [string, string] => {
      const other = circle[circle.length - 1 - place] ?? "";
      return (round + place) % 2 === 0 ? [name, other] : [other, name];
    });
  });
}

function asMatch(tie: Tie, random: Random, timeZone: string): DemoMatch {
  const strength = (name: string): number => CLUBS.find(([club]) => club === name)?.[1] ?? 0.9;
  const means = [
    1.5 * (strength(tie.home) / strength(tie.away)) ** 0.8,
    1.15 * (strength(tie.away) / strength(tie.home)) ** 0.8,
  ] as const;
  const score = [random.goals(means[0]), random.goals(means[1])] as const;
  const { kickoff, ...rest } = tie;
  return {
    ...rest,
    means,
    date: format(kickoff, "yyyy-MM-dd", { in: tz(timeZone) }),
    time: format(kickoff, "HH:mm", { in: tz(timeZone) }),
    confirmed: true,
    status: null,
    home_score: tie.kind === "past" ? score[0] : null,
    away_score: tie.kind === "past" ? score[1] : null,
  };
}

/** One drawing for each kind of picture. */

import { heraldryOf } from "../_football/club-colours.ts";
import { clubName } from "../_football/club-name.ts";
import { shorten } from "../_http/shorten.ts";
import { dateIn } from "../_words/messages/speech.ts";
import { cup } from "./cup-picture.ts";
import { box, type Child, type Element, note } from "./element.ts";
import { beside, isPerfect, matchday, ownRound, score } from "./matchday-pictures.ts";
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
  shirt,
  title,
} from "./parts.ts";
import { picks } from "./picks-picture.ts";
import type { HonourData, InviteData, MatchData, PictureData, PictureKind } from "./picture-data.ts";
import { group, leaderboard, round } from "./ranked-pictures.ts";
import { season } from "./season-picture.ts";
import type { Speech } from "./speech.ts";

type Draw<Kind extends PictureKind> = (data: PictureData[Kind], club: Club, speech: Speech) => Element;

export const PICTURES: { readonly [Kind in PictureKind]: Draw<Kind> } = {
  matchday,
  own_round: ownRound,
  round,
  match,
  leaderboard,
  group,
  picks,
  invite,
  honour,
  season,
  cup,
};

function match(data: MatchData, club: Club, speech: Speech): Element {
  const { words } = speech;
  const result = data.home_score !== null && data.away_score !== null;
  const [home, away] = [clubName(data.home), clubName(data.away)];
  const heading =
    data.status === "completed"
      ? isPerfect(data.points)
        ? words.perfectScore
        : words.fullTime
      : data.status === "live"
        ? words.live
        : words.locked;
  const name = firstName(data.name);
  const pick = data.is_double ? words.doubleOf({ name }) : words.pickOf({ name });
  const said = result
    ? words.pickAndPoints({
        pick,
        score: score(data.my_home, data.my_away),
        points: words.points({ count: data.points ?? 0 }),
      })
    : data.same === 1
      ? words.likeNobody({ pick })
      : words.likeOthers({ pick, same: data.same, players: data.players });
  return page(
    club,
    title(heading, 92),
    box({ marginTop: 12 }, note(`${data.league}, ${words.dayOfMatch(dateIn(speech, data.date))}`, 34)),
    box(
      { justifyContent: "space-between", alignItems: "center", marginTop: 96 },
      side(data.home, home),
      result
        ? flaps(`${data.home_score}${data.away_score}`, 210, isPerfect(data.points) ? AMBER : undefined)
        : box(
            { alignItems: "center", fontSize: 80 },
            tile(data.my_home),
            box({ margin: "0 14px" }, "–"),
            tile(data.my_away),
          ),
      side(data.away, away),
    ),
    box(
      { alignItems: "center", justifyContent: "center", marginTop: 72 },
      shirt(data.user_id, data.name, 96),
      box({ marginLeft: 18, maxWidth: 800 }, fitting(said, 36, 60, 44)),
    ),
    ...bar(words, data),
  );
}

function side(team: string, name: string): Element {
  return box(
    { flexDirection: "column", alignItems: "center", width: 300 },
    crest(team, 260),
    box(
      { marginTop: 20, textAlign: "center", justifyContent: "center", width: 300 },
      fitting(name, 12, 58, 38),
    ),
  );
}

function tile(goals: number): Element {
  return box(
    {
      border: "5px dashed #b9d3bd",
      background: CHALK,
      color: PITCH,
      borderRadius: 16,
      width: 142,
      height: 210,
      alignItems: "center",
      justifyContent: "center",
      fontSize: goals > 9 ? 120 : 165,
      lineHeight: 1,
    },
    String(goals),
  );
}

/** A club's name beside its percentage; its three letters if there is no room for the name. */
const beneath = (team: string) => {
  const name = clubName(team);
  return [...name].length > 14 ? heraldryOf(team).letters : name;
};

function bar(words: Speech["words"], { split, home, away }: MatchData): Child[] {
  const total = split[0] + split[1] + split[2];
  if (total === 0) return [];
  const [homeShare, drawShare] = [percent(split[0], total), percent(split[1], total)];
  const awayShare = 100 - homeShare - drawShare;
  const part = (share: number, background: string) =>
    share > 0 ? box({ flexGrow: share, flexBasis: 0, background, borderRadius: 8, marginRight: 8 }) : null;
  return [
    box(
      { marginTop: 80, height: 80, width: 944 },
      part(homeShare, CHALK),
      part(drawShare, "#7fae8b"),
      part(awayShare, "#101a15"),
    ),
    box(
      { justifyContent: "space-between", marginTop: 16, fontSize: 44, lineHeight: 1.1 },
      box({}, words.homeOrAway({ percent: homeShare, team: beneath(home) })),
      box({}, words.draw({ percent: drawShare })),
      box({}, words.homeOrAway({ percent: awayShare, team: beneath(away) })),
    ),
  ];
}

function invite(data: InviteData, club: Club, { words }: Speech): Element {
  return page(
    club,
    box(
      { alignItems: "center" },
      shirt(data.user_id, data.name, 104),
      box(
        { marginLeft: 24, width: 800 },
        fitting(words.invitesYou({ name: shorten(data.name, 40) }), 36, 56, 42),
      ),
    ),
    box(
      { flexDirection: "column", alignItems: "center", marginTop: 70 },
      pennant(data.group, data.first_colour, data.second_colour, 330),
      box(
        { marginTop: 36, justifyContent: "center", textAlign: "center", width: 936 },
        title(data.group, 128),
      ),
      box({ marginTop: 24 }, note(`${words.members({ count: data.members })}.`, 40)),
    ),
    box(
      { justifyContent: "center", marginTop: 44 },
      box(
        {
          background: CHALK,
          color: PITCH,
          borderRadius: 18,
          padding: "26px 56px",
          fontSize: 64,
          lineHeight: 1,
        },
        words.canYouBeatUs,
      ),
    ),
  );
}

function honour(data: HonourData, club: Club, speech: Speech): Element {
  const { words } = speech;
  return page(
    club,
    title(data.of.honour === "champion" ? words.champion : words.winner, 180),
    box({ marginTop: 10 }, note(detailOf(data, speech), 36)),
    box(
      { flexDirection: "column", alignItems: "center", marginTop: 44 },
      shirt(data.user_id ?? data.name, data.name, 400),
      box(
        { marginTop: 28, justifyContent: "center", textAlign: "center", width: 936 },
        fitting(data.name, 18, 120, 72),
      ),
    ),
    box(
      { alignItems: "center", justifyContent: "center", marginTop: 44 },
      flaps(String(data.points), 190),
      beside(words, data.points, words.firstOf({ players: data.players })),
    ),
  );
}

/** "Autumn, FA Cup" of a champion; "Matchday 3, Premier League 2026/27" of a winner. */
function detailOf({ of }: HonourData, speech: Speech): string {
  if (of.honour === "champion") return `${of.archive}, ${of.competition}`;
  const { words } = speech;
  const period = of.round
    ? speech.roundName(of.round)
    : of.month
      ? words.monthOfYear(dateIn(speech, of.month))
      : "";
  const competition = [of.competition ?? words.allCompetitions, of.season].filter((part) => part !== null);
  return `${period}, ${competition.join(" ")}`;
}

const percent = (count: number, total: number) => Math.round((100 * count) / total);
const firstName = (name: string) => shorten(name.trim().split(/\s+/u)[0] ?? name, 16);

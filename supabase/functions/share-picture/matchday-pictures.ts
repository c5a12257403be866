/** The pictures of a member's matchday: the points of the best matches, or the picks of the locked ones. */
import { heraldryOf } from "../_football/club-colours.ts";
import { dateIn } from "../_words/messages/speech.ts";
import { box, type Element, note } from "./element.ts";
import { AMBER, type Club, crest, fitting, flaps, PITCH, page, RULE, shirt, title } from "./parts.ts";
import type { MatchdayData, OwnRoundData, PickedMatch } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

export function matchday(data: MatchdayData, club: Club, speech: Speech): Element {
  const { words } = speech;
  const name =
    data.month === null ? speech.roundName(data.title) : words.monthOfYear(dateIn(speech, data.month));
  return page(
    club,
    title(name, 110),
    data.detail === "" ? null : note(data.detail, 34, { marginTop: 8 }),
    box(
      { alignItems: "center", marginTop: 14 },
      shirt(data.user_id, data.name, 72),
      box({ marginLeft: 18, width: 840 }, fitting(data.name, 34, 52, 38)),
    ),
    box(
      { alignItems: "flex-end", marginTop: 28, marginBottom: 28 },
      flaps(String(data.points), 220),
      beside(words, data.points, words.rankOf({ rank: data.rank, players: data.players })),
    ),
    ...data.matches.map((match) => playedRow(match, 112)),
    data.more > 0
      ? note(
          data.more_points > 0
            ? words.moreWithPoints({ count: data.more, points: data.more_points })
            : words.moreWithoutPoints({ count: data.more }),
          30,
        )
      : null,
  );
}

/** A member's picks of a matchday's locked matches, with the results and points as far as there are any. */
export function ownRound(data: OwnRoundData, club: Club, speech: Speech): Element {
  const { words } = speech;
  const { points, results, locked } = data;
  return page(
    club,
    title(
      data.title !== null ? speech.roundName(data.title) : words.dayOfMatch(dateIn(speech, data.date)),
      100,
    ),
    note(data.detail, 34, { marginTop: 8 }),
    box(
      { alignItems: "center", marginTop: 14 },
      shirt(data.user_id, data.name, 64),
      box({ marginLeft: 18, width: 840 }, fitting(data.name, 34, 48, 36)),
    ),
    box(
      { marginTop: 12, marginBottom: 16, fontSize: 38, lineHeight: 1 },
      results > 0 ? words.pointsAfterResults({ points, results, matches: locked }) : words.locked,
    ),
    ...data.matches.map((match) => playedRow(match, 78)),
    locked > data.matches.length
      ? note(words.otherMatches({ count: locked - data.matches.length }), 30)
      : null,
  );
}

/** A match with the pick, and with the result and the points if it is completed. */
function playedRow(match: PickedMatch, height: number): Element {
  const scale = height / 112;
  const px = (size: number) => Math.round(size * scale);
  const exact = isPerfect(match.points);
  const ink = exact ? AMBER : "#f8f6ea";
  const badge = exact
    ? { background: AMBER, color: "#3a2600" }
    : (match.points ?? 0) > 0
      ? { background: "#d3ecd6", color: PITCH }
      : { background: "#0d2c1c", color: "#d8e6d6" };
  return box(
    { alignItems: "center", height, borderTop: RULE, fontSize: px(44), lineHeight: 1 },
    crest(match.home, px(56)),
    box({ width: 90, marginLeft: 14 }, heraldryOf(match.home).letters),
    ...(match.home_score === null
      ? [box({ width: px(112), justifyContent: "center" }, "–")]
      : [flaps(String(match.home_score), px(76), ink), flaps(String(match.away_score), px(76), ink)]),
    box({ width: 90, marginLeft: 10 }, heraldryOf(match.away).letters),
    crest(match.away, px(56)),
    box(
      { flexGrow: 1, justifyContent: "flex-end", alignItems: "center" },
      match.is_double ? box({ marginRight: 12, fontSize: px(36) }, "×2") : null,
      box(
        { border: "3px dashed #ffffff80", borderRadius: 8, padding: `${px(6)}px 14px` },
        score(match.my_home, match.my_away),
      ),
      // Keeps its width without points, so that the picks are aligned.
      match.points === null
        ? box({ width: 112 })
        : box(
            {
              justifyContent: "center",
              width: 92,
              marginLeft: 20,
              borderRadius: 8,
              padding: `${px(12)}px 0`,
              ...badge,
            },
            match.points > 0 ? `+${match.points}` : "0",
          ),
    ),
  );
}

export function beside(words: Speech["words"], count: number, below: string): Element {
  return box(
    { flexDirection: "column", marginLeft: 24, fontSize: 60, lineHeight: 1.05 },
    box({}, words.pointsBeside({ count })),
    note(below, 38),
  );
}

export const score = (home: number, away: number) => `${home}–${away}`;
export const isPerfect = (count: number | null) => count === 3 || count === 6;

/** The picture of a member's season: the place, and what stands out. */
import { heraldryOf } from "../_football/club-colours.ts";
import { shorten } from "../_http/shorten.ts";
import { box, type Child, type Element, note } from "./element.ts";
import { beside, score } from "./matchday-pictures.ts";
import { AMBER, type Club, crest, fitting, flaps, page, RULE, shirt, title } from "./parts.ts";
import type { SeasonData } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

export function season(data: SeasonData, club: Club, { words }: Speech): Element {
  const { points, rank, players } = data;
  const facts = [
    data.matchdays > 0 ? words.matchdaysWon({ count: data.matchdays }) : null,
    data.perfect_scores > 0 ? words.perfectScoresCount({ count: data.perfect_scores }) : null,
    data.run ? words.picksInARow({ count: data.run }) : null,
  ].filter((fact) => fact !== null);
  return page(
    club,
    title(data.name ?? words.seasonSoFar({ competition: data.league }), 100),
    data.name === null ? null : note(data.league, 34, { marginTop: 8 }),
    box(
      { alignItems: "center", marginTop: 20 },
      shirt(data.user_id, data.player, 96),
      box({ marginLeft: 22, width: 810 }, fitting(data.player, 30, 60, 42)),
    ),
    box(
      { alignItems: "flex-end", marginTop: 32, marginBottom: 32 },
      flaps(String(points), 220),
      beside(
        words,
        points,
        rank === null ? words.players({ count: players }) : words.rankOf({ rank, players }),
      ),
    ),
    ...facts.map((fact) => line(box({}, fact))),
    call(data, words),
    rival(data, words),
  );
}

const line = (...children: Child[]): Element =>
  box({ alignItems: "center", height: 112, borderTop: RULE, fontSize: 46, lineHeight: 1 }, ...children);

const right = (text: string): Element => box({ flexGrow: 1, justifyContent: "flex-end" }, note(text, 34));

function call(data: SeasonData, words: Speech["words"]): Child {
  const { call_home: home, call_away: away, call_players: alike, call_predictions: predictions } = data;
  if (!home || !away || !alike || !predictions) return null;
  return line(
    crest(home, 56),
    box({ marginLeft: 14 }, heraldryOf(home).letters),
    box({ margin: "0 16px", color: AMBER }, score(data.call_home_score ?? 0, data.call_away_score ?? 0)),
    box({ marginRight: 14 }, heraldryOf(away).letters),
    crest(away, 56),
    right(words.alsoSaidBy({ players: alike, predictions })),
  );
}

function rival(data: SeasonData, words: Speech["words"]): Child {
  const { rival_name: name, rival_won: won, rival_lost: lost } = data;
  if (!name) return null;
  return line(
    box({}, words.rival({ name: shorten(name, 18) })),
    right(words.betterAndWorse({ won: won ?? 0, lost: lost ?? 0 })),
  );
}

/** The pictures of leaderboards and groups: ranked rows. */
import { dateIn } from "../_words/messages/speech.ts";
import { box, type Element, note, type Style } from "./element.ts";
import { CHALK, type Club, fitting, PITCH, page, pennant, RULE, shirt, title } from "./parts.ts";
import type { GroupData, LeaderboardData, RankedRow, RoundData } from "./picture-data.ts";
import type { Speech } from "./speech.ts";

export function leaderboard(data: LeaderboardData, club: Club, { words }: Speech): Element {
  const after = words.afterMatches({ matches: data.matches, players: data.players });
  return page(
    club,
    title(data.league === "Overall" ? words.theTopTen : data.league, 110),
    box({ marginTop: 12, marginBottom: 30 }, note(after, 34)),
    ...data.rows.map((row) => rankedRow(row, 86)),
  );
}

export function round(data: RoundData, club: Club, speech: Speech): Element {
  const { words } = speech;
  const name =
    data.month === null ? speech.roundName(data.title) : words.monthOfYear(dateIn(speech, data.month));
  const detail = [data.detail, words.players({ count: data.players })].filter(Boolean).join(", ");
  return page(
    club,
    title(name, 110),
    box({ marginTop: 12, marginBottom: 30 }, note(detail, 34)),
    ...data.rows.map((row) => rankedRow(row, 86)),
  );
}

export function group(data: GroupData, club: Club, { words }: Speech): Element {
  return page(
    club,
    box(
      { alignItems: "center", marginBottom: 44 },
      pennant(data.group, data.first_colour, data.second_colour, 190),
      box(
        { flexDirection: "column", width: 706, marginLeft: 40 },
        title(data.group, 96, 706),
        box({ marginTop: 14 }, note(words.members({ count: data.members }), 34)),
      ),
    ),
    ...data.rows.map((row) => rankedRow(row, data.rows.length > 6 ? 90 : 122)),
  );
}

function rankedRow(row: RankedRow, height: number): Element {
  const own: Style = row.is_own ? { background: CHALK, color: PITCH, borderRadius: 10 } : {};
  const size = height / 2;
  return box(
    {
      alignItems: "center",
      height,
      padding: "0 22px",
      borderTop: RULE,
      fontSize: size,
      lineHeight: 1,
      ...own,
    },
    box({ width: 96 }, row.rank === null ? "–" : String(row.rank)),
    shirt(row.user_id, row.name, Math.round(height * 0.66)),
    box({ flexGrow: 1, marginLeft: 22, width: 560 }, fitting(row.name, 28, size, size * 0.72)),
    box({}, String(row.points)),
  );
}

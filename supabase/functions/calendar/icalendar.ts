/** Writes a list of matches as iCalendar (RFC 5545). */
import type * as english from "../_words/generated/en/calendar.ts";

export interface CalendarMatch {
  id: string;
  home: string;
  away: string;
  league: string;
  round: string | null;
  /** Milliseconds since 1970. */
  kickoffAt: number;
  /** `2026-11-21`: the announced day while the time is to be confirmed. */
  day: string;
  isConfirmed: boolean;
  isCancelled: boolean;
  /** It has no day any more; `day` is the old one. */
  isPostponed: boolean;
  /** The number of changes, and the time of the last one in milliseconds since 1970. */
  sequence: number;
  changedAt: number;
}

export interface Calendar {
  /** The words of its language. */
  words: typeof english;
  /** The address of a match on the page for predicting. */
  urlOf: (matchId: string) => string;
  matches: readonly CalendarMatch[];
}

/** Two halves, half-time and stoppage time. */
const LENGTH_MS = 2 * 3_600_000;
/** The refresh interval; the second spelling is Outlook's. */
const REFRESH = "PT1H";

/** Deterministic, so that a hash of the text can be the ETag. */
export function icalendar({ words, urlOf, matches }: Calendar): string {
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Scoreline//Matches//EN",
    "CALSCALE:GREGORIAN",
    // The name of RFC 7986, and the one that Google and Apple read.
    `NAME:${text(words.name)}`,
    `X-WR-CALNAME:${text(words.name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...matches.flatMap((match) => event(match, urlOf(match.id), words)),
    "END:VCALENDAR",
    "",
  ]
    .map(folded)
    .join("\r\n");
}

function event(match: CalendarMatch, url: string, words: Calendar["words"]): string[] {
  const changed = utc(match.changedAt);
  return [
    "BEGIN:VEVENT",
    // RFC 7986, section 5.3: a UUID without a host name.
    `UID:${match.id}`,
    // Without a METHOD this is the time of the last revision (RFC 5545, section 3.8.7.2).
    `DTSTAMP:${changed}`,
    `LAST-MODIFIED:${changed}`,
    `SEQUENCE:${match.sequence}`,
    ...duration(match),
    `SUMMARY:${text(summary(match, words))}`,
    `DESCRIPTION:${text(describe(match, words))}`,
    `CATEGORIES:${text(match.league)}`,
    // Nothing is played on the old day of a postponed match.
    `STATUS:${match.isCancelled || match.isPostponed ? "CANCELLED" : match.isConfirmed ? "CONFIRMED" : "TENTATIVE"}`,
    // A match does not make the calendar's owner busy.
    "TRANSP:TRANSPARENT",
    `URL:${url}`,
    "END:VEVENT",
  ];
}

function summary({ home, away, isPostponed }: CalendarMatch, words: Calendar["words"]): string {
  return isPostponed ? words.postponedFixture({ home, away }) : words.fixture({ home, away });
}

/** From kick-off for two hours; all day while only the day is known. */
function duration({ isConfirmed, kickoffAt, day }: CalendarMatch): string[] {
  if (isConfirmed) return [`DTSTART:${utc(kickoffAt)}`, `DTEND:${utc(kickoffAt + LENGTH_MS)}`];
  const nextDay = new Date(Date.parse(`${day}T00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return [`DTSTART;VALUE=DATE:${day.replaceAll("-", "")}`, `DTEND;VALUE=DATE:${nextDay.replaceAll("-", "")}`];
}

function describe(
  { league, round, isCancelled, isPostponed, isConfirmed }: CalendarMatch,
  words: Calendar["words"],
): string {
  const competition = round ? `${league}, ${round}` : league;
  if (isCancelled) return `${competition}\n${words.cancelled}`;
  if (isPostponed) return `${competition}\n${words.postponed}`;
  return `${competition}\n${isConfirmed ? words.picksClose : words.timeToBeConfirmed}`;
}

/** `20261121T150000Z` (section 3.3.5). */
function utc(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

/** Escapes special characters, and removes the control characters that a text cannot contain (section 3.3.11). */
function text(value: string): string {
  return value
    .replaceAll(/[\\;,]/g, "\\$&")
    .replaceAll(/\r\n?|\n/g, "\\n")
    .replaceAll(/(?!\t)\p{Cc}/gu, "");
}

/** Folds lines over 75 octets (section 3.1), never inside a character. */
function folded(line: string): string {
  const lines = [""];
  let octets = 0;
  for (const letter of line) {
    const size = new TextEncoder().encode(letter).length;
    if (octets + size > 75) {
      lines.push(" ");
      octets = 1;
    }
    lines[lines.length - 1] += letter;
    octets += size;
  }
  return lines.join("\r\n");
}

import { refuse } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Handler } from "../_http/environment.ts";
import { languageOf } from "../_http/language.ts";
import * as english from "../_words/generated/en/calendar.ts";
import * as french from "../_words/generated/fr/calendar.ts";
import * as kreol from "../_words/generated/mfe/calendar.ts";
import type { Language } from "../_words/languages.ts";
import { type CalendarMatch, icalendar } from "./icalendar.ts";

const WORDS = { en: english, fr: french, mfe: kreol } satisfies Record<Language, typeof english>;

/**
 * GET /calendar/TOKEN.ics: the matches of one player's competitions as text/calendar, with an ETag (304 while nothing has
 * changed). 404 for an unknown or revoked token. Calendar programs cannot sign in, so the address
 * is the credential.
 */
export const handle: Handler = async (request, env) => {
  if (request.method !== "GET" && request.method !== "HEAD")
    return refuse(405, "method_not_allowed", "Use GET", { allow: "GET, HEAD" });
  const token = /\/calendar\/([0-9a-f]{32})\.ics$/.exec(new URL(request.url).pathname)?.[1];
  const rows = token ? await callAsService(env, "calendar_feed", { _token: token }) : [];
  if (rows.length === 0)
    return refuse(404, "not_found", "There is no calendar at this address. Its link may have been renewed.");

  const calendar = icalendar({
    words: WORDS[languageOf(rows[0]?.language, env)],
    // As matchPath in web/paths.ts writes it.
    urlOf: (matchId) => `${env.SITE_URL ?? ""}/matches?match=${matchId}`,
    matches: rows.map(matchIn).filter((match) => match !== null),
  });
  const headers = {
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'inline; filename="matches.ics"',
    "cache-control": "private, no-cache",
    etag: `"${await hashOf(calendar)}"`,
  };
  const known = request.headers.get("if-none-match")?.includes(headers.etag) ?? false;
  return new Response(known || request.method === "HEAD" ? null : calendar, {
    status: known ? 304 : 200,
    headers,
  });
};

/** Null for the row that only confirms the token. */
function matchIn(row: Readonly<Record<string, unknown>>): CalendarMatch | null {
  if (typeof row.match_id !== "string") return null;
  return {
    id: row.match_id,
    home: String(row.home_team_name),
    away: String(row.away_team_name),
    league: String(row.league),
    round: typeof row.round === "string" ? row.round : null,
    kickoffAt: Date.parse(String(row.kickoff_at)),
    day: String(row.match_date),
    isConfirmed: row.kickoff_confirmed === true,
    isCancelled: row.is_cancelled === true,
    isPostponed: row.is_postponed === true,
    sequence: Number(row.sequence),
    changedAt: Date.parse(String(row.changed_at)),
  };
}

async function hashOf(value: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(value));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

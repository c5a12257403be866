import { z } from "zod";
import { ask, inShort, ProviderError, type Reply, retryAfter, wholeNumber } from "./ask.ts";
import { goalsOf, pair } from "./goals.ts";
import type { Answer, Limits, Provider, ProviderMatch, Question, State } from "./provider.ts";

const NAME = "API-Football";

/** Ids of leagues. Source: https://www.api-football.com/documentation-v3, leagues */
const LEAGUES: Readonly<Record<string, number>> = {
  premier_league: 39,
  fa_cup: 45,
  league_cup: 48,
  champions_league: 2,
};
const OURS = new Map(Object.entries(LEAGUES).map(([ours, league]) => [league, ours]));

/** The used fields of a fixture. Source: https://www.api-football.com/documentation-v3, fixtures */
const fixture = z.object({
  fixture: z.object({
    id: z.number().int(),
    date: z.iso.datetime({ offset: true }),
    status: z.object({ short: z.string(), elapsed: z.number().int().nullish() }),
  }),
  league: z.object({ id: z.number().int(), season: z.number().int().nullish(), round: z.string().nullish() }),
  teams: z.object({
    home: z.object({ name: z.string().min(1) }),
    away: z.object({ name: z.string().min(1) }),
  }),
  goals: pair,
  score: z.object({ fulltime: pair, extratime: pair, penalty: pair }),
});
const envelope = z.object({
  // An array when empty, an object otherwise, as PHP serialises arrays.
  errors: z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]).optional(),
  response: z.unknown(),
});

const DAY_SECONDS = 86_400;

/** API-Football, version 3. */
export function apiFootball(base: string, key: string, patience: number): Provider {
  const get = async (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const reply = await ask(url, { "x-apisports-key": key }, patience);
    return { limits: limitsOf(reply.headers), response: responseOf(reply, key) };
  };
  return {
    name: NAME,
    async matches({ competitions, from, to }: Question) {
      const found: Answer = {
        matches: [],
        unreadable: 0,
        limits: { minuteLeft: null, minuteEndsIn: null, dayLeft: null },
      };
      for (const league of competitions.flatMap((id) => LEAGUES[id] ?? [])) {
        const season = String(seasonOf(from));
        const { limits, response } = await get("/fixtures", { league: String(league), season, from, to });
        if (!Array.isArray(response)) throw new ProviderError("unreadable", WITHOUT_FIXTURES, null, limits);
        const read = response.map((one) => readFixture(one));
        found.matches.push(...read.filter((one) => one !== null));
        found.unreadable += read.filter((one) => one === null).length;
        found.limits = limits;
      }
      return found;
    },
    // Does not count against the daily quota.
    tryKey: async () => void (await get("/status", {})),
  };
}

const WITHOUT_FIXTURES = {
  text: "API-Football answered without fixtures",
  facts: { kind: "provider_without_fixtures", provider: NAME },
};
const UNKNOWN_FORMAT = {
  text: "API-Football sent an answer in an unknown format",
  facts: { kind: "provider_unknown_format", provider: NAME },
};

/** Refusals are `errors` in a 200 response. Source: https://www.api-football.com/documentation-v3, authentication and ratelimit */
function responseOf({ status, headers, json }: Reply, key: string): unknown {
  const limits = limitsOf(headers);
  const answer = envelope.safeParse(json);
  const errors =
    answer.success && !Array.isArray(answer.data.errors) ? Object.entries(answer.data.errors ?? {}) : [];
  const words = inShort(errors.map(([, text]) => String(text)).join(" "), key);
  const said = words ? `"${words}"` : String(status);
  const message = {
    text: `API-Football answered ${said}`,
    facts: { kind: "provider_answered_only", provider: NAME, said },
  };
  if (errors.some(([kind]) => kind === "requests"))
    throw new ProviderError("limited", message, untilMidnight(), { ...limits, dayLeft: 0 });
  if (status === 429 || errors.some(([kind]) => kind === "rateLimit"))
    throw new ProviderError("limited", message, retryAfter({ headers }) ?? 60, { ...limits, minuteLeft: 0 });
  if (status !== 200 || errors.length > 0) throw new ProviderError("refused", message, null, limits);
  if (!answer.success) throw new ProviderError("unreadable", UNKNOWN_FORMAT, null, limits);
  return answer.data.response;
}

/** The daily quota resets at midnight UTC. */
function untilMidnight(): number {
  return DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
}

function limitsOf(headers: Headers): Limits {
  return {
    minuteLeft: wholeNumber(headers.get("x-ratelimit-remaining")),
    minuteEndsIn: null,
    dayLeft: wholeNumber(headers.get("x-ratelimit-requests-remaining")),
  };
}

/** Seasons are named by their first year; qualifiers in July belong to the new season. */
function seasonOf(date: string): number {
  const year = Number(date.slice(0, 4));
  return Number(date.slice(5, 7)) >= 7 ? year : year - 1;
}

function readFixture(one: unknown): ProviderMatch | null {
  const parsed = fixture.safeParse(one);
  if (!parsed.success) return null;
  const { fixture: game, league, teams, goals: running, score } = parsed.data;
  const competition = OURS.get(league.id);
  const state = stateOf(game.status.short);
  if (competition === undefined || state === null) return null;
  // `goals` includes extra time; `fulltime` is the 90-minute score after full time.
  const beyond = ["ET", "BT", "P", "AET", "PEN"].includes(game.status.short);
  const ninety = beyond ? score.fulltime : (score.fulltime?.home ?? null) === null ? running : score.fulltime;
  return {
    id: String(game.id),
    competition,
    home: teams.home.name,
    away: teams.away.name,
    season: league.season ? `${league.season}/${String(league.season + 1).slice(2)}` : null,
    round: league.round?.replace(/^(?:Regular Season|League Stage) - (\d+)$/, "Matchday $1") ?? null,
    kickoff: game.date,
    confirmed: game.status.short !== "TBD",
    state,
    minute: game.status.elapsed ?? null,
    ...goalsOf({
      ninety: state === "scheduled" ? null : ninety,
      extra: score.extratime,
      penalties: score.penalty,
    }),
  };
}

/** Source: https://www.api-football.com/documentation-v3, fixtures, "Available fixtures status". Null for an unknown status. */
function stateOf(short: string): State | null {
  switch (short) {
    case "TBD":
    case "NS":
      return "scheduled";
    case "1H":
    case "2H":
    case "LIVE":
      return "in_play";
    case "HT":
      return "half_time";
    case "ET":
    case "BT":
      return "extra_time";
    case "P":
      return "penalties";
    case "FT":
    case "AET":
    case "PEN":
      return "finished";
    case "PST":
      return "postponed";
    case "SUSP":
    case "INT":
      return "suspended";
    case "ABD":
      return "abandoned";
    case "CANC":
      return "cancelled";
    case "AWD":
    case "WO":
      return "awarded";
    default:
      return null;
  }
}

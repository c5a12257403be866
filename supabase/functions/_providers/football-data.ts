import { z } from "zod";
import {
  answered,
  ask,
  inShort,
  NO_LIMITS,
  ProviderError,
  type Reply,
  retryAfter,
  wholeNumber,
} from "./ask.ts";
import { goalsOf, pair } from "./goals.ts";
import type { Answer, Limits, Provider, ProviderMatch, Question, State } from "./provider.ts";

/** Codes of competitions. Source: https://docs.football-data.org/general/v4/lookup_tables.html */
const CODES: Readonly<Record<string, string>> = {
  premier_league: "PL",
  fa_cup: "FAC",
  league_cup: "FLC",
  champions_league: "CL",
};
const OURS = new Map(Object.entries(CODES).map(([ours, code]) => [code, ours]));

/** The used fields of a match. Source: https://docs.football-data.org/general/v4/match.html */
const match = z.object({
  id: z.number().int(),
  utcDate: z.iso.datetime(),
  status: z.string(),
  // Documented as a number, but stoppage time was seen as "45+2".
  minute: z.union([z.number(), z.string()]).nullish(),
  matchday: z.number().int().nullish(),
  stage: z.string().nullish(),
  competition: z.object({ code: z.string() }),
  season: z.object({ startDate: z.string(), endDate: z.string() }).nullish(),
  homeTeam: z.object({ name: z.string().min(1) }),
  awayTeam: z.object({ name: z.string().min(1) }),
  score: z.object({
    duration: z.enum(["REGULAR", "EXTRA_TIME", "PENALTY_SHOOTOUT"]).nullish(),
    fullTime: pair,
    regularTime: pair,
    extraTime: pair,
    penalties: pair,
  }),
});
const list = z.object({ matches: z.array(z.unknown()) });

const NAME = "football-data.org";
const WITHOUT_MATCHES = {
  text: "football-data.org answered without matches",
  facts: { kind: "provider_without_matches", provider: NAME },
};

/** football-data.org, version 4. */
export function footballData(base: string, key: string, patience: number): Provider {
  const get = async (path: string, query: Readonly<Record<string, string>>) => {
    const url = new URL(path, base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const reply = await ask(url, { "X-Auth-Token": key }, patience);
    refuseUnlessOk(reply, key);
    return reply;
  };
  const read = (reply: Reply): Answer => {
    const answer = list.safeParse(reply.json);
    if (!answer.success) throw new ProviderError("unreadable", WITHOUT_MATCHES);
    const read = answer.data.matches.map((one) => readMatch(one));
    return {
      matches: read.filter((one) => one !== null),
      unreadable: read.filter((one) => one === null).length,
      limits: limitsOf(reply.headers),
    };
  };
  return {
    name: NAME,
    async matches({ purpose, competitions, from, to }: Question) {
      const codes = competitions.flatMap((id) => CODES[id] ?? []);
      const days = { dateFrom: from, dateTo: to };
      // The list of all competitions accepts at most ten days, the list of one competition a season.
      if (purpose === "scores") {
        const some = await get("/v4/matches", { ...days, competitions: codes.join() }).catch(
          unlessRestricted,
        );
        // A plan that lacks one competition may refuse the list; without a filter it returns the included ones.
        const answer = read(some ?? (await get("/v4/matches", days)));
        const wanted = answer.matches.filter(({ competition }) => competitions.includes(competition));
        return { ...answer, matches: wanted };
      }
      const answers: Answer[] = [];
      let refusal: unknown;
      for (const code of codes) {
        const one = await get(`/v4/competitions/${code}/matches`, days).catch((error: unknown) => {
          refusal = error;
          return unlessRestricted(error);
        });
        if (one) answers.push(read(one));
      }
      if (answers.length === 0 && refusal) throw refusal;
      return {
        matches: answers.flatMap(({ matches }) => matches),
        unreadable: answers.reduce((sum, { unreadable }) => sum + unreadable, 0),
        limits: answers.at(-1)?.limits ?? NO_LIMITS,
      };
    },
    // The only list that needs a key.
    tryKey: async () => void (await get("/v4/matches", {})),
  };
}

/** Null for a 403: the plan does not include the request. Rethrows everything else. */
function unlessRestricted(error: unknown): null {
  if (error instanceof ProviderError && error.kind === "restricted") return null;
  throw error;
}

/** Source: https://docs.football-data.org/general/v4/errors.html. A bad key is a 400 with "Your API token is invalid." */
function refuseUnlessOk({ status, headers, json }: Reply, key: string): void {
  if (status === 200) return;
  const told = z.object({ message: z.string().optional(), error: z.string().optional() }).safeParse(json);
  const words = told.success ? inShort(told.data.message ?? told.data.error ?? "", key) : "";
  const message = words
    ? {
        text: `football-data.org answered ${status}: ${words}`,
        facts: { kind: "provider_answered_words", provider: NAME, status, said: words },
      }
    : answered(NAME, status);
  const limits = limitsOf(headers);
  if (status === 403) throw new ProviderError("restricted", message, null, limits);
  if (status !== 429) throw new ProviderError("refused", message, null, limits);
  const wait =
    retryAfter({ headers }) ?? limits.minuteEndsIn ?? wholeNumber(/(\d+) seconds/.exec(words)?.[1] ?? null);
  throw new ProviderError("limited", message, wait ?? 60, { ...limits, minuteLeft: 0 });
}

/** Source: https://docs.football-data.org/general/v4/policies.html */
function limitsOf(headers: Headers): Limits {
  return {
    minuteLeft: wholeNumber(headers.get("x-requests-available-minute")),
    minuteEndsIn: wholeNumber(headers.get("x-requestcounter-reset")),
    dayLeft: null,
  };
}

function readMatch(one: unknown): ProviderMatch | null {
  const parsed = match.safeParse(one);
  if (!parsed.success) return null;
  const { data } = parsed;
  const competition = OURS.get(data.competition.code);
  const state = stateOf(data.status, data.score.duration ?? "REGULAR");
  if (competition === undefined || state === null) return null;
  const { score } = data;
  // fullTime includes extra time and the shoot-out; regularTime then has the 90-minute score.
  // Source: https://docs.football-data.org/general/v4/overtime.html
  const ninety = (score.duration ?? "REGULAR") === "REGULAR" ? score.fullTime : score.regularTime;
  return {
    id: String(data.id),
    competition,
    home: data.homeTeam.name,
    away: data.awayTeam.name,
    season: data.season ? `${data.season.startDate.slice(0, 4)}/${data.season.endDate.slice(2, 4)}` : null,
    round: roundOf(data.stage ?? null, data.matchday ?? null),
    kickoff: data.utcDate,
    confirmed: data.status !== "SCHEDULED",
    state,
    minute: minuteOf(data.minute ?? null),
    ...goalsOf({
      ninety: state === "scheduled" ? null : ninety,
      extra: score.extraTime,
      penalties: score.penalties,
    }),
  };
}

/** Source: https://docs.football-data.org/general/v4/match.html, status. Null for an unknown status. */
function stateOf(status: string, duration: string): State | null {
  switch (status) {
    case "SCHEDULED":
    case "TIMED":
      return "scheduled";
    case "IN_PLAY":
      if (duration === "PENALTY_SHOOTOUT") return "penalties";
      return duration === "EXTRA_TIME" ? "extra_time" : "in_play";
    case "PAUSED":
      return duration === "REGULAR" ? "half_time" : "extra_time";
    case "FINISHED":
      return "finished";
    case "POSTPONED":
      return "postponed";
    case "SUSPENDED":
      return "suspended";
    case "CANCELLED":
      return "cancelled";
    case "AWARDED":
      return "awarded";
    default:
      return null;
  }
}

/** "45+2" is minute 45: stoppage time belongs to its half. */
function minuteOf(minute: number | string | null): number | null {
  return typeof minute === "number" ? minute : wholeNumber(minute?.split("+")[0] ?? null);
}

/** `Matchday 12` in a league, the stage in a cup: `QUARTER_FINALS` becomes `Quarter finals`. */
function roundOf(stage: string | null, matchday: number | null): string | null {
  if (stage === null || stage === "REGULAR_SEASON" || stage === "LEAGUE_STAGE")
    return matchday === null ? null : `Matchday ${matchday}`;
  const words = stage.toLowerCase().replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Fills an empty club: members, subscriptions, a season around today with past rounds scored, one match live and the
 * next rounds open. All data is written through the public API. `npm start` calls this once per data folder.
 * DEMO_PLAYERS limits the members, for the small clubs of tests/releases. Members predict while the matches are in the future;
 * then the matches move to their real dates. A host that refuses because the machine is busy is asked again, so a slow machine
 * takes longer and does not fail.
 */
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgrestClient } from "@supabase/postgrest-js";
import { writeDurably } from "../../server/durable-files.ts";
import { type Backend, BackendError, connect } from "../backend/connect.ts";
import { patientFetch } from "../backend/patient-fetch.ts";
import { runCommand } from "../backend/run-command.ts";
import { addClubContent } from "./club-content.ts";
import { drawDivisions, isOfDivisions, nextYear } from "./divisions.ts";
import { addGroups } from "./groups.ts";
import { playLastStanding } from "./last-standing.ts";
import { drawCup } from "./members-cup.ts";
import { movePoolIn } from "./moving-in.ts";
import { addOrganising } from "./organising.ts";
import { type DemoPlayer, demoPlayers, guess } from "./players.ts";
import { payFirstPrize, planPrizes } from "./prizes.ts";
import { seededRandom } from "./random.ts";
import { addSales } from "./sales.ts";
import { type DemoMatch, demoSeason } from "./season.ts";
import { addSeasonQuestions } from "./season-questions.ts";
import {
  addWonRound,
  computeRecords,
  isOfWonRound,
  playWonRound,
  tellWinners,
  winningScore,
} from "./won-round.ts";

interface Account {
  email: string;
  password: string;
}

const SEASON = "Demo season";
/** Rows per request. A slow machine must insert them before the host's limit of 8 s per statement. */
const CHUNK = 250;
/** A few at a time, because more would only wait in the host's queue. */
const ACCOUNTS_AT_ONCE = 4;

/** The backend refused something; the message is for the owner. */
class DemoError extends Error {}

const dataDir = process.env.DATA_DIR ?? "./data";
await runCommand(
  async () => {
    const backend = await connect(process.env);
    try {
      await fill(backend);
    } finally {
      await backend.close();
    }
  },
  BackendError,
  DemoError,
);

async function fill(backend: Backend): Promise<void> {
  const { url, secretKey, rest } = backend;
  const { time_zone: timeZone } = JSON.parse(readFileSync(process.env.CLUB_FILE ?? "club.json", "utf8")) as {
    time_zone: string;
  };
  await must(rest.rpc("set_club_time_zone", { _time_zone: timeZone }));
  const players = demoPlayers().slice(0, Number(process.env.DEMO_PLAYERS ?? Number.POSITIVE_INFINITY));
  const season = demoSeason(new Date(), timeZone);
  const admin = { email: "admin@scoreline.example", password: password() };
  const player = { email: players[0]?.email ?? "", password: password() };

  const adminId = await createUser(url, secretKey, admin, { full_name: "Olivia Marchand" });
  await must(rest.rpc("grant_admin", { _identifier: admin.email }));
  // Nobody signs in as the other members, so they need no password, whose hash takes longer than everything else.
  const ids = await inTurns(players, (member) =>
    createUser(url, secretKey, member.email === player.email ? player : { email: member.email }, {
      full_name: member.name,
      ...(member.phone ? { phone_number: member.phone } : {}),
    }),
  );
  await subscribe(rest, players, ids, adminId);
  await schedule(rest, season.filter(isOfDivisions), timeZone, nextYear);
  const subscribers = players.filter(({ subscriptions: all }) => all.includes("premier_league")).length;
  await drawDivisions(rest, subscribers, must);
  await drawCup(rest, subscribers, season, must);
  await playLastStanding(backend, players, season, must);
  await schedule(rest, season, timeZone, ahead);
  await addWonRound(rest, SEASON, season.map(ahead), must);
  await must(
    rest.from("admin_settings").insert([
      { setting_key: "doubles", setting_value: "season 3" },
      { setting_key: "show_points_per_match", setting_value: "true" },
    ]),
  );
  await predict(rest, players, ids, season);
  await schedule(rest, season, timeZone, (match) => match);
  await planPrizes(rest, must);
  await playWonRound(rest, SEASON, season, must);
  await startLiveMatch(rest, season);
  const settleQuestion = await addSeasonQuestions(backend, players, daysFromNow, must);
  await addGroups(backend, players);
  await addClubContent(backend, season, { adminId, playerId: ids[0] ?? "", daysFromNow, must });
  for (const plan of ["premier_league", "fa_cup", "league_cup"]) {
    await must(rest.rpc("generate_plan_code", { plan_type: plan, expires_on: daysFromNow(90) }));
  }
  await addSales(rest, players, ids, { daysFromNow, inTurns, must });
  await addOrganising(rest, ids, daysFromNow, must);
  await settleQuestion();
  await movePoolIn(rest, players, must);
  await computeRecords(rest, must);
  await tellWinners(rest, must);
  await payFirstPrize(rest, daysFromNow(0), must);
  writeDurably(join(dataDir, "demo.json"), JSON.stringify({ admin, player }));
}

/** A random password that meets the rules (lower case, upper case, digit). */
function password(): string {
  return `${randomBytes(9).toString("base64url")}aA1`;
}

async function createUser(
  url: string,
  secretKey: string,
  account: Partial<Account>,
  metadata: Record<string, string>,
): Promise<string> {
  const response = await patientFetch(new URL("/auth/v1/admin/users", url), {
    method: "POST",
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, "content-type": "application/json" },
    body: JSON.stringify({ ...account, email_confirm: true, user_metadata: metadata }),
  });
  const body = (await response.json()) as { id?: string; msg?: string; message?: string };
  if (!response.ok || !body.id)
    throw new DemoError(
      `The demo's accounts could not be made: ${body.msg ?? body.message ?? response.status}`,
    );
  return body.id;
}

/** The results in the order of the items, ACCOUNTS_AT_ONCE at a time. */
async function inTurns<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let start = 0; start < items.length; start += ACCOUNTS_AT_ONCE)
    results.push(...(await Promise.all(items.slice(start, start + ACCOUNTS_AT_ONCE).map(work))));
  return results;
}

async function subscribe(
  rest: PostgrestClient,
  players: readonly DemoPlayer[],
  ids: readonly string[],
  adminId: string,
): Promise<void> {
  const rows = players.flatMap((player, index) =>
    player.subscriptions.map((type) => ({ user_id: ids[index], subscription_type: type })),
  );
  rows.push({ user_id: adminId, subscription_type: "premier_league" });
  const term = {
    started_at: new Date().toISOString(),
    expires_at: daysFromNow(200),
    assigned_by_admin: true,
  };
  await must(rest.from("subscriptions").insert(rows.map((row) => ({ ...row, ...term }))));
}

/** The same match a year later without a result, so that it can be predicted. */
function ahead(match: DemoMatch): DemoMatch {
  if (match.kind === "open") return match;
  return {
    ...match,
    date: `${Number(match.date.slice(0, 4)) + 1}-03-01`,
    home_score: null,
    away_score: null,
  };
}

async function schedule(
  rest: PostgrestClient,
  season: readonly DemoMatch[],
  timeZone: string,
  place: (match: DemoMatch) => DemoMatch,
): Promise<void> {
  for (const league of new Set(season.map((match) => match.league))) {
    const matches = season.filter((match) => match.league === league && !isOfWonRound(match)).map(place);
    await must(
      rest.rpc("import_matches", {
        _league: league,
        _season: SEASON,
        _time_zone: timeZone,
        _matches: matches,
      }),
    );
  }
}

async function predict(
  rest: PostgrestClient,
  players: readonly DemoPlayer[],
  ids: readonly string[],
  season: readonly DemoMatch[],
): Promise<void> {
  const random = seededRandom(1966);
  const plans = new Map([
    ["Premier League", "premier_league"],
    ["FA Cup", "fa_cup"],
    ["League Cup", "league_cup"],
  ]);
  const { data } = await must(
    rest.from("matches").select("id, league, round, home_team_name, away_team_name").eq("season", SEASON),
  );
  const listed = data as { id: string; league: string; round: string; home_team_name: string }[];
  const idOf = new Map(
    listed.map((match) => [`${match.league}/${match.round}/${match.home_team_name}`, match.id]),
  );
  const doubled = players.map((_, index) => doublesOf(index, season));
  const predictions = players.flatMap((player, index) =>
    season.flatMap((match) => {
      const plan = plans.get(match.league);
      const guessed = plan && !player.subscriptions.includes(plan) ? null : guess(player, match, random);
      const prediction = index === 0 ? (winningScore(match) ?? guessed) : guessed;
      const match_id = idOf.get(`${match.league}/${match.round}/${match.home}`);
      return prediction && match_id
        ? [
            {
              user_id: ids[index],
              match_id,
              home_prediction: prediction[0],
              away_prediction: prediction[1],
              is_double: doubled[index]?.has(match) ?? false,
            },
          ]
        : [];
    }),
  );
  for (let start = 0; start < predictions.length; start += CHUNK) {
    await must(rest.from("user_predictions").insert(predictions.slice(start, start + CHUNK)));
  }
}

/** The past matches of the Premier League that a member has marked as doubles: one or two of the season's three. */
function doublesOf(index: number, season: readonly DemoMatch[]): Set<DemoMatch> {
  const past = season.filter(({ league, kind }) => league === "Premier League" && kind === "past");
  return new Set([7 * index + 5, 11 * index + past.length - 3].flatMap((at) => past[at % past.length] ?? []));
}

async function startLiveMatch(rest: PostgrestClient, season: readonly DemoMatch[]): Promise<void> {
  const live = season.find((match) => match.kind === "live");
  if (!live) return;
  const score = { status: "live", home_score: 1, away_score: 0 };
  await must(
    rest
      .from("matches")
      .update(score)
      .eq("season", SEASON)
      .eq("round", live.round)
      .eq("home_team_name", live.home)
      .eq("league", live.league),
  );
}

function daysFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

async function must<Answer extends { error: { message: string } | null }>(
  request: PromiseLike<Answer>,
): Promise<Answer> {
  const answer = await request;
  if (answer.error) throw new DemoError(`The demo could not be filled: ${answer.error.message}`);
  return answer;
}

/**
 * What each provider may answer about a match, in its documented format, and what becomes of the club's match. A report that
 * is not about the match writes nothing and waits for an organiser. At the end of each case that leaves the match without
 * a result, an organiser enters one, and the provider does not change it.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clubTime } from "../../club-time.ts";
import { PROVIDER_NAMES } from "../../providers/provider-apis.ts";
import type { SimulatedMatch } from "../../providers/simulated-match.ts";
import { call } from "../support/call-function.ts";
import type { Person } from "../support/host.ts";
import { type ProviderHost, startProviderHost } from "../support/provider-host.ts";

/** No scheduled polls and starts, and no minimum time between two polls. */
const AT_ONCE = `update private.live_score_provider set min_poll_gap = '0', minute_limit = 1000, minute_left = 1000;
  update private.jobs set next_run_at = 'infinity' where name in ('Sync live scores', 'Start due matches');`;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

interface Report extends Partial<Omit<SimulatedMatch, "kickoff">> {
  /** Home and away are exchanged. */
  exchanged?: true;
  /** How much later than the club's kick-off the reported one is. */
  later?: number;
  /** Another entry of the provider for the same match. */
  recreated?: true;
}

type Step =
  /** The matches in an answer to a poll of scores. */
  | { scores: readonly Report[] }
  /** The matches in an answer to a poll of the fixtures of the next weeks. */
  | { fixtures: readonly Report[] }
  /** What an organiser decides about the issue of the match. */
  | { decides: "accept" | "use the score" | "void" };

interface Case {
  title: string;
  competition?: SimulatedMatch["competition"];
  steps: readonly Step[];
  /**
   * How the match ends. `later` is how much its kick-off has moved. `confirmed` is left out where it depends on the provider:
   * football-data.org reports an abandoned match as suspended.
   */
  ends: { status: string; score: string | null; issue: string | null; confirmed?: boolean; later?: number };
}

const scores = (...reports: Report[]): Step => ({ scores: reports });
const fixtures = (...reports: Report[]): Step => ({ fixtures: reports });
const accept: Step = { decides: "accept" };
const playing: Report = { phase: "first half", minute: 20, score: [1, 0] };
const over: Report = { phase: "over", minute: 90, score: [2, 1] };
const abandoned: Report = { ...playing, phase: "abandoned" };
const awarded: Report = { phase: "awarded", score: [3, 0] };

const CASES: readonly Case[] = [
  {
    title: "0-0 before the kick-off: the match has no score",
    steps: [scores({ phase: "scheduled", score: [0, 0] }), scores({ phase: "scheduled", score: [0, 0] })],
    ends: { status: "upcoming", score: null, issue: null },
  },
  {
    title: "0-0 before the kick-off of a postponed match: the match has no score",
    steps: [scores({ phase: "postponed", score: [0, 0] })],
    ends: { status: "upcoming", score: null, issue: "postponed", confirmed: false },
  },
  {
    title: "played to the end: two polls that agree complete the match",
    steps: [scores(playing), scores(over), scores(over)],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "extra time: the score after 90 minutes counts",
    competition: "fa_cup",
    steps: [
      scores({ phase: "extra time", score: [1, 1], extra: [1, 0] }),
      scores({ phase: "over after extra time", score: [1, 1], extra: [2, 0] }),
      scores({ phase: "over after extra time", score: [1, 1], extra: [2, 0] }),
    ],
    ends: { status: "completed", score: "1-1", issue: null },
  },
  {
    title: "a shoot-out: the score after 90 minutes counts",
    competition: "fa_cup",
    steps: [
      scores({ phase: "shoot-out", score: [0, 0], extra: [1, 1], penalties: [2, 1] }),
      scores({ phase: "over after penalties", score: [0, 0], extra: [1, 1], penalties: [4, 3] }),
      scores({ phase: "over after penalties", score: [0, 0], extra: [1, 1], penalties: [4, 3] }),
    ],
    ends: { status: "completed", score: "0-0", issue: null },
  },
  {
    title: "finished without a score: an organiser enters it",
    steps: [scores({ phase: "over" }), scores({ phase: "over" })],
    ends: { status: "live", score: null, issue: "no_score" },
  },
  {
    title: "corrected after the end: two polls that agree replace the result",
    steps: [
      scores(over),
      scores(over),
      scores({ ...over, score: [2, 2] }),
      scores({ ...over, score: [2, 2] }),
    ],
    ends: { status: "completed", score: "2-2", issue: null },
  },
  {
    title: "exchanged sides: nothing is written",
    steps: [scores({}), scores({ ...over, exchanged: true }), scores({ ...over, exchanged: true })],
    ends: { status: "upcoming", score: null, issue: "exchanged" },
  },
  {
    title: "exchanged sides that an organiser accepts: the club's sides are exchanged, with the result",
    steps: [scores({}), scores({ ...over, exchanged: true }), scores({ ...over, exchanged: true }), accept],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "exchanged sides that the provider corrects: the match follows it again",
    steps: [scores({}), scores({ ...playing, exchanged: true }), scores(playing)],
    ends: { status: "live", score: "1-0", issue: null },
  },
  {
    title: "another team: nothing is written",
    steps: [scores({}), scores({ ...over, away: "Somebody" }), scores({ ...over, away: "Somebody" })],
    ends: { status: "upcoming", score: null, issue: "other_teams" },
  },
  {
    title: "another team that an organiser accepts: the result counts",
    steps: [scores({}), scores({ ...over, away: "Somebody" }), scores({ ...over, away: "Somebody" }), accept],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "recreated under a new id before the kick-off: the match follows the new entry",
    steps: [
      scores({}),
      scores({ recreated: true }),
      scores({ ...over, recreated: true }),
      scores({ ...over, recreated: true }),
    ],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "recreated under a new id during play: the match follows the new entry",
    steps: [scores(playing), scores({ ...over, recreated: true }), scores({ ...over, recreated: true })],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "cancelled and recreated on another day: the match moves to the new entry's day",
    steps: [fixtures({}), fixtures({ phase: "cancelled" }, { recreated: true, later: 2 * DAY })],
    ends: { status: "upcoming", score: null, issue: null, later: 2 * DAY },
  },
  {
    title: "postponed and recreated weeks later: the match moves to the new entry's day",
    steps: [
      scores({}),
      scores({ phase: "postponed" }),
      fixtures({ phase: "postponed" }, { recreated: true, later: 20 * DAY }),
    ],
    ends: { status: "upcoming", score: null, issue: null, confirmed: true, later: 20 * DAY },
  },
  {
    title: "a new date a day later: the match moves",
    steps: [fixtures({}), fixtures({ later: DAY })],
    ends: { status: "upcoming", score: null, issue: null, later: DAY },
  },
  {
    title: "a new date eight days later: the match stays",
    steps: [fixtures({}), fixtures({ later: 8 * DAY })],
    ends: { status: "upcoming", score: null, issue: "other_date" },
  },
  {
    title: "a new date eight days later that an organiser accepts: the match moves",
    steps: [fixtures({}), fixtures({ later: 8 * DAY }), accept],
    ends: { status: "upcoming", score: null, issue: null, later: 8 * DAY },
  },
  {
    title: "missing from the answer during play: the score stays, and an organiser sees it",
    steps: [scores(playing), scores()],
    ends: { status: "live", score: "1-0", issue: "missing" },
  },
  {
    title: "missing from one answer: the match follows the next one",
    steps: [scores(playing), scores(), scores(over), scores(over)],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "suspended: the score stays",
    steps: [scores(playing), scores({ ...playing, phase: "suspended" })],
    ends: { status: "live", score: "1-0", issue: "suspended", confirmed: false },
  },
  {
    title: "suspended and resumed: the match goes on to its result",
    steps: [
      scores(playing),
      scores({ ...playing, phase: "suspended" }),
      scores({ ...playing, phase: "second half" }),
      scores(over),
      scores(over),
    ],
    ends: { status: "completed", score: "2-1", issue: null },
  },
  {
    title: "abandoned with a new date: what happens on it is not written",
    steps: [
      scores(playing),
      scores(abandoned),
      scores({ later: 13 * HOUR }),
      scores({ ...over, later: 13 * HOUR }),
      scores({ ...over, later: 13 * HOUR }),
    ],
    ends: { status: "live", score: "1-0", issue: "rearranged" },
  },
  {
    title: "abandoned with a new date for which an organiser keeps the predictions: its result counts",
    steps: [
      scores(playing),
      scores(abandoned),
      scores({ later: 13 * HOUR }),
      accept,
      scores({ ...over, later: 13 * HOUR }),
      scores({ ...over, later: 13 * HOUR }),
    ],
    ends: { status: "completed", score: "2-1", issue: null, later: 13 * HOUR },
  },
  {
    title: "abandoned with a new date, and an organiser voids the match: it stays cancelled",
    steps: [
      scores(playing),
      scores(abandoned),
      scores({ later: 13 * HOUR }),
      { decides: "void" },
      scores({ ...over, later: 13 * HOUR }),
    ],
    ends: { status: "cancelled", score: null, issue: null },
  },
  {
    title: "postponed during play with a new date: an organiser decides",
    steps: [scores(playing), scores({ phase: "postponed" }), scores({ later: 13 * HOUR })],
    ends: { status: "live", score: "1-0", issue: "rearranged" },
  },
  {
    title: "awarded: the score is not written",
    steps: [scores(playing), scores(awarded), scores(awarded)],
    ends: { status: "live", score: "1-0", issue: "awarded" },
  },
  {
    title: "awarded, and an organiser uses the score: it counts",
    steps: [scores(playing), scores(awarded), { decides: "use the score" }],
    ends: { status: "completed", score: "3-0", issue: null },
  },
  {
    title: "cancelled: an organiser decides",
    steps: [scores({}), scores({ phase: "cancelled" })],
    ends: { status: "upcoming", score: null, issue: "cancelled" },
  },
  {
    title: "postponed and back at its time: the kick-off is confirmed again",
    steps: [scores({}), scores({ phase: "postponed" }), scores({ phase: "scheduled" })],
    ends: { status: "upcoming", score: null, issue: null, confirmed: true },
  },
  {
    title: "postponed and scheduled again weeks later: the match moves",
    steps: [scores({}), scores({ phase: "postponed" }), fixtures({ later: 20 * DAY })],
    ends: { status: "upcoming", score: null, issue: null, confirmed: true, later: 20 * DAY },
  },
];

describe.each(PROVIDER_NAMES)("an answer of %s", (name) => {
  let providerHost: ProviderHost;
  let admins: Person[];
  let calls = 0;
  let pairs = 0;
  /** The admins take turns, because each may do 50 actions of a kind in five minutes. */
  const admin = (): Person => admins[calls++ % admins.length] as Person;

  beforeAll(async () => {
    providerHost = await startProviderHost(name, AT_ONCE);
    const names = ["Olga", "Pete", "Quentin", "Rosa", "Sam", "Tina"];
    admins = await Promise.all(names.map((one) => providerHost.host.admin(`${one} Admin`)));
    const { provider } = providerHost;
    provider.quota = { minute: null, minuteEndsIn: 60, day: null };
    await call(admin().api, "update-api-key", { apiKey: provider.key, provider: name });
  });
  afterAll(() => providerHost.stop());

  it.each(CASES.map((one) => [one.title, one] as const))("%s", async (_title, one) => {
    const { competition = "premier_league", steps, ends } = one;
    const pair = ++pairs;
    const kickoff = new Date(Math.floor(Date.now() / 1000 + 60) * 1000);
    const teams = { home: `Home ${pair}`, away: `Away ${pair}` };
    const id = await aMatch(teams, kickoff, competition);
    const poll = async (purpose: "scores" | "fixtures", reports: readonly Report[]): Promise<void> => {
      providerHost.provider.games = reports.map(({ exchanged, recreated, later = 0, ...report }) => ({
        id: pair * 10 + (recreated ? 1 : 0),
        competition,
        ...(exchanged ? { home: teams.away, away: teams.home } : teams),
        kickoff: `${new Date(kickoff.getTime() + later).toISOString().slice(0, 19)}Z`,
        matchday: 12,
        season: seasonOf(kickoff),
        phase: "scheduled",
        ...report,
      }));
      await must(
        admin().api.rpc("set_provider_settings", {
          _follows_scores: purpose === "scores",
          _follows_fixtures: true,
          _competitions: ["premier_league", "fa_cup"],
        }),
      );
      expect((await call(admin().api, "sync-live-scores")).body).toMatchObject({ success: true });
    };
    const issueOf = async () =>
      (await must(admin().api.rpc("provider_issues"))).find(({ match_id }) => match_id === id);
    const decide = async (decision: "accept" | "use the score" | "void"): Promise<void> => {
      const issue = await issueOf();
      const report = { _provider_match_id: issue?.provider_match_id ?? "" };
      if (decision === "void") await must(admin().api.rpc("cancel_match", { _match_id: id }));
      else if (decision === "use the score") await must(admin().api.rpc("accept_provider_score", report));
      else
        await must(
          admin().api.rpc("accept_provider_match", {
            ...report,
            _problem: issue?.kind ?? "",
            _home: issue?.provider_home_name ?? "",
            _away: issue?.provider_away_name ?? "",
            _kickoff: issue?.provider_kickoff_at ?? "",
          }),
        );
    };
    const perform = async (step: Step): Promise<void> => {
      if ("decides" in step) await decide(step.decides);
      else if ("scores" in step) await poll("scores", step.scores);
      else await poll("fixtures", step.fixtures);
    };

    for (const step of steps) await perform(step);
    const match = await matchOf(id);
    expect({
      status: match.status,
      score: match.home_score === null ? null : `${match.home_score}-${match.away_score}`,
      issue: (await issueOf())?.kind ?? null,
      confirmed: match.kickoff_confirmed,
      later: Date.parse(match.kickoff_at) - kickoff.getTime(),
    }).toMatchObject({ later: 0, ...ends });
    if (ends.status === "completed" || ends.status === "cancelled") return;

    await must(admin().api.rpc("complete_matches", { _results: [{ id, home_score: 4, away_score: 4 }] }));
    const lastPoll = steps.findLast((step) => !("decides" in step));
    if (lastPoll) await perform(lastPoll);
    expect(await matchOf(id)).toMatchObject({ status: "completed", home_score: 4, away_score: 4 });
  });

  async function matchOf(id: string) {
    const columns = "status, home_score, away_score, kickoff_confirmed, kickoff_at";
    return must(providerHost.host.visitor().from("matches").select(columns).eq("id", id).single());
  }

  async function aMatch(
    { home, away }: { home: string; away: string },
    kickoff: Date,
    competition: SimulatedMatch["competition"],
  ): Promise<string> {
    const { secret } = providerHost.host;
    await must(
      secret
        .from("teams")
        .insert([{ name: home }, { name: away }])
        .select("id"),
    );
    const year = seasonOf(kickoff);
    const row = {
      home_team_name: home,
      away_team_name: away,
      ...clubTime(kickoff.getTime()),
      league: competition === "fa_cup" ? "FA Cup" : "Premier League",
      season: `${year}/${String(year + 1).slice(2)}`,
      round: "Matchday 12",
    };
    return (await must(secret.from("matches").insert(row).select("id").single())).id;
  }
});

/** The first year of the season of a kick-off. */
const seasonOf = (kickoff: Date): number => kickoff.getUTCFullYear() - (kickoff.getUTCMonth() < 6 ? 1 : 0);

async function must<Data>(
  request: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await request;
  if (error) throw new Error(error.message);
  return data as NonNullable<Data>;
}

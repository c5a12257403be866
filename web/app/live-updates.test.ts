import { QueryClient, type QueryKey } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { serverNow } from "../backend/connection/server-clock.ts";
import { isOutdatedBy, kindOf } from "../backend/live/match-changes.ts";
import { patchMatches } from "../backend/live/patch-matches.ts";
import { matchesAroundNow } from "../backend/queries/matches-around-now.ts";
import { nextMatches } from "../backend/queries/next-matches.ts";
import { predictionsOf } from "../backend/queries/own-predictions.ts";
import { groupStandings, playerRounds } from "../backend/queries/player-queries.ts";
import { playedPage } from "../backend/queries/query-keys.ts";
import type { QueryMeta } from "../backend/queries/query-meta.ts";
import { savedSettings } from "../backend/queries/settings.ts";
import { aMatch } from "../backend/types/match-row.fixture.ts";
import type { MatchRow, PredictionRow } from "../backend/types/rows.ts";
import {
  pointsOf,
  provisionalLeaderboard,
} from "../features/admin/matches/live-scores/live-score-queries.ts";
import { matchCount, matchPage } from "../features/admin/matches/matches/match-queries.ts";
import { homeLeaderboards } from "../features/home/home-queries.ts";
import { leaderboardPage, myLeaderboardRow } from "../features/leaderboard/leaderboard-queries.ts";
import {
  currentMatches,
  currentPredictions,
  playedMatches,
  splitsOf,
} from "../features/matches/match-queries.ts";

const hour = 3_600_000;
const at = (hours: number) => new Date(serverNow() + hours * hour).toISOString();

const match = (id: string, hours: number, changes: Partial<MatchRow> = {}): MatchRow =>
  aMatch(serverNow() + hours * hour, {
    id,
    league: "FA Cup",
    predictions_count: 1,
    updated_at: at(-100),
    ...changes,
  });

const live = match("live", -1, { status: "live", home_score: 0, away_score: 0 });
const soon = match("soon", 1);
const later = match("later", 30);
const played = match("played", -20, { status: "completed", home_score: 2, away_score: 1 });
const pick = (matchId: string, changes: Partial<PredictionRow> = {}) =>
  ({
    match_id: matchId,
    home_prediction: 1,
    away_prediction: 0,
    points_earned: null,
    cleared_at: null,
    ...changes,
  }) as PredictionRow;

const lists = {
  current: currentMatches,
  next: nextMatches,
  around: matchesAroundNow,
  played: playedMatches(null),
  playedElsewhere: playedMatches("League Cup"),
};
const managed = matchPage("live", "", 0);
const liveCount = matchCount("live");
const ownCurrent = currentPredictions("me");

interface Options {
  queryKey: QueryKey;
  meta?: QueryMeta;
}

function cached() {
  const queries = new QueryClient();
  const load = ({ queryKey, meta = {} }: Options, data: unknown) =>
    queries.getQueryCache().build(queries, { queryKey, meta }).setData(data);
  load(lists.current, [live, soon, later]);
  load(lists.next, [soon, later]);
  load(lists.around, [live, soon]);
  load(lists.played, { pages: [[played]], pageParams: [0] });
  load(lists.playedElsewhere, { pages: [[]], pageParams: [0] });
  load(managed, { matches: [live], total: 1 });
  load(liveCount, 3);
  load(ownCurrent, [pick("live"), pick("soon")]);
  const ids = ({ queryKey }: Options) => {
    const data = queries.getQueryData<MatchRow[] | { pages: MatchRow[][] }>(queryKey);
    return (Array.isArray(data) ? data : (data?.pages.flat() ?? [])).map(({ id }) => id);
  };
  const patch = (...rows: MatchRow[]) =>
    patchMatches(
      queries,
      rows.map((row) => ({ id: row.id, row })),
      {
        points: ({ home, away }, score) => (home === score.home && away === score.away ? 3 : 0),
        nextRounds: (open) => [...open],
      },
    );
  return { queries, load, ids, patch };
}

/** Queries that a page may show. */
const shown = {
  board: leaderboardPage("FA Cup", 0),
  overall: myLeaderboardRow("Overall"),
  home: homeLeaderboards,
  groups: groupStandings("me"),
  otherBoard: leaderboardPage("League Cup", 0),
  provisional: provisionalLeaderboard("Overall", 0),
  season: playerRounds("me", "Overall"),
  ownPicks: ownCurrent,
  splits: splitsOf(["live"]),
  current: currentMatches,
  counts: liveCount,
  livePoints: pointsOf(["live"]),
  settings: savedSettings("me"),
};

function outdated({ changes }: ReturnType<typeof patchMatches>): string[] {
  return Object.entries<Options>(shown)
    .filter(([, { meta }]) => isOutdatedBy(changes, { meta }))
    .map(([name]) => name);
}

function incomplete(patched: ReturnType<typeof patchMatches>): QueryKey[] {
  return patched.incomplete.map(({ queryKey }) => queryKey);
}

describe("a goal", () => {
  const goal = { ...live, home_score: 1 };

  it("is written into every list, and only what the server computes of live scores is out of date", () => {
    const { queries, ids, patch } = cached();
    const patched = patch(goal);
    expect(queries.getQueryData(lists.current.queryKey)).toEqual([goal, soon, later]);
    expect(queries.getQueryData(lists.around.queryKey)).toEqual([goal, soon]);
    expect(queries.getQueryData(managed.queryKey)).toEqual({ matches: [goal], total: 1 });
    expect(ids(lists.played)).toEqual(["played"]);
    expect(incomplete(patched)).toEqual([]);
    expect(outdated(patched)).toEqual(["provisional", "livePoints"]);
  });

  it("of a match that the page does not have makes no leaderboard out of date", () => {
    const patched = cached().patch({ ...goal, id: "elsewhere" });
    expect(outdated(patched)).toEqual(["provisional", "counts"]);
  });
});

describe("a kick-off", () => {
  it("moves the match from the next ones to the live ones", () => {
    const { queries, ids, patch } = cached();
    const started = match("soon", 0, { status: "live" });
    const patched = patch(started);
    expect(ids(lists.next)).toEqual(["later"]);
    expect(queries.getQueryData(lists.current.queryKey)).toEqual([live, started, later]);
    // Another match begins the round, so further ones may belong to it.
    expect(incomplete(patched)).toEqual([lists.next.queryKey]);
    expect(outdated(patched)).toEqual(["provisional", "counts"]);
  });

  it("of a competition's last open match leaves its next round to be loaded", () => {
    const { patch } = cached();
    const patched = patch(match("soon", 0, { status: "live" }), match("later", 0, { status: "live" }));
    expect(incomplete(patched)).toEqual([lists.next.queryKey]);
  });

  it("at another time changes the order", () => {
    const { ids, patch } = cached();
    patch(match("soon", 40));
    expect(ids(lists.current)).toEqual(["live", "later", "soon"]);
    expect(ids(lists.next)).toEqual(["later", "soon"]);
    expect(ids(lists.around)).toEqual(["live"]);
  });
});

describe("a result", () => {
  it("after a correction of another keeps the prediction of the corrected match", () => {
    const { queries, load, patch } = cached();
    const own = predictionsOf("me", ["played", "older"]);
    load(own, [pick("played", { points_earned: 1 }), pick("older", { points_earned: 0 })]);
    patch({ ...played, home_score: 1, away_score: 0 });
    patch({ ...live, status: "completed" });
    expect(queries.getQueryData(["predictions", "me", "of", ["played"]])).toBeUndefined();
    expect(
      queries.getQueryData<PredictionRow[]>(own.queryKey)?.map(({ points_earned }) => points_earned),
    ).toEqual([3, 0]);
    expect(queries.getQueryData(["predictions", "me", "of", ["live"]])).toMatchObject([{ match_id: "live" }]);
  });

  const result = { ...live, status: "completed" as const, home_score: 1 };
  const afterResult = ["board", "overall", "home", "groups", "provisional", "season", "counts", "livePoints"];

  it("moves the match to the played ones and gives own predictions their points", () => {
    const { queries, ids, patch } = cached();
    expect(outdated(patch(result))).toEqual(afterResult);
    expect(ids(lists.current)).toEqual(["soon", "later"]);
    expect(ids(lists.played)).toEqual(["live", "played"]);
    expect(ids(lists.playedElsewhere)).toEqual([]);
    const won = pick("live", { points_earned: 3 });
    expect(queries.getQueryData(ownCurrent.queryKey)).toEqual([won, pick("soon")]);
    expect(queries.getQueryData(["predictions", "me", "of", ["live"]])).toEqual([won]);
  });

  it("counts even if a list had been loaded with it", () => {
    const { patch } = cached();
    patch(result);
    expect(patch(result).changes.map(kindOf)).toEqual(["result"]);
  });

  it("that is corrected, reopened or cancelled changes the points, and keeps cleared ones", () => {
    const { queries, load, ids, patch } = cached();
    load(predictionsOf("me", ["live", "x"]), [
      pick("live"),
      pick("live", { cleared_at: at(-9), points_earned: 0 }),
    ]);
    const points = () =>
      queries
        .getQueryData<PredictionRow[]>(["predictions", "me", "of", ["live", "x"]])
        ?.map(({ points_earned }) => points_earned);
    patch(result);
    expect(points()).toEqual([3, 0]);
    patch({ ...result, home_score: 4 });
    expect(points()).toEqual([0, 0]);
    const reopened = patch({ ...soon, id: "live", predictions_revealed_at: at(0) });
    expect(points()).toEqual([null, 0]);
    expect(ids(lists.played)).toEqual(["played"]);
    expect(ids(lists.current)).toContain("live");
    expect(outdated(reopened)).toEqual(expect.arrayContaining(["board", "splits", "ownPicks"]));
    patch({ ...result, status: "cancelled", home_score: null, away_score: null });
    expect(points()).toEqual([null, 0]);
    expect(ids(lists.played)).toContain("live");
  });

  it("that is reopened is noticed although the page does not have the match", () => {
    const { changes } = cached().patch(match("unknown", 9, { predictions_revealed_at: at(0) }));
    expect(changes.map(kindOf)).toEqual(["result"]);
  });

  it("keeps pages of results as they were loaded, and leaves older ones to the next page", () => {
    const { queries, ids, patch } = cached();
    const full = Array.from({ length: playedPage }, (_, n) =>
      match(`p${n}`, -n - 2, { status: "completed", home_score: 0, away_score: 0 }),
    );
    queries.setQueryData(lists.played.queryKey, { pages: [full], pageParams: [0] });
    patch({ ...result, id: "old", kickoff_at: at(-500) });
    expect(ids(lists.played)).toEqual(full.map(({ id }) => id));
    patch(result);
    expect(ids(lists.played)).toEqual(["live", ...full.map(({ id }) => id)]);
    expect(incomplete(patch(match("p3", 5)))).toEqual([lists.played.queryKey]);
  });
});

describe("a list", () => {
  it("that is being loaded is loaded again, because the answer may be older than the change", async () => {
    const { queries, patch } = cached();
    let answer = (_rows: MatchRow[]): void => undefined;
    const queryFn = () =>
      new Promise<MatchRow[]>((resolve) => {
        answer = resolve;
      });
    const loaded = queries.fetchQuery({ ...lists.current, queryFn });
    expect(incomplete(patch({ ...live, home_score: 1 }))).toEqual([lists.current.queryKey]);
    answer([]);
    await loaded;
  });

  it("that waits for its load still waits after another change", async () => {
    const { queries, patch } = cached();
    await queries.invalidateQueries({ queryKey: lists.current.queryKey });
    patch({ ...live, home_score: 1 });
    expect(queries.getQueryState(lists.current.queryKey)?.isInvalidated).toBe(true);
  });
});

describe("a deleted match", () => {
  it("leaves every list; with a result, points are out of date", () => {
    const { queries, ids } = cached();
    const none = { points: () => 0, nextRounds: (open: readonly MatchRow[]) => [...open] };
    const open = patchMatches(queries, [{ id: "later", row: null }], none);
    expect(outdated(open)).toEqual(["provisional", "counts"]);
    const patched = patchMatches(queries, [{ id: "played", row: null }], none);
    expect(ids(lists.current)).toEqual(["live", "soon"]);
    expect(ids(lists.next)).toEqual(["soon"]);
    expect(ids(lists.played)).toEqual([]);
    expect(outdated(patched)).toEqual(expect.arrayContaining(["board", "home", "season"]));
    expect(outdated(patched)).not.toContain("otherBoard");
  });
});

describe("other changes of a row", () => {
  it.each([live, soon, played])("such as a logo make nothing out of date", (row) => {
    const patched = cached().patch({ ...row, home_team_logo: "/logo.png" });
    expect(outdated(patched)).toEqual([]);
  });

  it("such as one more prediction are written and make nothing out of date", () => {
    const { queries, patch } = cached();
    const next = { ...soon, predictions_count: 2 };
    expect(outdated(patch(next))).toEqual([]);
    expect(queries.getQueryData(lists.next.queryKey)).toEqual([next, later]);
    expect(queries.getQueryData(liveCount.queryKey)).toBe(3);
  });
});

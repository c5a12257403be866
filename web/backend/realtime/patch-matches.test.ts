import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { serverNow } from "../connection/server-clock.ts";
import { playedPage } from "../queries/query-keys.ts";
import { aMatch } from "../types/match-row.fixture.ts";
import type { MatchRow, PredictionRow } from "../types/rows.ts";
import { isOutdatedBy, kindOf } from "./match-changes.ts";
import { patchMatches } from "./patch-matches.ts";

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
  current: ["matches", "current"],
  next: ["matches", "next"],
  around: ["matches", "around now"],
  played: ["matches", "played", null],
  playedElsewhere: ["matches", "played", "League Cup"],
};

function cached() {
  const queries = new QueryClient();
  queries.setQueryData(lists.current, [live, soon, later]);
  queries.setQueryData(lists.next, [soon, later]);
  queries.setQueryData(lists.around, [live, soon]);
  queries.setQueryData(lists.played, { pages: [[played]], pageParams: [0] });
  queries.setQueryData(lists.playedElsewhere, { pages: [[]], pageParams: [0] });
  queries.setQueryData(["matches", "managed"], { matches: [live], total: 1 });
  queries.setQueryData(["matches", "count", "live"], 3);
  queries.setQueryData(["predictions", "me", "current"], [pick("live"), pick("soon")]);
  const ids = (key: readonly unknown[]) => {
    const data = queries.getQueryData<MatchRow[] | { pages: MatchRow[][] }>(key);
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
  return { queries, ids, patch };
}

/** The queries that a page may show, by what they show. */
const shown = {
  board: ["leaderboard", "FA Cup", "page", 0],
  overall: ["leaderboard", "Overall", "mine"],
  home: ["leaderboard", "home"],
  otherBoard: ["leaderboard", "League Cup", "page", 0],
  provisional: ["leaderboard", "Overall", "as it stands", 0],
  season: ["progress", "me", "Overall", "rounds"],
  ownPicks: ["predictions", "me", "current"],
  splits: ["splits", ["live"]],
  current: ["matches", "current"],
  counts: ["matches", "count", "live"],
  livePoints: ["matches", "live points", ["live"]],
  settings: ["settings", "me"],
};

function outdated({ changes }: ReturnType<typeof patchMatches>): string[] {
  return Object.entries(shown)
    .filter(([, key]) => isOutdatedBy(changes, key))
    .map(([name]) => name);
}

describe("a goal", () => {
  const goal = { ...live, home_score: 1 };

  it("is written into every list, and only what the server computes of live scores is out of date", () => {
    const { queries, ids, patch } = cached();
    const patched = patch(goal);
    expect(queries.getQueryData(lists.current)).toEqual([goal, soon, later]);
    expect(queries.getQueryData(lists.around)).toEqual([goal, soon]);
    expect(queries.getQueryData(["matches", "managed"])).toEqual({ matches: [goal], total: 1 });
    expect(ids(lists.played)).toEqual(["played"]);
    expect(patched.incomplete).toEqual([]);
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
    expect(queries.getQueryData(lists.current)).toEqual([live, started, later]);
    // Another match begins the round, so further ones may belong to it.
    expect(patched.incomplete).toEqual([lists.next]);
    expect(outdated(patched)).toEqual(["provisional", "counts"]);
  });

  it("of a competition's last open match leaves its next round to be loaded", () => {
    const { patch } = cached();
    const patched = patch(match("soon", 0, { status: "live" }), match("later", 0, { status: "live" }));
    expect(patched.incomplete).toEqual([lists.next]);
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
    const { queries, patch } = cached();
    const own = ["predictions", "me", "of", ["played", "older"]];
    queries.setQueryData(own, [pick("played", { points_earned: 1 }), pick("older", { points_earned: 0 })]);
    patch({ ...played, home_score: 1, away_score: 0 });
    patch({ ...live, status: "completed" });
    expect(queries.getQueryData(["predictions", "me", "of", ["played"]])).toBeUndefined();
    expect(queries.getQueryData<PredictionRow[]>(own)?.map(({ points_earned }) => points_earned)).toEqual([
      3, 0,
    ]);
    expect(queries.getQueryData(["predictions", "me", "of", ["live"]])).toMatchObject([{ match_id: "live" }]);
  });

  const result = { ...live, status: "completed" as const, home_score: 1 };
  const afterResult = ["board", "overall", "home", "provisional", "season", "counts", "livePoints"];

  it("moves the match to the played ones and gives own predictions their points", () => {
    const { queries, ids, patch } = cached();
    expect(outdated(patch(result))).toEqual(afterResult);
    expect(ids(lists.current)).toEqual(["soon", "later"]);
    expect(ids(lists.played)).toEqual(["live", "played"]);
    expect(ids(lists.playedElsewhere)).toEqual([]);
    const won = pick("live", { points_earned: 3 });
    expect(queries.getQueryData(["predictions", "me", "current"])).toEqual([won, pick("soon")]);
    expect(queries.getQueryData(["predictions", "me", "of", ["live"]])).toEqual([won]);
  });

  it("counts even if a list had been loaded with it", () => {
    const { patch } = cached();
    patch(result);
    expect(patch(result).changes.map(kindOf)).toEqual(["result"]);
  });

  it("that is corrected, reopened or cancelled changes the points, and keeps cleared ones", () => {
    const { queries, ids, patch } = cached();
    queries.setQueryData(
      ["predictions", "me", "of", ["live", "x"]],
      [pick("live"), pick("live", { cleared_at: at(-9), points_earned: 0 })],
    );
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
    queries.setQueryData(lists.played, { pages: [full], pageParams: [0] });
    patch({ ...result, id: "old", kickoff_at: at(-500) });
    expect(ids(lists.played)).toEqual(full.map(({ id }) => id));
    patch(result);
    expect(ids(lists.played)).toEqual(["live", ...full.map(({ id }) => id)]);
    expect(patch(match("p3", 5)).incomplete).toEqual([lists.played]);
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
    const loaded = queries.fetchQuery({ queryKey: lists.current, queryFn });
    expect(patch({ ...live, home_score: 1 }).incomplete).toEqual([lists.current]);
    answer([]);
    await loaded;
  });

  it("that waits for its load still waits after another change", async () => {
    const { queries, patch } = cached();
    await queries.invalidateQueries({ queryKey: lists.current });
    patch({ ...live, home_score: 1 });
    expect(queries.getQueryState(lists.current)?.isInvalidated).toBe(true);
  });
});

describe("a deleted match", () => {
  it("leaves every list; with a result, points are out of date", () => {
    const { queries, ids } = cached();
    const none = { points: () => 0, nextRounds: (open: readonly MatchRow[]) => [...open] };
    expect(outdated(patchMatches(queries, [{ id: "later", row: null }], none))).toEqual([
      "provisional",
      "counts",
    ]);
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
    expect(queries.getQueryData(lists.next)).toEqual([next, later]);
    expect(queries.getQueryData(["matches", "count", "live"])).toBe(3);
  });
});

import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { MatchRow } from "../types/rows.ts";
import { patchMatches } from "./patch-matches.ts";

const match: MatchRow = {
  id: "m",
  home_team_name: "Home",
  away_team_name: "Away",
  home_team_logo: null,
  away_team_logo: null,
  match_date: "2000-01-01",
  match_time: "12:00:00",
  league: "FA Cup",
  season: null,
  round: null,
  status: "upcoming",
  home_score: null,
  away_score: null,
  kickoff_at: "2000-01-01T12:00:00Z",
  locks_at: "2000-01-01T12:00:00Z",
  kickoff_confirmed: true,
  day_time_zone: null,
  predictions_count: 1,
  completed_at: null,
  predictions_revealed_at: null,
  created_at: "",
  updated_at: "",
};

function cached(): QueryClient {
  const queries = new QueryClient();
  queries.setQueryData(["matches", "current"], [match]);
  queries.setQueryData(["matches", "played", null], { pages: [[match]], pageParams: [0] });
  queries.setQueryData(["matches", "managed"], { matches: [match], total: 1 });
  queries.setQueryData(["matches", "count", "live"], 3);
  return queries;
}

describe("patchMatches", () => {
  it("updates every list with the match, and needs no reload for a changed count", () => {
    const queries = cached();
    const next = { ...match, predictions_count: 2 };
    expect(patchMatches(queries, [next])).toBe(true);
    expect(queries.getQueryData(["matches", "current"])).toEqual([next]);
    expect(queries.getQueryData(["matches", "played", null])).toMatchObject({ pages: [[next]] });
    expect(queries.getQueryData(["matches", "managed"])).toEqual({ matches: [next], total: 1 });
    expect(queries.getQueryData(["matches", "count", "live"])).toBe(3);
  });

  it("needs a reload when the status, the time or the score changed", () => {
    expect(patchMatches(cached(), [{ ...match, status: "live" }])).toBe(false);
    expect(patchMatches(cached(), [{ ...match, kickoff_at: "2000-01-02T12:00:00Z" }])).toBe(false);
    expect(patchMatches(cached(), [{ ...match, home_score: 1, away_score: 0 }])).toBe(false);
  });

  it("needs a reload when no list contains the match", () => {
    expect(patchMatches(new QueryClient(), [match])).toBe(false);
  });
});

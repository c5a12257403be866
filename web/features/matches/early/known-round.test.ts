import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import { matchesAroundNow } from "../../../backend/queries/matches-around-now.ts";
import { nextMatches } from "../../../backend/queries/next-matches.ts";
import { predictionsOf } from "../../../backend/queries/own-predictions.ts";
import { playableCompetitions } from "../../../backend/queries/playable-competitions.ts";
import type { MatchRow, PredictionRow } from "../../../backend/types/rows.ts";
import { knownRound } from "./known-round.ts";

const hour = 3_600_000;
const match = (id: string, league: string, hours: number, status: "upcoming" | "live" = "upcoming") => {
  const kickOff = new Date(serverNow() + hours * hour).toISOString();
  const row = { id, league, status, round: "Matchday 3", season: "2026/27", kickoff_confirmed: true };
  return { ...row, kickoff_at: kickOff, locks_at: kickOff } as MatchRow;
};

/** What Home has loaded for a player of the FA Cup only. */
function home(near: MatchRow[] = []): QueryClient {
  const queries = new QueryClient();
  queries.setQueryData(matchesAroundNow.queryKey, near);
  queries.setQueryData(nextMatches.queryKey, [match("closed", "League Cup", 20), match("cup", "FA Cup", 30)]);
  queries.setQueryData(playableCompetitions("player").queryKey, [
    { league: "FA Cup", may_predict: true, expires_at: null },
    { league: "League Cup", may_predict: false, expires_at: null },
  ] as never);
  queries.setQueryData(predictionsOf("player", ["cup"]).queryKey, [{ match_id: "cup" } as PredictionRow]);
  return queries;
}

it("has the coming round that the player may predict, with the player's predictions", () => {
  const known = knownRound(home(), "player");
  expect(known?.matches.map(({ id }) => id)).toEqual(["cup"]);
  expect([...(known?.predictions.keys() ?? [])]).toEqual(["cup"]);
});

it("is null while a match is live, whose card is above the round", () => {
  expect(knownRound(home([match("live", "FA Cup", -1, "live")]), "player")).toBe(null);
});

it("is null when a prediction has changed since", async () => {
  const queries = home();
  await queries.invalidateQueries({ queryKey: ["predictions"] });
  expect(knownRound(queries, "player")).toBe(null);
});

it("is null without the predictions of the round", () => {
  const queries = home();
  queries.removeQueries({ queryKey: ["predictions"] });
  expect(knownRound(queries, "player")).toBe(null);
});

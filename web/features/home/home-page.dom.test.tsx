import type { ServerResponse } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { nextMatches } from "../../backend/queries/next-matches.ts";
import { openFakeClub } from "../../testing/fake-club.ts";
import { rendered } from "../../testing/rendered.tsx";
import { signInAs } from "../../testing/signed-in.ts";
import { Component as HomePage } from "./home-page.tsx";

const hour = 3_600_000;
const matchIn = (hours: number, league: string, home: string, away: string) => {
  const kickOff = new Date(performance.timeOrigin + hours * hour).toISOString();
  return {
    id: home,
    home_team_name: home,
    away_team_name: away,
    league,
    season: "2026/27",
    round: "Matchday 3",
    status: "upcoming",
    match_date: kickOff.slice(0, 10),
    kickoff_at: kickOff,
    kickoff_confirmed: true,
    locks_at: kickOff,
  };
};
const nextRounds = [
  matchIn(24, "FA Cup", "Burnley", "Luton"),
  matchIn(48, "Premier League", "Arsenal", "Everton"),
];

/** Asked for the member's competitions, and not answered yet. */
const waiting: ServerResponse[] = [];
openFakeClub((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://club");
  response.setHeader("content-type", "application/json");
  if (pathname === "/rest/v1/rpc/my_competitions") return waiting.push(response);
  response.end(JSON.stringify(pathname === "/rest/v1/rpc/next_rounds" ? nextRounds : []));
});
beforeAll(() => signInAs("player"));

it("names no match on the cover before the member's competitions are known", async () => {
  const page = await rendered(<HomePage />);
  await page.until(() => page.data(nextMatches) !== undefined && waiting.length > 0);
  expect(page.text()).not.toContain("Burnley");
  for (const response of waiting)
    response.end(JSON.stringify([{ league: "Premier League", may_predict: true }]));
  await page.until(() => document.querySelector(".cover-teams")?.textContent?.includes("Arsenal") ?? false);
});

import type { ServerResponse } from "node:http";
import { beforeAll, expect, it } from "vitest";
import { nextMatches } from "../../backend/queries/next-matches.ts";
import { comingMatch } from "../../testing/coming-match.ts";
import { openFakeClub } from "../../testing/fake-club.ts";
import { rendered } from "../../testing/rendered.tsx";
import { signInAs } from "../../testing/signed-in.ts";
import { Component as HomePage } from "./home-page.tsx";

const nextRounds = [
  comingMatch("first", "Burnley", "Luton", "FA Cup", 24),
  comingMatch("second", "Arsenal", "Everton", "Premier League", 48),
];

/** The requests for the member's competitions, which are not answered yet. */
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

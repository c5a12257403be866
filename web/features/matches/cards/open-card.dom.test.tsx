import { beforeAll, expect, it } from "vitest";
import { comingMatch } from "../../../testing/coming-match.ts";
import { componentRenders } from "../../../testing/component-renders.ts";
import { openFakeClub } from "../../../testing/fake-club.ts";
import { rendered } from "../../../testing/rendered.tsx";
import { signInAs } from "../../../testing/signed-in.ts";
import { Component as MatchesPage } from "../matches-page.tsx";
import { rememberOfferAnswered } from "../push-offer/push-offer-answer.ts";

const teams = ["Arsenal", "Burnley", "Chelsea", "Everton", "Fulham", "Liverpool"];
const matches = teams.map((team, at) =>
  comingMatch(`match-${at}`, team, `${team} Town`, "Premier League", 48),
);
const predictionOf = (match: string, home: number, away: number) => ({
  user_id: "player",
  match_id: match,
  home_prediction: home,
  away_prediction: away,
  is_double: false,
  updated_at: new Date(performance.timeOrigin).toISOString(),
});
const answers: Readonly<Record<string, unknown>> = {
  "/rest/v1/matches": matches,
  "/rest/v1/user_predictions": matches.slice(1).map(({ id }) => predictionOf(id, 1, 1)),
  "/rest/v1/rpc/my_competitions": [{ league: "Premier League", may_predict: true }],
};

/** What the page asks for at last. */
const last = ["/rest/v1/admin_settings", "played"];
const asked = new Set<string>();

openFakeClub((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://club");
  const isSave = request.method === "POST" && pathname === "/rest/v1/user_predictions";
  const isOfPlayed = searchParams.get("status")?.includes("completed");
  asked.add(isOfPlayed ? "played" : pathname);
  const answer = isSave ? predictionOf("match-0", 1, 0) : isOfPlayed ? [] : (answers[pathname] ?? []);
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});

beforeAll(() => {
  signInAs("player");
  // The offer of messages loads when the page is idle, which on a slow machine is between two presses.
  rememberOfferAnswered("player");
});

it("renders its scores and notes on a tap, and no other card when it is saved", async () => {
  const page = await rendered(<MatchesPage />, "/matches");
  await page.until(() => document.querySelectorAll("article.match").length === teams.length);
  await page.until(() => document.querySelector(".skeleton") === null);
  await page.until(() => last.every((each) => asked.has(each)));
  await page.loaded();

  const rendersOf = async (press: string, expected: readonly string[]) => {
    componentRenders();
    await page.press(press);
    expect(componentRenders().toSorted()).toEqual(expected.toSorted());
  };
  await rendersOf("Arsenal: one more", ["Goals", "SaveNote", "Saved", "ScoreStepper"]);

  const footer = ["CardFold", "Fold", "SaveNote", "Saved"];
  // What is not saved yet is also what `LatePredictions` chooses from.
  await rendersOf("Arsenal Town: one fewer", ["Goals", "LatePredictions", "ScoreStepper", ...footer]);
  await page.until(() => document.querySelector("[data-match=match-0] .note.saved") !== null);
  expect(componentRenders().filter((name) => name === "MatchFrame")).toHaveLength(1);
});

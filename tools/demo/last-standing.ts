/** The demo's game of last one standing, whose first matchday is over, so that members choose for the next one. */
import type { Backend } from "../backend/connect.ts";
import type { DemoPlayer } from "./players.ts";
import type { DemoMatch } from "./season.ts";
import { signIn } from "./sign-in.ts";
import type { Must } from "./won-round.ts";

const LEAGUE = "Premier League";
/** Members who enter, the demo's player first. */
const ENTRIES = 12;

interface Game {
  mine: readonly { id: string }[];
  matches: readonly { home: Team; away: Team }[];
}
interface Team {
  id: string;
  name: string;
}

/** Starts the game with the last matchday that is over, while all matchdays are in the next year. */
export async function playLastStanding(
  backend: Backend,
  players: readonly DemoPlayer[],
  season: readonly DemoMatch[],
  must: Must,
): Promise<void> {
  const last = season.findLast(({ league, kind }) => league === LEAGUE && kind === "past");
  if (!last || players.length < 2) return;
  const game = { _league: LEAGUE, _name: "Scoreline survivor", _round: last.round, _needs_code: false };
  await must(backend.rest.rpc("start_last_standing", game));
  const winner = season.find(
    ({ league, round, home_score: home, away_score: away }) =>
      league === LEAGUE && round === last.round && (home ?? 0) > (away ?? 0),
  );
  for (const [at, { email }] of players.slice(0, ENTRIES).entries()) {
    const club = await signIn(backend, email);
    await must(club.rpc("enter_last_standing"));
    const { data } = await must(club.rpc("last_standing").single());
    const { mine, matches } = data as Game;
    const match =
      (at === 0 && matches.find(({ home }) => home.name === winner?.home)) || matches[at % matches.length];
    const team = at % 3 === 0 ? match?.home : match?.away;
    if (!team) return;
    await must(
      club.rpc("choose_last_standing_team", { _entry_id: mine[0]?.id, _number: 1, _team_id: team.id }),
    );
  }
}

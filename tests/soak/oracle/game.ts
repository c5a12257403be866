/** The club of the oracle: the product's API, the model, and random members and matches of both. */

import { daysFromNow } from "../../club-time.ts";
import type { Random } from "../random.ts";
import type { Api, Caller } from "./api.ts";
import {
  COMPETITIONS,
  type Competition,
  type Goals,
  type Match,
  type Model,
  type Player,
  type Question,
} from "./model.ts";

const TEAMS = ["Ashford", "Barnton", "Coldale", "Denby", "Elswick", "Farham", "Granby", "Holme"] as const;
/** Few goals, so that predictions are often exact and players often share a rank. */
const GOALS = 3;
/** Matches are played on different days from this many days ahead, so that none begins during a soak. */
const FIRST_DAY = 3;
const LETTERS = 26;

export class Game {
  readonly sessions = new Map<string, Caller>();
  #members = 0;
  #fixtures = 0;

  constructor(
    readonly api: Api,
    readonly model: Model,
    readonly random: Random,
  ) {}

  goals(): Goals {
    return [Math.floor(this.random.between(0, GOALS)), Math.floor(this.random.between(0, GOALS))];
  }

  player(): Player {
    return this.random.pick([...this.model.players.values()] as [Player, ...Player[]]);
  }

  match(): Match {
    return this.random.pick([...this.model.matches.values()] as [Match, ...Match[]]);
  }

  /** Null while there is none. */
  question(): Question | null {
    const [first, ...others] = this.model.questions.values();
    return first ? this.random.pick([first, ...others]) : null;
  }

  competition(): Competition {
    return this.random.pick(COMPETITIONS);
  }

  plan(): string {
    return this.random.pick(["premier_league", "fa_cup", "league_cup"]);
  }

  /** YYYY-MM-DD, so many days from now. */
  day(days: number): string {
    return daysFromNow(days);
  }

  session(player: Player): Caller {
    return this.sessions.get(player.id) ?? this.api.secret;
  }

  async addTeams(): Promise<void> {
    await this.api.ok(
      this.api.secret,
      "POST",
      "rest/v1/teams",
      TEAMS.map((name) => ({ name })),
    );
  }

  /** Names are letters of one case, which every collation sorts in the same order. */
  async addMember(): Promise<void> {
    const number = this.#members++;
    const letter = (place: number): string =>
      String.fromCharCode(97 + (Math.floor((number * 7) / LETTERS ** place) % LETTERS));
    const name = `P${letter(0)}${letter(1)}${letter(2)}`;
    const { id, caller } = await this.api.signUp(name);
    this.sessions.set(id, caller);
    this.model.players.set(id, { id, name, isBanned: false, subscriptions: new Set() });
  }

  async addMatch(caller: Caller): Promise<void> {
    const number = this.#fixtures++;
    const home = TEAMS[number % TEAMS.length] ?? TEAMS[0];
    const away = TEAMS[(number + 1 + (Math.floor(number / TEAMS.length) % 7)) % TEAMS.length] ?? TEAMS[1];
    const day = this.day(FIRST_DAY + (number % 300));
    const league = this.competition().name;
    const row = { home_team_name: home, away_team_name: away, match_date: day, match_time: "15:00", league };
    // A round makes the fixture unique.
    const body = { ...row, season: "soak", round: `Round ${number}` };
    const [made] = (await this.api.ok(caller, "POST", "rest/v1/matches", body)) as { id: string }[];
    if (made === undefined) throw new Error("a new match was not returned");
    const match: Match = {
      id: made.id,
      league,
      day,
      status: "upcoming",
      result: null,
      predictions: new Map(),
    };
    this.model.matches.set(match.id, match);
  }
}

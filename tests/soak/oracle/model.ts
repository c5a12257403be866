/**
 * The rules of the game, implemented again from the specification and the rules' documents and independently of the
 * product: 3 points for the exact score, 1 for the right outcome, twice for a double, and leaderboards of what was not
 * cleared.
 */

export type Goals = readonly [home: number, away: number];

export interface Prediction {
  goals: Goals;
  /** True after its points were cleared: they stay 0. */
  isCleared: boolean;
  /** True if its points count twice. */
  isDouble: boolean;
}

/** The doubles of a player in a competition. All matches are of one season. */
export const DOUBLES = 2;

export interface Match {
  id: string;
  league: string;
  /** YYYY-MM-DD */
  day: string;
  status: "upcoming" | "live" | "completed" | "cancelled";
  result: Goals | null;
  /** By player. */
  predictions: Map<string, Prediction>;
}

/** A season question whose answer is a text. */
export interface Question {
  id: string;
  league: string;
  points: number;
  /** The right answer; null until it is settled. */
  right: string | null;
  /** True after all points were cleared while it was settled. */
  isClosed?: boolean;
  /** By player. */
  answers: Map<string, { answer: string; isCleared: boolean }>;
}

export interface Player {
  id: string;
  name: string;
  isBanned: boolean;
  /** Ids of competitions. */
  subscriptions: Set<string>;
}

export interface Row {
  user_id: string;
  full_name: string;
  rank: number | null;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  accuracy: number | null;
}

export interface Competition {
  id: string;
  name: string;
  /** True if predicting needs a subscription. */
  isPaid: boolean;
}

export const COMPETITIONS: readonly [Competition, ...Competition[]] = [
  { id: "premier_league", name: "Premier League", isPaid: true },
  { id: "fa_cup", name: "FA Cup", isPaid: true },
  { id: "league_cup", name: "League Cup", isPaid: true },
  { id: "champions_league", name: "Champions League", isPaid: false },
  { id: "friendly_club", name: "Friendly Club", isPaid: false },
];
export const LEAGUES = ["Overall", ...COMPETITIONS.map(({ name }) => name)];

/** Why a prediction is refused, as the database's error code. */
export type Refusal = "SL001" | "SL002" | "SL012";

/** 3 for the exact score, 1 for the right outcome. */
export function points([home, away]: Goals, [homeGoals, awayGoals]: Goals): number {
  if (home === homeGoals && away === awayGoals) return 3;
  const outcome = (a: number, b: number): string => (a > b ? "home" : a < b ? "away" : "draw");
  return outcome(home, away) === outcome(homeGoals, awayGoals) ? 1 : 0;
}

export class Model {
  readonly matches = new Map<string, Match>();
  readonly players = new Map<string, Player>();
  readonly questions = new Map<string, Question>();

  /** Null if the prediction is accepted. */
  refusal(player: Player, match: Match): Refusal | null {
    if (player.isBanned) return "SL012";
    if (match.status !== "upcoming") return "SL001";
    return this.mayPredict(player, match.league) ? null : "SL002";
  }

  mayPredict(player: Player, league: string): boolean {
    const competition = COMPETITIONS.find(({ name }) => name === league);
    return competition !== undefined && (!competition.isPaid || player.subscriptions.has(competition.id));
  }

  /** A changed prediction replaces the earlier one. */
  predict(player: Player, match: Match, goals: Goals): void {
    const isDouble = match.predictions.get(player.id)?.isDouble ?? false;
    match.predictions.set(player.id, { goals, isCleared: false, isDouble });
  }

  /** Why a mark is refused. One that changes nothing is accepted, also after the lock. */
  refusalOfDouble(player: Player, match: Match, isDouble: boolean): Refusal | "SL022" | "SL023" | null {
    if (player.isBanned) return "SL012";
    const prediction = match.predictions.get(player.id);
    if (!prediction) return "SL023";
    if (prediction.isDouble === isDouble) return null;
    const refusal = this.refusal(player, match);
    if (refusal || !isDouble) return refusal;
    const spent = [...this.matches.values()].filter(
      ({ league, status, predictions }) =>
        league === match.league && status !== "cancelled" && predictions.get(player.id)?.isDouble,
    );
    return spent.length >= DOUBLES ? "SL022" : null;
  }

  /** The predictions scored so far stay at 0, unless that is undone. Returns their number. */
  clear(player: Player | null, isUndone: boolean): number {
    const scored = this.#scored("Overall").filter(({ by }) => player === null || by === player.id);
    if (isUndone) return scored.length;
    for (const { prediction } of scored) prediction.isCleared = true;
    for (const question of this.questions.values()) {
      if (question.right === null) continue;
      for (const [by, answer] of question.answers)
        if (player === null || by === player.id) answer.isCleared = true;
      if (player === null) question.isClosed = true;
    }
    return scored.length;
  }

  deletePlayer(player: Player): void {
    for (const { predictions } of this.matches.values()) predictions.delete(player.id);
    for (const { answers } of this.questions.values()) answers.delete(player.id);
    this.players.delete(player.id);
  }

  /** What `user_predictions.points_earned` has: null until the match is scored. */
  pointsEarned({ status, result }: Match, { goals, isCleared, isDouble }: Prediction): number | null {
    if (status !== "completed" || result === null) return null;
    if (isCleared) return 0;
    return points(goals, result) * (isDouble ? 2 : 1);
  }

  /** The number of predictions of completed matches that were not cleared. */
  get recalculated(): number {
    return this.#scored("Overall").length;
  }

  completed(league: string): number {
    return [...this.matches.values()].filter((match) => match.status === "completed" && covers(league, match))
      .length;
  }

  /** Players who predicted in the competition or hold its subscription, best first. */
  leaderboard(league: string): Row[] {
    const on = [...this.players.values()].filter((player) => this.#isListed(player, league));
    const rows = ranked(
      this.#rows(league, on, () => true).map((row) => ({
        ...row,
        points: row.points + this.questionPoints(row.user_id, league),
      })),
    );
    // A settled question is a result too.
    const isRanked = this.completed(league) > 0 || this.#settled(league).length > 0;
    return isRanked ? rows : rows.map((row) => ({ ...row, rank: null }));
  }

  /**
   * The leaderboard of the matches of a period that begins in the future: only players with a scored prediction. Questions that are
   * settled today are not in it.
   */
  archive(league: string, from: string, to: string): Row[] {
    const isIn = ({ day }: Match): boolean => day >= from && day <= to;
    const rows = this.#rows(league, [...this.players.values()], isIn);
    return ranked(rows.filter(({ predictions_scored }) => predictions_scored > 0));
  }

  /** The points of a player for season questions: a right answer earns them unless they were cleared. */
  questionPoints(player: string, league: string): number {
    return this.#settled(league).reduce((sum, { points: value, right, answers }) => {
      const given = answers.get(player);
      return given && !given.isCleared && given.answer === right ? sum + value : sum;
    }, 0);
  }

  #settled(league: string): Question[] {
    return [...this.questions.values()].filter(
      (question) => question.right !== null && covers(league, question),
    );
  }

  /** Open matches that the player may predict, and the predictions of them. */
  completion(player: Player): { predictions_made: number; total_upcoming: number } {
    const open = [...this.matches.values()].filter(
      (match) => match.status === "upcoming" && this.mayPredict(player, match.league),
    );
    return {
      predictions_made: open.filter(({ predictions }) => predictions.has(player.id)).length,
      total_upcoming: open.length,
    };
  }

  #isListed(player: Player, league: string): boolean {
    const competition = COMPETITIONS.find(({ name }) => name === league);
    const subscribes = competition ? player.subscriptions.has(competition.id) : player.subscriptions.size > 0;
    return (
      subscribes ||
      [...this.matches.values()].some((match) => covers(league, match) && match.predictions.has(player.id)) ||
      [...this.questions.values()].some(
        (question) => covers(league, question) && question.answers.has(player.id),
      )
    );
  }

  #rows(league: string, players: readonly Player[], isIn: (match: Match) => boolean): Omit<Row, "rank">[] {
    const scored = this.#scored(league).filter(({ match }) => isIn(match));
    return players.map(({ id, name }) => {
      const earned = scored.filter(({ by }) => by === id).map(({ value }) => value);
      const right = earned.filter((value) => value > 0).length;
      return {
        user_id: id,
        full_name: name,
        predictions_scored: earned.length,
        points: earned.reduce((sum, value) => sum + value, 0),
        perfect_scores: earned.filter((value) => value === 3 || value === 6).length,
        accuracy: earned.length === 0 ? null : Math.round((1000 * right) / earned.length) / 10,
      };
    });
  }

  /** Scored predictions that were not cleared. */
  #scored(league: string): { match: Match; by: string; prediction: Prediction; value: number }[] {
    return [...this.matches.values()]
      .filter((match) => covers(league, match))
      .flatMap((match) =>
        [...match.predictions].flatMap(([by, prediction]) => {
          const value = this.pointsEarned(match, prediction);
          return value === null || prediction.isCleared ? [] : [{ match, by, prediction, value }];
        }),
      );
  }
}

function covers(league: string, of: { league: string }): boolean {
  return league === "Overall" || league === of.league;
}

/** Equal points and perfect scores share a rank, 1-2-2-4; names order the players of a rank. */
function ranked(rows: readonly Omit<Row, "rank">[]): Row[] {
  const better = (a: Omit<Row, "rank">, b: Omit<Row, "rank">): boolean =>
    a.points > b.points || (a.points === b.points && a.perfect_scores > b.perfect_scores);
  return rows
    .map((row) => ({ ...row, rank: 1 + rows.filter((other) => better(other, row)).length }))
    .sort((a, b) => a.rank - b.rank || (a.full_name < b.full_name ? -1 : 1));
}

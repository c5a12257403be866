/** What leaderboards must contain, computed from matches and predictions alone. */

export interface Game {
  id: string;
  league: string;
  season: string | null;
  round: string | null;
  /** The first day of the month of its date. */
  month: string;
  date: string;
  kickoff: string;
  result: [number, number] | null;
  /** True if the points were cleared after the match was scored. */
  cleared: boolean;
}
/** The goals, and whether the points count twice. */
export type PredictedScore = readonly [home: number, away: number, isDouble: boolean];
export type Predictions = ReadonlyMap<string, ReadonlyMap<string, PredictedScore>>;

/** 3 for the exact score, 1 for the outcome, twice for a double: implemented again, independently of the product. */
function points(
  [home, away, isDouble]: PredictedScore,
  [homeGoals, awayGoals]: readonly [number, number],
): number {
  const times = isDouble ? 2 : 1;
  if (home === homeGoals && away === awayGoals) return 3 * times;
  const outcome = (a: number, b: number): string => (a > b ? "home" : a < b ? "away" : "draw");
  return outcome(home, away) === outcome(homeGoals, awayGoals) ? times : 0;
}

const isPerfect = (earned: number): boolean => earned === 3 || earned === 6;

export interface Standing {
  user_id: string;
  rank: number | null;
  predictions_scored: number;
  points: number;
  perfect_scores: number;
  accuracy: number | null;
}

/** A leaderboard, ordered by player. Players without a scored prediction are on it too. `forQuestions`: their points for season questions. */
export function standingsOf(
  games: readonly Game[],
  predictions: Predictions,
  league: string,
  forQuestions: ReadonlyMap<string, number> = new Map(),
): Standing[] {
  const counted = games.filter((game) => league === "Overall" || game.league === league);
  if (counted.length === 0) return [];
  const rows = [...predictions].map(([user_id, own]) => {
    const earned = counted.flatMap((game) => {
      const prediction = own.get(game.id);
      return game.result && !game.cleared && prediction ? [points(prediction, game.result)] : [];
    });
    return {
      user_id,
      predictions_scored: earned.length,
      points: earned.reduce((sum, value) => sum + value, forQuestions.get(user_id) ?? 0),
      perfect_scores: earned.filter(isPerfect).length,
      accuracy:
        earned.length === 0
          ? null
          : Math.round((1000 * earned.filter((value) => value > 0).length) / earned.length) / 10,
    };
  });
  const better = (a: Standing | (typeof rows)[number], b: (typeof rows)[number]): boolean =>
    a.points > b.points || (a.points === b.points && a.perfect_scores > b.perfect_scores);
  return rows
    .map((row) => ({ ...row, rank: 1 + rows.filter((other) => better(other, row)).length }))
    .sort((a, b) => (a.user_id < b.user_id ? -1 : 1));
}

/** The leaderboard of a matchday or a month, ordered by player: only players with a scored prediction in it. */
export function standingsOfPeriod(
  games: readonly Game[],
  predictions: Predictions,
): Omit<Standing, "accuracy">[] {
  const leagueless = games.map((game) => ({ ...game, league: "Overall" }));
  return standingsOf(leagueless, predictions, "Overall")
    .filter((row) => row.predictions_scored > 0)
    .map(({ accuracy: _accuracy, ...row }) => row);
}

/** The row of the crowd, or none without a match that counts. */
export function crowdOf(
  games: readonly Game[],
  predictions: Predictions,
  league: string,
): Pick<Standing, "predictions_scored" | "points" | "perfect_scores" | "accuracy">[] {
  const earned = games.flatMap(({ id, league: own, result, cleared }) => {
    if (!result || cleared || (league !== "Overall" && own !== league)) return [];
    const counts = new Map<string, number>();
    for (const mine of predictions.values()) {
      const key = mine.get(id)?.slice(0, 2).join("-");
      if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const [best] = [...counts]
      .map(([key, players]) => ({ players, score: key.split("-").map(Number) as [number, number] }))
      .sort(
        (a, b) =>
          b.players - a.players ||
          a.score[0] + a.score[1] - b.score[0] - b.score[1] ||
          b.score[0] - a.score[0],
      );
    return best ? [points([...best.score, false], result)] : [];
  });
  if (earned.length === 0) return [];
  return [
    {
      predictions_scored: earned.length,
      points: earned.reduce((sum, value) => sum + value, 0),
      perfect_scores: earned.filter(isPerfect).length,
      accuracy: Math.round((1000 * earned.filter((value) => value > 0).length) / earned.length) / 10,
    },
  ];
}

/** The predictions that count in a group, of its members only. A member has the day of joining, or null if the season counts. */
export function countedInGroup(
  games: readonly Game[],
  predictions: Predictions,
  members: ReadonlyMap<string, string | null>,
): Predictions {
  const dates = new Map(games.map(({ id, date }) => [id, date]));
  return new Map(
    [...members].map(([member, since]) => {
      const own = [...(predictions.get(member) ?? [])];
      return [member, new Map(own.filter(([id]) => since === null || (dates.get(id) ?? "") >= since))];
    }),
  );
}

/** The points of a player in the last five completed matches, the newest first; null without a prediction. */
export function lastFiveOf(
  games: readonly Game[],
  own: ReadonlyMap<string, PredictedScore>,
  since: string | null,
) {
  return games
    .filter(({ result }) => result)
    .sort((a, b) => (a.kickoff === b.kickoff ? (a.id < b.id ? -1 : 1) : a.kickoff < b.kickoff ? 1 : -1))
    .slice(0, 5)
    .filter(({ date }) => since === null || date >= since)
    .map(({ id, result, cleared }) => {
      const prediction = own.get(id);
      return prediction && result && !cleared ? points(prediction, result) : null;
    });
}

/** The matchdays and months of these games, each with the players who have most points in it. */
export function winnersOf(games: readonly Game[], counted: Predictions) {
  const periods = new Map<string, Game[]>();
  for (const game of games)
    for (const period of [game.month, ...(game.round ? [`${game.league} ${game.season} ${game.round}`] : [])])
      periods.set(period, [...(periods.get(period) ?? []), game]);
  return new Map(
    [...periods].flatMap(([period, inPeriod]) => {
      const best = standingsOfPeriod(inPeriod, counted).filter(
        ({ rank, points: won }) => rank === 1 && won > 0,
      );
      return best.length > 0 ? [[period, best] as const] : [];
    }),
  );
}

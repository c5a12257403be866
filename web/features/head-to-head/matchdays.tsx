import * as words from "#words/head-to-head";
import { TwoLinesChart } from "../../ui/charts/chart.tsx";
import { type DuelPlayer, type DuelRound, roundWins } from "./duel.ts";

interface Props {
  rounds: readonly DuelRound[];
  players: readonly [DuelPlayer, DuelPlayer];
}

/** Both players' points after each matchday. */
export function PointsByMatchday({ rounds, players: [first, second] }: Props) {
  return (
    <section className="panel">
      <TwoLinesChart
        title={<h2>{words.pointsOverTheSeason}</h2>}
        label={words.after}
        labels={rounds.map(({ short }) => short)}
        lines={[
          { name: first.short, values: rounds.map(({ myTotal }) => myTotal) },
          { name: second.short, values: rounds.map(({ theirTotal }) => theirTotal) },
        ]}
        formatValue={(points) => words.countOfPoints({ count: points })}
      />
    </section>
  );
}

/** The number of matchdays that are drawn, the latest ones. */
const mostTiles = 60;
/** Longer labels do not fit on a tile. */
const longestLabel = 2;

/** How many matchdays each player won, and which. */
export function MatchdaysWon({ rounds, players: [first, second] }: Props) {
  const wins = roundWins(rounds);
  const winnerOf = ({ mine, theirs }: DuelRound) => {
    if (mine === theirs) return { name: words.level, className: "level-day" };
    return mine > theirs
      ? { name: first.short, className: "own-day" }
      : { name: second.short, className: "rival-day" };
  };
  const tiles = rounds.slice(-mostTiles).map((round) => ({ ...round, ...winnerOf(round) }));
  return (
    <section className="panel tally">
      <h2>{words.matchdaysWon}</h2>
      <dl>
        <div>
          <dt>{first.short}</dt>
          <dd>{wins.mine}</dd>
        </div>
        <div>
          <dt>{words.level}</dt>
          <dd>{wins.level}</dd>
        </div>
        <div>
          <dt>{second.short}</dt>
          <dd>{wins.theirs}</dd>
        </div>
      </dl>
      <div
        className="matchday-tiles"
        role="img"
        aria-label={tiles.map(({ label, name }) => `${label}: ${name}`).join(", ")}
      >
        {tiles.map(({ short, className }, at) => (
          <i key={at} className={className}>
            {short.length <= longestLabel && short}
          </i>
        ))}
      </div>
    </section>
  );
}

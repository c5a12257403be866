import type { UseQueryResult } from "@tanstack/react-query";
import type { PlayerFiguresRow, PlayerRankRow, PlayerRoundRow } from "../../backend/types/rows.ts";
import { BarChart, Donut, LineChart } from "../../ui/charts/chart.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { plural } from "../../ui/text/plural.ts";
import { clubDay } from "../time/club-day.ts";

/** The charts of a player's season, for the profile and for the sheet of the leaderboard. */

interface SeasonChartsProps {
  rounds: UseQueryResult<PlayerRoundRow[]>;
  ranks: UseQueryResult<PlayerRankRow[]>;
}

/** The height of a chart with its title, in pixels. */
const chartHeight = 232;

/** Draws the charts that have loaded, and reports the failed ones. The page owns the queries, so that they start early. */
export function SeasonCharts({ rounds, ranks }: SeasonChartsProps) {
  return (
    <>
      <FailedQueries title="Failed to load the charts" queries={[rounds, ranks]} />
      {rounds.isPending && <SkeletonRows count={1} height={chartHeight} label="Loading points by matchday" />}
      {rounds.data && rounds.data.length > 0 && <PointsByRound rounds={rounds.data} />}
      {ranks.isPending && <SkeletonRows count={1} height={chartHeight} label="Loading rank over time" />}
      {ranks.data && ranks.data.length > 1 && <RankOverTime ranks={ranks.data} />}
    </>
  );
}

function PointsByRound({ rounds }: { rounds: readonly PlayerRoundRow[] }) {
  return (
    <BarChart
      title="Points by matchday"
      columns={["Matchday", "Points"]}
      points={rounds.map(({ round, starts_on: day, points }) => ({
        label: round ? shortRound(round) : clubDay(day),
        value: points,
      }))}
      formatValue={(points) => plural(points, "point")}
    />
  );
}

function RankOverTime({ ranks }: { ranks: readonly PlayerRankRow[] }) {
  return (
    <LineChart
      title="Rank over time"
      columns={["After the matches of", "Rank"]}
      points={ranks.map(({ day, rank }) => ({ label: clubDay(day), value: rank }))}
      formatValue={(rank) => `Rank ${rank}`}
      downward
    />
  );
}

export function Outcomes({ figures }: { figures: PlayerFiguresRow }) {
  const { perfect_scores: exact, right_outcomes: right, predictions_scored: scored } = figures;
  return (
    <Donut
      title="How the picks ended"
      shares={[
        { label: "Perfect score", value: exact, colour: "var(--floodlight)" },
        { label: "Right outcome", value: right - exact, colour: "var(--outcome-ink)" },
        { label: "Miss", value: scored - right, colour: "var(--line-strong)" },
      ]}
      centre={
        <>
          <b>{figures.accuracy === null ? "–" : `${figures.accuracy}%`}</b>
          accuracy
        </>
      }
    />
  );
}

/** The label of a round below its bar: `12` for `Matchday 12`, otherwise the name. */
export function shortRound(round: string): string {
  return /^(?:Matchday|Round) (\d+)$/.exec(round)?.[1] ?? round;
}

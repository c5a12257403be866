import type { UseQueryResult } from "@tanstack/react-query";
import * as words from "#words/football";
import type { PlayerFiguresRow, PlayerRankRow, PlayerRoundRow } from "../../backend/types/rows.ts";
import { BarChart, Donut, LineChart } from "../../ui/charts/chart.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { accuracyText } from "../rules/ranking.ts";
import { clubDay } from "../time/club-day.ts";
import { shortRound } from "../time/short-round.ts";

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
      <FailedQueries title={words.failedToLoadTheCharts} queries={[rounds, ranks]} />
      {rounds.isPending && (
        <SkeletonRows count={1} height={chartHeight} label={words.loadingPointsByMatchday} />
      )}
      {rounds.data && rounds.data.length > 0 && <PointsByRound rounds={rounds.data} />}
      {ranks.isPending && <SkeletonRows count={1} height={chartHeight} label={words.loadingRankOverTime} />}
      {ranks.data && ranks.data.length > 1 && <RankOverTime ranks={ranks.data} />}
    </>
  );
}

function PointsByRound({ rounds }: { rounds: readonly PlayerRoundRow[] }) {
  return (
    <BarChart
      title={words.pointsByMatchday}
      columns={[words.matchday, words.points]}
      points={rounds.map(({ round, starts_on: day, points }) => ({
        label: round ? shortRound(round) : clubDay(day),
        value: points,
      }))}
      formatValue={(points) => words.countOfPoints({ count: points })}
    />
  );
}

function RankOverTime({ ranks }: { ranks: readonly PlayerRankRow[] }) {
  return (
    <LineChart
      title={words.rankOverTime}
      columns={[words.afterTheMatchesOf, words.rank]}
      points={ranks.map(({ day, rank }) => ({ label: clubDay(day), value: rank }))}
      formatValue={(rank) => words.rankNumber({ rank })}
      downward
    />
  );
}

export function Outcomes({ figures }: { figures: PlayerFiguresRow }) {
  const { perfect_scores: exact, right_outcomes: right, predictions_scored: scored } = figures;
  return (
    <Donut
      title={words.howThePicksEnded}
      shares={[
        { label: words.perfectScore, value: exact, colour: "var(--floodlight)" },
        { label: words.rightOutcome, value: right - exact, colour: "var(--outcome-ink)" },
        { label: words.miss, value: scored - right, colour: "var(--line-strong)" },
      ]}
      centre={
        <>
          <b>{accuracyText(figures.accuracy)}</b>
          <span>{words.accuracyLabel}</span>
        </>
      }
    />
  );
}

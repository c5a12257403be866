import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import * as words from "#words/admin-club";
import * as footballWords from "#words/football";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type {
  ActivityRow,
  AdminOverviewRow,
  OpenPredictionsRow,
} from "../../../../backend/types/admin-rows.ts";
import { clubDay, matchLabel } from "../../../../football/time/club-day.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { BarChart } from "../../../../ui/charts/chart.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Skeleton } from "../../../../ui/loading/skeleton.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import {
  activity,
  openPredictions,
  overview,
  pointsOverTime,
  predictionsOverTime,
} from "./overview-queries.ts";

export { OverviewPanel as Component };

/** The height of a chart with its title in px, so that the page does not move when the chart loads. */
const CHART_HEIGHT = 232;

/** The club's figures, open predictions, charts and latest activity. Each part has its own query, so that none waits. */
function OverviewPanel() {
  const figures = useQuery(overview);
  return (
    <section aria-labelledby="overview">
      <div className="section-head">
        <h2 id="overview">{words.overview}</h2>
      </div>
      <div className="stack overview">
        <FailedQueries title={words.failedToLoadDashboardData} queries={[figures]} />
        {!figures.isLoadingError && <Figures figures={figures.data} />}
        <OpenPredictions open={figures.data?.open_matches} />
        <Charts />
        <Activity />
      </div>
    </section>
  );
}

/** Shows dashes until the figures are loaded. */
function Figures({ figures }: { figures: AdminOverviewRow | null | undefined }) {
  return (
    <dl className="figures three" aria-busy={figures === undefined}>
      <LabelledFigure
        label={
          typeof figures?.top_points === "number"
            ? words.topPredictorWithPoints({ points: figures.top_points })
            : words.topPredictor
        }
      >
        {figures?.top_name ?? "–"}
      </LabelledFigure>
      <LabelledFigure label={words.completionRate}>
        {typeof figures?.completion_rate === "number"
          ? footballWords.percent({ share: formatNumber(figures.completion_rate) })
          : "–"}
      </LabelledFigure>
      <LabelledFigure label={words.engagement}>
        {typeof figures?.engagement === "number" ? formatNumber(figures.engagement) : "–"}
      </LabelledFigure>
    </dl>
  );
}

function OpenPredictions({ open }: { open: number | undefined }) {
  const counts = useQuery(openPredictions);
  return (
    <section aria-labelledby="open-predictions">
      <h3 id="open-predictions">
        {open === undefined ? words.openForPredictions : words.matchesAreOpen({ count: open })}
      </h3>
      <FailedQueries title={words.failedToLoadDashboardData} queries={[counts]} />
      {!counts.isLoadingError && <PredictionShares counts={counts.data} />}
    </section>
  );
}

/** How many players have predicted all, some and no open matches. Shows dashes until they are loaded. */
function PredictionShares({ counts }: { counts: OpenPredictionsRow | null | undefined }) {
  const { predicted_all: all, predicted_some: some, predicted_none: none } = counts ?? {};
  const players = counts && counts.predicted_all + counts.predicted_some + counts.predicted_none;
  return (
    <div aria-busy={counts === undefined}>
      <div className="prediction-shares" aria-hidden="true">
        <i className="all" style={{ flexGrow: all ?? 0 }} />
        <i className="some" style={{ flexGrow: some ?? 0 }} />
        <i style={{ flexGrow: none ?? 1 }} />
      </div>
      <dl className="figures three">
        <LabelledFigure label={words.havePredictedEveryMatch}>{all ?? "–"}</LabelledFigure>
        <LabelledFigure label={words.havePredictedSome}>{some ?? "–"}</LabelledFigure>
        <LabelledFigure
          label={players ? words.ofPlayersHavePredictedNone({ players }) : words.havePredictedNone}
        >
          {none ?? "–"}
        </LabelledFigure>
      </dl>
    </div>
  );
}

function LabelledFigure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dd>{children}</dd>
      <dt>{label}</dt>
    </div>
  );
}

function Charts() {
  const pointsByDay = useQuery(pointsOverTime);
  const predictionsByDay = useQuery(predictionsOverTime);
  const points = pointsByDay.data ?? [];
  const predictions = predictionsByDay.data ?? [];
  if (pointsByDay.isPending || predictionsByDay.isPending)
    return (
      <div className="chart-pair">
        <Skeleton height={CHART_HEIGHT} />
        <Skeleton height={CHART_HEIGHT} />
      </div>
    );
  if (points.length === 0 && predictions.length === 0) return null;
  return (
    <div className="chart-pair">
      <BarChart
        title={words.predictionsByMatchDay}
        columns={[words.day, words.predictions]}
        points={predictions.slice(-60).map(({ day, predictions: value }) => ({ label: clubDay(day), value }))}
      />
      <BarChart
        title={words.pointsGivenByDay}
        columns={[words.day, footballWords.points]}
        points={points.slice(-60).map(({ day, points: value }) => ({ label: clubDay(day), value }))}
      />
    </div>
  );
}

function Activity() {
  const rows = useQuery(activity);
  return (
    <section aria-labelledby="activity">
      <h3 id="activity">{words.recentActivity}</h3>
      <QueryView
        query={rows}
        failed={words.failedToLoadDashboardData}
        loading={{ count: 5, height: 40, label: words.loadingRecentActivity }}
        empty={{ title: words.noActivityYet }}
      >
        {(data) => (
          <ul className="activity">
            {data.map((row) => (
              <li key={`${row.happened_at} ${row.kind} ${row.user_id} ${row.subject}`}>
                <span>{sentenceOf(row)}</span>
                <time dateTime={row.happened_at}>{kickOff(row.happened_at, serverNow())}</time>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

function sentenceOf({ kind, full_name: name, ...row }: ActivityRow): string {
  const subject = matchLabel(row.subject ?? "");
  const player = name ?? words.unnamedPlayer;
  switch (kind) {
    case "joined":
      return words.playerJoined({ player });
    case "made":
      return words.playerPredicted({ player, subject });
    case "changed":
      return words.playerChangedAPrediction({ player, subject });
    case "deleted":
      return words.predictionWasDeleted({ player, subject });
    case "redeemed":
      return words.playerRedeemedACode({ player, subject });
    case "completed":
      return words.subjectWasCompleted({ subject });
  }
}

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type {
  ActivityRow,
  AdminOverviewRow,
  OpenPredictionsRow,
} from "../../../../backend/types/admin-rows.ts";
import { clubDay } from "../../../../football/time/club-day.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { BarChart } from "../../../../ui/charts/chart.tsx";
import { FailedQueries } from "../../../../ui/loading/failure.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Skeleton } from "../../../../ui/loading/skeleton.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { overview } from "../../shared/overview.ts";
import { activity, openPredictions, pointsOverTime, predictionsOverTime } from "./overview-queries.ts";

export { OverviewPanel as Component };

/** The height of a chart with its title in px, so that the page does not move when the chart loads. */
const CHART_HEIGHT = 232;

/** The club's figures, open predictions, charts and latest activity. Each part has its own query, so that none waits. */
function OverviewPanel() {
  const figures = useQuery(overview);
  return (
    <section aria-labelledby="overview">
      <div className="section-head">
        <h2 id="overview">Overview</h2>
      </div>
      <div className="stack overview">
        <FailedQueries title="Failed to load dashboard data" queries={[figures]} />
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
            ? `Top predictor, ${plural(figures.top_points, "point")}`
            : "Top predictor"
        }
      >
        {figures?.top_name ?? "–"}
      </LabelledFigure>
      <LabelledFigure label="Completion rate: matches completed">
        {typeof figures?.completion_rate === "number" ? `${figures.completion_rate}%` : "–"}
      </LabelledFigure>
      <LabelledFigure label="Engagement: predictions per user">{figures?.engagement ?? "–"}</LabelledFigure>
    </dl>
  );
}

function OpenPredictions({ open }: { open: number | undefined }) {
  const counts = useQuery(openPredictions);
  return (
    <section aria-labelledby="open-predictions">
      <h3 id="open-predictions">
        {open === undefined
          ? "Open for predictions"
          : `${plural(open, "match is", "matches are")} open for predictions`}
      </h3>
      <FailedQueries title="Failed to load dashboard data" queries={[counts]} />
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
        <LabelledFigure label="have predicted every match">{all ?? "–"}</LabelledFigure>
        <LabelledFigure label="have predicted some">{some ?? "–"}</LabelledFigure>
        <LabelledFigure label={players ? `of ${players} have predicted none` : "have predicted none"}>
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
        title="Predictions by match day"
        columns={["Day", "Predictions"]}
        points={predictions.slice(-60).map(({ day, predictions: value }) => ({ label: clubDay(day), value }))}
      />
      <BarChart
        title="Points given by day"
        columns={["Day", "Points"]}
        points={points.slice(-60).map(({ day, points: value }) => ({ label: clubDay(day), value }))}
      />
    </div>
  );
}

function Activity() {
  const rows = useQuery(activity);
  return (
    <section aria-labelledby="activity">
      <h3 id="activity">Recent activity</h3>
      <QueryView
        query={rows}
        failed="Failed to load dashboard data"
        loading={{ count: 5, height: 40, label: "Loading recent activity" }}
        empty={{ title: "No activity yet" }}
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

function sentenceOf({ kind, full_name: name, subject }: ActivityRow): string {
  const player = name ?? "A player";
  switch (kind) {
    case "joined":
      return `${player} joined the club`;
    case "made":
      return `${player} predicted ${subject}`;
    case "changed":
      return `${player} changed a prediction: ${subject}`;
    case "deleted":
      return `A prediction of ${player} was deleted: ${subject}`;
    case "redeemed":
      return `${player} redeemed a code: ${subject}`;
    case "completed":
      return `${subject} was completed`;
  }
}

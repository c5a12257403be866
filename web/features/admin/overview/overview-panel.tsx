import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ActivityRow, AdminOverviewRow } from "../../../backend/admin-rows.ts";
import { messageFor } from "../../../backend/errors.ts";
import { serverNow } from "../../../backend/server-clock.ts";
import { clubDay, kickOff } from "../../../football/kick-off.ts";
import { BarChart } from "../../../ui/chart.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { activity, overview, pointsOverTime, predictionsOverTime } from "./overview-queries.ts";

/** How the club is doing. */
export function OverviewPanel() {
  const figures = useQuery(overview);
  return (
    <section aria-labelledby="overview">
      <div className="head">
        <h2 id="overview">Overview</h2>
      </div>
      {figures.isPending && <SkeletonRows count={4} height={96} label="Loading the overview" />}
      {figures.isError && (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(figures.error, "admin")}
          onRetry={() => void figures.refetch()}
        />
      )}
      {figures.data && (
        <div className="stack gap-8!">
          <Figures figures={figures.data} />
          <Charts />
          <Activity />
        </div>
      )}
    </section>
  );
}

function Figures({ figures }: { figures: AdminOverviewRow }) {
  const predicting = figures.predicted_all + figures.predicted_some + figures.predicted_none;
  return (
    <>
      <dl className="figures three">
        <Figure
          word={figures.top_points === null ? "Top predictor" : `Top predictor, ${figures.top_points} points`}
        >
          {figures.top_name ?? "–"}
        </Figure>
        <Figure word="Completion rate: matches completed">
          {figures.completion_rate === null ? "–" : `${figures.completion_rate}%`}
        </Figure>
        <Figure word="Engagement: predictions per user">{figures.engagement ?? "–"}</Figure>
      </dl>
      <section aria-labelledby="open-predictions">
        <h3 id="open-predictions">
          {figures.open_matches} {figures.open_matches === 1 ? "match is" : "matches are"} open for
          predictions
        </h3>
        <div className="thirds" aria-hidden="true">
          <i className="all" style={{ flexGrow: figures.predicted_all }} />
          <i className="some" style={{ flexGrow: figures.predicted_some }} />
          <i style={{ flexGrow: figures.predicted_none }} />
        </div>
        <dl className="figures three">
          <Figure word="have all their predictions in">{figures.predicted_all}</Figure>
          <Figure word="have some">{figures.predicted_some}</Figure>
          <Figure word={`of ${predicting} have none`}>{figures.predicted_none}</Figure>
        </dl>
      </section>
    </>
  );
}

function Figure({ word, children }: { word: string; children: ReactNode }) {
  return (
    <div>
      <dd>{children}</dd>
      <dt>{word}</dt>
    </div>
  );
}

function Charts() {
  const points = useQuery(pointsOverTime).data ?? [];
  const predictions = useQuery(predictionsOverTime).data ?? [];
  if (points.length === 0 && predictions.length === 0) return null;
  return (
    <div className="two-charts">
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
      {rows.isPending && <SkeletonRows count={5} height={40} label="Loading recent activity" />}
      {rows.isError && (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(rows.error, "admin")}
          onRetry={() => void rows.refetch()}
        />
      )}
      {rows.data?.length === 0 && <EmptyState title="Nothing has happened yet" />}
      <ul className="activity">
        {rows.data?.map((row) => (
          <li key={`${row.happened_at} ${row.kind} ${row.user_id} ${row.subject}`}>
            <span>{sentenceOf(row)}</span>
            <time dateTime={row.happened_at}>{kickOff(row.happened_at, serverNow())}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}

function sentenceOf({ kind, full_name: name, subject }: ActivityRow): string {
  const who = name ?? "A player";
  switch (kind) {
    case "joined":
      return `${who} joined the club`;
    case "made":
      return `${who} predicted ${subject}`;
    case "changed":
      return `${who} changed a prediction: ${subject}`;
    case "deleted":
      return `A prediction of ${who} was deleted: ${subject}`;
    case "redeemed":
      return `${who} redeemed a code: ${subject}`;
    case "completed":
      return `${subject} was completed`;
  }
}

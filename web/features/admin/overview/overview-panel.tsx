import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ActivityRow, AdminOverviewRow, OpenPredictionsRow } from "../../../backend/admin-rows.ts";
import { messageFor } from "../../../backend/errors.ts";
import { serverNow } from "../../../backend/server-clock.ts";
import { clubDay } from "../../../football/club-day.ts";
import { kickOff } from "../../../football/kick-off.ts";
import { BarChart, useDrawingsEarly } from "../../../ui/chart.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { Failure } from "../../../ui/failure.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/skeleton.tsx";
import {
  activity,
  openPredictions,
  overview,
  pointsOverTime,
  predictionsOverTime,
} from "./overview-queries.ts";

/** What stands there later, in px, so that nothing below moves. */
const OPEN_PREDICTIONS_HEIGHT = 130;
const CHART_HEIGHT = 244;

/** How the club is doing. Each part is asked for by itself, so that none waits for another. */
export function OverviewPanel() {
  const figures = useQuery(overview);
  return (
    <section aria-labelledby="overview">
      <div className="head">
        <h2 id="overview">Overview</h2>
      </div>
      <div className="stack gap-8!">
        {figures.isPending && <SkeletonRows count={1} height={96} label="Loading the overview" />}
        {figures.isError && (
          <Failure
            title="Failed to load dashboard data"
            reason={messageFor(figures.error, "admin")}
            onRetry={() => void figures.refetch()}
          />
        )}
        {figures.data && <Figures figures={figures.data} />}
        <OpenPredictions open={figures.data?.open_matches} />
        <Charts />
        <Activity />
      </div>
    </section>
  );
}

function Figures({ figures }: { figures: AdminOverviewRow }) {
  return (
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
  );
}

function OpenPredictions({ open }: { open: number | undefined }) {
  const counts = useQuery(openPredictions);
  return (
    <section aria-labelledby="open-predictions">
      <h3 id="open-predictions">
        {open === undefined
          ? "Open for predictions"
          : `${open} ${open === 1 ? "match is" : "matches are"} open for predictions`}
      </h3>
      {counts.isPending && (
        <SkeletonRows count={1} height={OPEN_PREDICTIONS_HEIGHT} label="Counting the players" />
      )}
      {counts.isError && (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(counts.error, "admin")}
          onRetry={() => void counts.refetch()}
        />
      )}
      {counts.data && <Thirds counts={counts.data} />}
    </section>
  );
}

function Thirds({
  counts: { predicted_all, predicted_some, predicted_none },
}: {
  counts: OpenPredictionsRow;
}) {
  return (
    <>
      <div className="thirds" aria-hidden="true">
        <i className="all" style={{ flexGrow: predicted_all }} />
        <i className="some" style={{ flexGrow: predicted_some }} />
        <i style={{ flexGrow: predicted_none }} />
      </div>
      <dl className="figures three">
        <Figure word="have all their predictions in">{predicted_all}</Figure>
        <Figure word="have some">{predicted_some}</Figure>
        <Figure word={`of ${predicted_all + predicted_some + predicted_none} have none`}>
          {predicted_none}
        </Figure>
      </dl>
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
  useDrawingsEarly();
  const given = useQuery(pointsOverTime);
  const made = useQuery(predictionsOverTime);
  const points = given.data ?? [];
  const predictions = made.data ?? [];
  if (given.isPending || made.isPending)
    return (
      <div className="two-charts">
        <Skeleton height={CHART_HEIGHT} />
        <Skeleton height={CHART_HEIGHT} />
      </div>
    );
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

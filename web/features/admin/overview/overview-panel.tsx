import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { serverNow } from "../../../backend/connection/server-clock.ts";
import type { ActivityRow, AdminOverviewRow, OpenPredictionsRow } from "../../../backend/types/admin-rows.ts";
import { clubDay } from "../../../football/time/club-day.ts";
import { kickOff } from "../../../football/time/kick-off.ts";
import { BarChart } from "../../../ui/charts/chart.tsx";
import { EmptyState } from "../../../ui/loading/empty-state.tsx";
import { Failure } from "../../../ui/loading/failure.tsx";
import { Skeleton, SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import {
  activity,
  openPredictions,
  overview,
  pointsOverTime,
  predictionsOverTime,
} from "./overview-queries.ts";

/** In px, of a chart with its title: nothing below moves when it comes. */
const CHART_HEIGHT = 232;

/** How the club is doing. Each part is asked for by itself, so that none waits for another. */
export function OverviewPanel() {
  const figures = useQuery(overview);
  return (
    <section aria-labelledby="overview">
      <div className="section-head">
        <h2 id="overview">Overview</h2>
      </div>
      <div className="stack overview">
        {figures.isError && (
          <Failure
            title="Failed to load dashboard data"
            reason={messageFor(figures.error, "admin")}
            onRetry={() => void figures.refetch()}
          />
        )}
        {!figures.isError && <Figures figures={figures.data} />}
        <OpenPredictions open={figures.data?.open_matches} />
        <Charts />
        <Activity />
      </div>
    </section>
  );
}

/** Dashes until the figures are there. */
function Figures({ figures }: { figures: AdminOverviewRow | null | undefined }) {
  return (
    <dl className="figures three" aria-busy={figures === undefined}>
      <Figure
        word={
          typeof figures?.top_points === "number"
            ? `Top predictor, ${figures.top_points} points`
            : "Top predictor"
        }
      >
        {figures?.top_name ?? "–"}
      </Figure>
      <Figure word="Completion rate: matches completed">
        {typeof figures?.completion_rate === "number" ? `${figures.completion_rate}%` : "–"}
      </Figure>
      <Figure word="Engagement: predictions per user">{figures?.engagement ?? "–"}</Figure>
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
      {counts.isError ? (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(counts.error, "admin")}
          onRetry={() => void counts.refetch()}
        />
      ) : (
        <Thirds counts={counts.data} />
      )}
    </section>
  );
}

/** Dashes until the players are counted. */
function Thirds({ counts }: { counts: OpenPredictionsRow | null | undefined }) {
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
        <Figure word="have predicted every match">{all ?? "–"}</Figure>
        <Figure word="have predicted some">{some ?? "–"}</Figure>
        <Figure word={players ? `of ${players} have predicted none` : "have predicted none"}>
          {none ?? "–"}
        </Figure>
      </dl>
    </div>
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
  const given = useQuery(pointsOverTime);
  const made = useQuery(predictionsOverTime);
  const points = given.data ?? [];
  const predictions = made.data ?? [];
  if (given.isPending || made.isPending)
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
      {rows.isPending && <SkeletonRows count={5} height={40} label="Loading recent activity" />}
      {rows.isError && (
        <Failure
          title="Failed to load dashboard data"
          reason={messageFor(rows.error, "admin")}
          onRetry={() => void rows.refetch()}
        />
      )}
      {rows.data?.length === 0 && <EmptyState title="No activity yet" />}
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

import { lazy, type ReactNode, Suspense, useEffect } from "react";
import type { Point, Share } from "./chart-points.ts";
import { Skeleton } from "./skeleton.tsx";
import "./chart.css";

interface Props {
  title: ReactNode;
  /** Said to whoever does not see the chart, and the heads of its table. */
  columns: readonly [label: string, value: string];
  points: readonly Point[];
  height?: number;
  /** How a value reads: `14 points`. */
  say?: (value: number) => string;
}

// The drawing library is larger than the rest of a page: it comes when a chart does.
const drawings = () => import("./chart-drawings.tsx");

/** Fetches the drawing library while the figures are on their way. For pages that always have charts. */
export function useDrawingsEarly(): void {
  useEffect(() => void drawings(), []);
}

const BarDrawing = lazy(async () => ({ default: (await drawings()).BarDrawing }));
const LineDrawing = lazy(async () => ({ default: (await drawings()).LineDrawing }));
const DonutDrawing = lazy(async () => ({ default: (await drawings()).DonutDrawing }));

export function BarChart({ title, columns, points, height = 200, say = String }: Props) {
  return (
    <Chart title={title} columns={columns} points={points} height={height}>
      <BarDrawing points={points} height={height} say={say} />
    </Chart>
  );
}

export function LineChart({
  title,
  columns,
  points,
  height = 200,
  say = String,
  downward = false,
}: Props & { downward?: boolean }) {
  return (
    <Chart title={title} columns={columns} points={points} height={height}>
      <LineDrawing points={points} height={height} say={say} downward={downward} />
    </Chart>
  );
}

/** Shares of a whole; the legend beside it says what the colours do. */
export function Donut({
  title,
  shares,
  centre,
  height = 148,
}: {
  title: ReactNode;
  shares: readonly Share[];
  centre: ReactNode;
  height?: number;
}) {
  return (
    <figure className="chart donut">
      <figcaption>{title}</figcaption>
      <div className="donut-ring" style={{ height }} aria-hidden="true">
        <Suspense fallback={<Skeleton height={height} />}>
          <DonutDrawing shares={shares} height={height} />
        </Suspense>
        <div className="donut-centre">{centre}</div>
      </div>
      <dl>
        {shares.map(({ label, value, colour }) => (
          <div key={label}>
            <dt>
              <i style={{ background: colour }} aria-hidden="true" />
              {label}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </figure>
  );
}

/** The frame of a chart, and its figures as a table for screen readers. */
function Chart({
  title,
  columns,
  points,
  height,
  children,
}: Pick<Props, "title" | "columns" | "points"> & { height: number; children: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div style={{ minHeight: height }} aria-hidden="true">
        <Suspense fallback={<Skeleton height={height} />}>{children}</Suspense>
      </div>
      {/* Around the table, for a table is never narrower than its words. */}
      <div className="sr-only">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }, at) => (
              <tr key={at}>
                <td>{label}</td>
                <td>{value ?? "none"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

import type { ReactNode } from "react";
import { BarDrawing, DonutDrawing, LineDrawing } from "./chart-drawings.tsx";
import type { Point, Share } from "./chart-points.ts";
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

export function BarChart({ title, columns, points, height = 200, say = String }: Props) {
  return (
    <Chart title={title} columns={columns} points={points}>
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
    <Chart title={title} columns={columns} points={points}>
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
        <DonutDrawing shares={shares} height={height} />
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
  children,
}: Pick<Props, "title" | "columns" | "points"> & { children: ReactNode }) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div aria-hidden="true">{children}</div>
      {/* Around the table, for a table is never narrower than its words. */}
      <div className="visually-hidden">
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

import type { ReactNode } from "react";
import { BarDrawing, DonutDrawing, LineDrawing } from "./chart-drawings.tsx";
import type { Point, Share } from "./chart-points.ts";
import "./chart.css";

interface Props {
  title: ReactNode;
  /** The column headings of the table for screen readers. */
  columns: readonly [label: string, value: string];
  points: readonly Point[];
  height?: number;
  /** A value as text: `14 points`. */
  formatValue?: (value: number) => string;
}

export function BarChart({ title, columns, points, height = 200, formatValue = String }: Props) {
  return (
    <Chart title={title} columns={columns} points={points}>
      <BarDrawing points={points} height={height} formatValue={formatValue} />
    </Chart>
  );
}

export function LineChart({
  title,
  columns,
  points,
  height = 200,
  formatValue = String,
  downward = false,
}: Props & { downward?: boolean }) {
  return (
    <Chart title={title} columns={columns} points={points}>
      <LineDrawing points={points} height={height} formatValue={formatValue} downward={downward} />
    </Chart>
  );
}

/** A ring of shares with a legend. */
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
      {/* Hides a wrapper, because a table cannot be narrower than its content. */}
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

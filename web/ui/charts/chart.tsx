import type { ReactNode } from "react";
import * as words from "#words/ui";
import { BarDrawing, DonutDrawing, LineDrawing, LineSample } from "./chart-drawings.tsx";
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

/** A line of `TwoLinesChart`. */
interface NamedLine {
  name: string;
  /** One for each label. */
  values: readonly number[];
}

/** Two lines of the same labels: the first one solid with filled dots, the second one dashed with rings. */
export function TwoLinesChart({
  title,
  label,
  labels,
  lines: [first, second],
  height = 240,
  formatValue = String,
}: {
  title: ReactNode;
  /** The heading of the labels' column in the table for screen readers. */
  label: string;
  labels: readonly string[];
  lines: readonly [NamedLine, NamedLine];
  height?: number;
  formatValue?: (value: number) => string;
}) {
  const pointsOf = ({ values }: NamedLine) =>
    labels.map((text, at) => ({ label: text, value: values[at] ?? null }));
  const [points, secondPoints] = [pointsOf(first), pointsOf(second)];
  return (
    <Chart title={title} columns={[label, first.name, second.name]} points={points} second={secondPoints}>
      <div className="chart-key">
        <LineSample name={first.name} />
        <LineSample name={second.name} isSecond />
      </div>
      <LineDrawing
        points={points}
        second={secondPoints}
        names={[first.name, second.name]}
        height={height}
        formatValue={formatValue}
      />
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
              <span>{label}</span>
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
  second,
  children,
}: Pick<Props, "title" | "points"> & {
  columns: readonly string[];
  second?: readonly Point[];
  children: ReactNode;
}) {
  return (
    <figure className="chart">
      <figcaption>{title}</figcaption>
      <div aria-hidden="true">{children}</div>
      {/* Hides a wrapper, because a table cannot be narrower than its content. */}
      <div className="visually-hidden">
        <table>
          <thead>
            <tr>
              {columns.map((column, at) => (
                <th key={at} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }, at) => (
              <tr key={at}>
                <td>{label}</td>
                <td>{value ?? words.none}</td>
                {second && <td>{second[at]?.value ?? words.none}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

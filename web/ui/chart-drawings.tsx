import type { ReactNode } from "react";
import {
  Bar,
  CartesianGrid,
  Cell,
  BarChart as Columns,
  LineChart as Curve,
  Line,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import type { Point, Share } from "./chart-points.ts";

/** The drawings behind `chart.tsx`: loaded with the chart library, only where a chart shows. */

const axis = {
  tick: { fill: "var(--ink-3)", fontSize: 13 },
  tickLine: false,
  axisLine: { stroke: "var(--line-strong)" },
} as const;

export interface DrawingProps {
  points: readonly Point[];
  height: number;
  /** How a value reads in the tooltip: `14 points`. */
  say: (value: number) => string;
}

export function BarDrawing({ points, height, say }: DrawingProps) {
  return (
    <Frame height={height}>
      <Columns
        accessibilityLayer={false}
        data={[...points]}
        margin={{ top: 8, right: 4, bottom: 0, left: -24 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" minTickGap={16} {...axis} />
        <YAxis allowDecimals={false} {...axis} axisLine={false} />
        <Tooltip cursor={{ fill: "var(--inset)" }} isAnimationActive={false} content={bubble(say)} />
        <Bar
          dataKey="value"
          fill="var(--pitch)"
          radius={[3, 3, 0, 0]}
          maxBarSize={36}
          isAnimationActive={false}
        />
      </Columns>
    </Frame>
  );
}

/** `downward`: 1 is the best and stands on top, as ranks do. */
export function LineDrawing({ points, height, say, downward }: DrawingProps & { downward: boolean }) {
  return (
    <Frame height={height}>
      <Curve
        accessibilityLayer={false}
        data={[...points]}
        margin={{ top: 8, right: 8, bottom: 0, left: -20 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="label" minTickGap={24} {...axis} />
        <YAxis
          allowDecimals={false}
          reversed={downward}
          domain={downward ? [1, "dataMax"] : [0, "dataMax"]}
          {...axis}
          axisLine={false}
        />
        <Tooltip cursor={{ stroke: "var(--line-strong)" }} isAnimationActive={false} content={bubble(say)} />
        <Line
          dataKey="value"
          type="monotone"
          stroke="var(--pitch)"
          strokeWidth={3}
          dot={points.length < 20 ? { r: 3.5, fill: "var(--pitch)", strokeWidth: 0 } : false}
          activeDot={{ r: 5, fill: "var(--pitch)", strokeWidth: 0 }}
          isAnimationActive={false}
          connectNulls
        />
      </Curve>
    </Frame>
  );
}

export function DonutDrawing({ shares, height }: { shares: readonly Share[]; height: number }) {
  return (
    <Frame height={height}>
      <PieChart accessibilityLayer={false}>
        <Pie
          rootTabIndex={-1}
          data={[...shares]}
          dataKey="value"
          nameKey="label"
          innerRadius="64%"
          outerRadius="100%"
          startAngle={90}
          endAngle={-270}
          paddingAngle={1.5}
          stroke="none"
          isAnimationActive={false}
        >
          {shares.map(({ label, colour }) => (
            <Cell key={label} fill={colour} />
          ))}
        </Pie>
      </PieChart>
    </Frame>
  );
}

/** Drawings are hidden from screen readers, who get a table or a list beside them: nothing in one may take the focus. */
function Frame({ height, children }: { height: number; children: ReactNode }) {
  return (
    <ResponsiveContainer width="100%" height={height}>
      {children}
    </ResponsiveContainer>
  );
}

function bubble(say: (value: number) => string) {
  return ({
    active,
    label,
    payload,
  }: {
    active?: boolean;
    label?: string | number;
    payload?: readonly { value?: unknown }[];
  }) => {
    const value = payload?.[0]?.value;
    if (!active || typeof value !== "number") return null;
    return (
      <div className="chart-bubble">
        <b>{say(value)}</b>
        <span>{label}</span>
      </div>
    );
  };
}

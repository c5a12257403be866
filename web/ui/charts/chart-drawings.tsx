import { arc, curveMonotoneX, line, pie } from "d3-shape";
import { type PointerEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { columnAt, type LabelAxis, labelAxis, type ValueAxis, valueAxis } from "./chart-axes.ts";
import type { Point, Share } from "./chart-points.ts";

/** The SVG drawings of `chart.tsx`. Hidden from screen readers, which get a table or a list instead. */

const TOP = 8;
/** The height of the labels below the columns. */
const LABEL_HEIGHT = 28;
const WIDEST_COLUMN = 36;
const CORNER = 3;
/** A single line with fewer points than this has a dot at each. */
const MAX_DOTS = 20;

export interface DrawingProps {
  points: readonly Point[];
  /** In pixels. */
  height: number;
  /** A value as text in the tooltip: `14 points`. */
  formatValue: (value: number) => string;
}

interface SecondLine {
  second?: readonly Point[];
  /** The names of both lines in the tooltip. */
  names?: readonly [string, string];
}

export function BarDrawing(props: DrawingProps) {
  return (
    <Plot {...props}>
      {({ columns, values, floor }) =>
        props.points.map(({ value }, column) => {
          if (!value) return null;
          const width = Math.min(columns.columnWidth, WIDEST_COLUMN);
          return (
            <path
              key={column}
              className="chart-bar"
              d={bar(columns.at(column) - width / 2, width, values.at(value), floor)}
            />
          );
        })
      }
    </Plot>
  );
}

/**
 * `downward`: 1 is at the top, for ranks. `second`: a dashed line with rings below the first one. A line connects the points
 * on both sides of a gap.
 */
export function LineDrawing({
  downward = false,
  ...props
}: DrawingProps & SecondLine & { downward?: boolean }) {
  return (
    <Plot {...props} downward={downward}>
      {(marks) => (
        <>
          {props.second && <Line points={props.second} marks={marks} maxDots={0} isSecond />}
          <Line points={props.points} marks={marks} maxDots={props.second ? 0 : MAX_DOTS} />
        </>
      )}
    </Plot>
  );
}

interface LineProps {
  points: readonly Point[];
  marks: Marks;
  /** A line with more points has dots at its end and at the pointer only. */
  maxDots: number;
  isSecond?: boolean;
}

function Line({ points, marks: { columns, values, pointed }, maxDots, isSecond = false }: LineProps) {
  const dots = points.flatMap(({ value }, column) =>
    value === null ? [] : [{ column, x: columns.at(column), y: values.at(value) }],
  );
  const curve = line<(typeof dots)[number]>(
    ({ x }) => x,
    ({ y }) => y,
  ).curve(curveMonotoneX);
  const wider = isSecond ? 2 : 0;
  const end = dots.at(-1)?.column;
  return (
    <g className={isSecond ? "chart-second" : undefined}>
      <path className="chart-line" d={curve(dots) ?? ""} />
      {dots
        .filter(({ column }) => column === pointed || column === end || dots.length < maxDots)
        .map(({ column, x, y }) => (
          <circle
            key={column}
            className="chart-dot"
            cx={x}
            cy={y}
            r={(column === pointed ? 5 : 3.5) + wider}
          />
        ))}
    </g>
  );
}

/** A piece of a line beside its name. */
export function LineSample({ name, isSecond = false }: { name: string; isSecond?: boolean }) {
  return (
    <span>
      <svg
        width="40"
        height="14"
        viewBox="0 0 40 14"
        className={isSecond ? "chart-second" : undefined}
        aria-hidden="true"
      >
        <path className="chart-line" d="M0 7h40" />
        <circle className="chart-dot" cx="20" cy="7" r={isSecond ? 5 : 4} />
      </svg>
      <span>{name}</span>
    </span>
  );
}

export function DonutDrawing({ shares, height }: { shares: readonly Share[]; height: number }) {
  const radius = height / 2;
  const parts = pie<Share>()
    .value(({ value }) => value)
    .sort(null)
    .padAngle(shares.length > 1 ? 0.026 : 0)([...shares]);
  const ring = arc<(typeof parts)[number]>()
    .innerRadius(radius * 0.64)
    .outerRadius(radius);
  return (
    <svg
      width="100%"
      height={height}
      viewBox={`${-radius} ${-radius} ${height} ${height}`}
      aria-hidden="true"
    >
      {parts.map((part) => (
        <path key={part.data.label} d={ring(part) ?? ""} style={{ fill: part.data.colour }} />
      ))}
    </svg>
  );
}

interface Marks {
  columns: LabelAxis;
  values: ValueAxis;
  /** The distance of the lowest line from the top. */
  floor: number;
  /** The column at the pointer. */
  pointed: number | null;
}

/** The grid, the axes and the tooltip of a chart. `children` draws its content. */
function Plot({
  points,
  second = [],
  names,
  height,
  formatValue,
  downward = false,
  children,
}: DrawingProps & SecondLine & { downward?: boolean; children: (marks: Marks) => ReactNode }) {
  const { frame, width } = useWidth();
  const [pointed, setPointed] = useState<number | null>(null);
  const floor = height - LABEL_HEIGHT;
  const values = valueAxis(
    [...points, ...second].flatMap(({ value }) => value ?? []),
    TOP,
    floor,
    downward,
  );
  const left = Math.max(...values.ticks.map((tick) => String(tick).length)) * 8 + 8;
  const right = width - 4;
  const labels = points.map(({ label }) => label);
  const columns = labelAxis(labels, left, right);

  function point(event: PointerEvent<SVGSVGElement>): void {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setPointed(x < left ? null : columnAt(x, points.length, left, right));
  }

  const target = pointed === null ? undefined : points[pointed];
  return (
    <div ref={frame} className="chart-plot" style={{ height }}>
      {width > left && (
        <svg
          width={width}
          height={height}
          aria-hidden="true"
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {values.ticks.map((tick) => (
            <g key={tick}>
              <line className="chart-grid" x1={left} x2={right} y1={values.at(tick)} y2={values.at(tick)} />
              <text x={left - 8} y={values.at(tick)} dy="0.35em" textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          {target && pointed !== null && (
            <line
              className="chart-pointed"
              x1={columns.at(pointed)}
              x2={columns.at(pointed)}
              y1={TOP}
              y2={floor}
            />
          )}
          {children({ columns, values, floor, pointed })}
          {columns.labelled.map(({ column, middle }) => (
            <text key={column} x={middle} y={height - 8} textAnchor="middle">
              {labels[column]}
            </text>
          ))}
        </svg>
      )}
      {target && pointed !== null && target.value !== null && (
        <div
          className="chart-bubble"
          style={{
            left: columns.at(pointed),
            translate: `${(-100 * (columns.at(pointed) - left)) / (right - left)}%`,
          }}
        >
          {names && <span>{names[0]}</span>}
          <b>{formatValue(target.value)}</b>
          {names && <span>{names[1]}</span>}
          {names && <b>{formatValue(second[pointed]?.value ?? 0)}</b>}
          <span>{target.label}</span>
        </div>
      )}
    </div>
  );
}

/** The width of the frame in pixels, updated after each change; 0 before the first measurement. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current) return;
    const measure = () => setWidth(current.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { frame, width };
}

/** The SVG path of a column with rounded upper corners. */
function bar(x: number, width: number, top: number, floor: number): string {
  const corner = Math.min(CORNER, width / 2, floor - top);
  return `M${x},${floor}V${top + corner}q0,${-corner} ${corner},${-corner}h${width - 2 * corner}q${corner},0 ${corner},${corner}V${floor}Z`;
}

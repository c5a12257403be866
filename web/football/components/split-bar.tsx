import * as words from "#words/football";
import { Rich } from "../../ui/text/rich.tsx";

interface Props {
  homeTeam: string;
  awayTeam: string;
  counts: { home: number; draw: number; away: number };
}

/** The shares of predictions for home win, draw and away win, as a bar and as text. */
export function SplitBar({ homeTeam, awayTeam, counts }: Props) {
  const [home, draw, away] = percentages([counts.home, counts.draw, counts.away]);
  return (
    <div>
      <div className="split-bar" aria-hidden="true">
        <i style={{ flex: home }} />
        <i style={{ flex: draw }} />
        <i style={{ flex: away }} />
      </div>
      <p className="split-labels">
        <span>
          <b>{words.percent({ share: home })}</b> <span>{homeTeam}</span>
        </span>
        <span>
          <Rich
            parts={words.drawShare({ share: words.percent({ share: draw }), b: (text) => <b>{text}</b> })}
          />
        </span>
        <span>
          <b>{words.percent({ share: away })}</b> <span>{awayTeam}</span>
        </span>
      </p>
    </div>
  );
}

/** Whole percentages that add up to 100. Values are rounded down; those with the largest remainders are then increased by one. */
export function percentages(counts: readonly [number, number, number]): [number, number, number] {
  const total = counts[0] + counts[1] + counts[2];
  if (total === 0) return [0, 0, 0];
  const exact = counts.map((count) => (count * 100) / total);
  const whole = exact.map(Math.floor);
  const left = 100 - whole.reduce((sum, value) => sum + value, 0);
  exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((one, other) => other.remainder - one.remainder)
    .slice(0, left)
    .forEach(({ index }) => {
      whole[index] = (whole[index] ?? 0) + 1;
    });
  return [whole[0] ?? 0, whole[1] ?? 0, whole[2] ?? 0];
}

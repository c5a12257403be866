import * as footballWords from "#words/football";
import * as words from "#words/screen";
import type { ScreenPlace } from "../../backend/types/screen-rows.ts";
import { MovementMark } from "../../football/components/movement-mark.tsx";
import { movementOf } from "../../football/rules/ranking.ts";
import { PageDots } from "./page-dots.tsx";
import { isShown } from "./turning.ts";

const perPage = 10;

interface Props {
  places: readonly ScreenPlace[];
  hasNames: boolean;
  /** Whether live scores count in it. */
  isLive: boolean;
  turn: number;
}

/** The first places of the club's leaderboard. Without names, a bar shows the points beside those of the first. */
export function ScreenTable({ places, hasNames, isLive, turn }: Props) {
  const title = isLive ? words.asItStands : words.leaderboard;
  const turning = { size: perPage, count: places.length };
  const most = Math.max(1, ...places.map(({ points }) => points));
  return (
    <section className="screen-places" aria-labelledby="screen-places">
      <div className="screen-title">
        <h2 id="screen-places">{title}</h2>
        <PageDots turning={turning} turn={turn} />
      </div>
      {places.length === 0 && <p>{words.nobodyYet}</p>}
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{footballWords.rank}</th>
            <th scope="col">{hasNames ? footballWords.player : words.pointsOfTheFirst}</th>
            <th scope="col">{words.now}</th>
            <th scope="col">{footballWords.points}</th>
          </tr>
        </thead>
        <tbody>
          {places.map((place, at) => (
            // The order is all that tells places without names apart.
            <tr key={at} className={isShown(at, turning, turn) ? "" : "other-page"}>
              <td className="screen-rank">
                <span>{place.rank ?? "–"}</span> <MovementMark movement={movementOf(place)} />
              </td>
              <td className="screen-name">
                {hasNames ? (
                  <span>{place.name}</span>
                ) : (
                  <i style={{ inlineSize: `${(100 * place.points) / most}%` }} />
                )}
              </td>
              <td className="screen-gain">{place.gained > 0 && `+${place.gained}`}</td>
              <td className="screen-points">{place.points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

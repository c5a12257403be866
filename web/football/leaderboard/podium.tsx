import * as words from "#words/football";
import { Link } from "../../routing/link.tsx";
import { Shirt } from "../components/shirt.tsx";
import "./podium.css";

/** A place on the podium, of a current or an archived leaderboard. */
export interface Step {
  /** Determines the shirt: the same id has the same shirt everywhere. */
  player: string;
  name: string;
  rank: number | null;
  points: number;
  /** Null without predictions. */
  perfectScores: number | null;
  /** The link of the name. */
  to?: string;
}

/**
 * The first three players. They are in order in the document; the layout puts the winner in the middle. Equal ranks
 * have steps of equal height.
 */
export function Podium({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="podium grass" aria-label={words.podium}>
      {steps.slice(0, 3).map((step) => (
        <li key={step.player} data-place={step.rank}>
          <Shirt player={step.player} name={step.name} chalk />
          <span className="podium-name">
            {step.to ? (
              <Link to={step.to} state={{ opened: true }} keepsScroll>
                {step.name}
              </Link>
            ) : (
              step.name
            )}
          </span>
          {step.perfectScores !== null && (
            <span className="podium-exact-scores">
              {words.perfectOnPodium({ count: step.perfectScores })}
            </span>
          )}
          <div className="podium-step">
            <span>
              <span className="visually-hidden">{words.rank} </span>
              <span>{step.rank}</span>
            </span>
            <small>
              <b>{step.points}</b>
              <span>{words.labelOfPoints({ points: step.points })}</span>
            </small>
          </div>
        </li>
      ))}
    </ol>
  );
}

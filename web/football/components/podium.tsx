import { Link, type To } from "react-router";
import { Shirt } from "./shirt.tsx";
import "./leaderboard-table.css";

/** A place on the podium: of a table as it stands, or of one that was kept. */
export interface Step {
  /** Whose shirt it is; the same id has the same shirt everywhere. */
  player: string;
  name: string;
  rank: number | null;
  points: number;
  perfectScores: number;
  /** Where the name leads, if anywhere. */
  to?: To;
}

/** The first three on the grass. Read out in their order; seen with the winner in the middle. */
export function Podium({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="podium grass" aria-label="Podium">
      {steps.slice(0, 3).map((step) => (
        <li key={step.player}>
          <Shirt player={step.player} name={step.name} chalk />
          <span className="who">
            {step.to ? (
              <Link to={step.to} state={{ opened: true }} preventScrollReset>
                {step.name}
              </Link>
            ) : (
              step.name
            )}
          </span>
          <span className="meta">{step.perfectScores} exact</span>
          <div className="step">
            <span>
              <span className="sr-only">Rank </span>
              {step.rank}
            </span>
            <small>
              <b>{step.points}</b>
              {step.points === 1 ? "point" : "points"}
            </small>
          </div>
        </li>
      ))}
    </ol>
  );
}

import { plural } from "../../ui/text/plural.ts";

const rules = [
  ["3", "A perfect score", "You picked 2–1 and it ended 2–1."],
  ["1", "The right outcome", "You picked the right winner, or the draw."],
  ["0", "Anything else", "No points for this match."],
] as const;

/** Explains to visitors how points are earned. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <div className="section-head">
        <h2 id="how-it-works">Points</h2>
      </div>
      <ul className="how-it-works">
        {rules.map(([points, title, example]) => (
          <li key={points}>
            <span className="digit-tile" aria-hidden="true">
              {points}
            </span>
            <div>
              <b>
                {title}
                <span className="visually-hidden">: {plural(Number(points), "point")}</span>
              </b>
              <p>{example}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

import * as footballWords from "#words/football";
import * as words from "#words/home";

const rules = [
  ["3", words.aPerfectScore, words.aPerfectScoreExample],
  ["1", words.theRightOutcome, words.theRightOutcomeExample],
  ["0", words.anythingElse, words.anythingElseExample],
] as const;

/** Explains to visitors how points are earned. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works">
      <div className="section-head">
        <h2 id="how-it-works">{footballWords.points}</h2>
      </div>
      <ul className="how-it-works">
        {rules.map(([points, title, example]) => (
          <li key={points}>
            <span className="digit-tile" aria-hidden="true">
              {points}
            </span>
            <div>
              <b>
                <span>{title}</span>
                <span className="visually-hidden">{`: ${words.countOfPoints({ count: Number(points) })}`}</span>
              </b>
              <p>{example}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

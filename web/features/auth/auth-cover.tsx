import * as words from "#words/auth";
import { Crest } from "../../football/components/crest.tsx";
import { PointsBadge } from "../../football/components/points-badge.tsx";
import { PredictionChip } from "../../football/components/scoreboard.tsx";
import { pointsFor } from "../../football/rules/points.ts";

const score = { home: 2, away: 1 };
const examples = [
  { home: 2, away: 1 },
  { home: 1, away: 0 },
  { home: 0, away: 2 },
];

/** An example result, and the points that three predictions of it would earn. */
export function AuthCover() {
  return (
    <section className="auth-cover grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 720 900"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        <path d="M-20 450h760" />
        <circle cx="360" cy="450" r="150" />
        <path d="M170-20v150h380V-20M270-20v62h180v-62M270 130a100 100 0 0 0 180 0" />
        <path d="M170 920V770h380v150M270 920v-62h180v62M270 770a100 100 0 0 1 180 0" />
      </svg>
      <div>
        <h1>{words.coverTitle}</h1>
        <div className="auth-example" aria-hidden="true">
          <div className="scoreline">
            {/* not a text: a team */}
            <Crest team="Arsenal" size="large" />
            <span className="digit-tile score-tile">{score.home}</span>
            <i>–</i>
            <span className="digit-tile score-tile">{score.away}</span>
            {/* not a text: a team */}
            <Crest team="Chelsea" size="large" />
          </div>
        </div>
        <ul>
          {examples.map((prediction) => (
            <li key={`${prediction.home}-${prediction.away}`}>
              <span>
                <span>{words.youSay}</span> <PredictionChip {...prediction} />
              </span>
              <PointsBadge prediction={prediction} score={score} earned={pointsFor(prediction, score)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

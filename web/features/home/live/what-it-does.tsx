import * as words from "#words/home";
import { clubName } from "../../../../supabase/functions/_football/club-name.ts";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { MovementMark } from "../../../football/components/movement-mark.tsx";
import { isAwaitingResult } from "../../../football/rules/awaiting-result.ts";
import { type Prediction, pointsFor, type Scoreline } from "../../../football/rules/points.ts";
import { movementOf, ordinal } from "../../../football/rules/ranking.ts";
import { useNow } from "../../../football/time/use-now.ts";
import { sentenceOf } from "./effect-sentence.ts";
import { type Effect, effectOf, type NearBoard, pickOf, type Scores } from "./what-if.ts";

interface Props {
  match: MatchRow;
  boards: readonly NearBoard[];
  /** Of all live matches. */
  scores: Scores;
  player: string;
}

/** How many boards have their places below each sentence. */
const most = 3;

/** What the score as it is, and a goal of either side, does to the player. After the final whistle only the score as it is. */
export function WhatItDoes({ match, boards, scores, player }: Props) {
  const now = useNow(30_000);
  const isOver = isAwaitingResult(match, now);
  const score = scores.get(match.id) ?? { home: 0, away: 0 };
  const pick = pickOf(
    boards.flatMap(({ rows }) => rows).find((row) => row.user_id === player),
    match.id,
  );
  const cases = [
    {
      key: "now",
      title: words.scoreHolds({ score: `${score.home}–${score.away}` }),
      score,
      goal: undefined,
    },
    ...(isOver
      ? []
      : [
          goalOf("home", clubName(match.home_team_name), { ...score, home: score.home + 1 }),
          goalOf("away", clubName(match.away_team_name), { ...score, away: score.away + 1 }),
        ]),
  ];
  return (
    <section aria-labelledby="what-it-does">
      <h2 id="what-it-does">{words.whatThisScoreDoes}</h2>
      <ol className="score-effects">
        {cases.map(({ key, title, score: then, goal }) => (
          <li key={key}>
            <ScoreIf score={then} goal={goal} />
            <div>
              <p className="muted">{title}</p>
              <Effects boards={boards} scores={new Map(scores).set(match.id, then)} player={player} />
            </div>
            {pick && <Points pick={pick} score={then} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function goalOf(side: "home" | "away", team: string, score: Scoreline) {
  return { key: side, title: words.aGoalFor({ team }), score, goal: side };
}

/** The score on paper tiles. The goal that would make it has the solid edge. */
function ScoreIf({ score, goal }: { score: Scoreline; goal: "home" | "away" | undefined }) {
  return (
    <span className="score-if">
      <b className={goal === "home" ? "new-goal" : ""}>{score.home}</b>
      <i className="visually-hidden">–</i>
      <b className={goal === "away" ? "new-goal" : ""}>{score.away}</b>
    </span>
  );
}

/** One sentence about the first board, and the places on all. */
function Effects({ boards, scores, player }: Omit<Props, "match">) {
  const effects = boards.slice(0, most).flatMap((board) => {
    const effect = effectOf(board, scores, player);
    return effect ? [{ board, effect }] : [];
  });
  const [first] = effects;
  if (!first) return null;
  return (
    <>
      <p className="effect">{sentenceOf(first.effect)}</p>
      <p className="places">
        {effects.map(({ board, effect }) => (
          <span key={board.groupId ?? "club"}>
            <span>{board.name ?? words.club}</span>{" "}
            <span className="no-break">
              <b>{ordinal(effect.rank)}</b> <Move effect={effect} />
            </span>
          </span>
        ))}
      </p>
    </>
  );
}

function Move({ effect }: { effect: Effect }) {
  return <MovementMark movement={movementOf({ rank: effect.rank, previous_rank: effect.confirmedRank })} />;
}

function Points({ pick, score }: { pick: Prediction; score: Scoreline }) {
  const points = pointsFor(pick, score);
  return (
    <b className={points > 0 ? "effect-points" : "effect-points none"}>
      <span>{points > 0 ? `+${points}` : "0"}</span>
      <span className="visually-hidden">{` ${words.pointsForYou({ points })}`}</span>
    </b>
  );
}

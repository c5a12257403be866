import * as footballWords from "#words/football";
import * as words from "#words/head-to-head";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { DuelBoard, type DuelSide } from "../../football/duel/duel-board.tsx";
import type { DuelScore } from "../../football/duel/duel-score.ts";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import type { DuelPlayer } from "./duel.ts";

interface Props {
  competitionId: string;
  players: readonly [DuelPlayer, DuelPlayer];
  /** Null until the comparison has loaded. */
  score: DuelScore | null;
}

/** Both players on grass with their points and who leads. */
export function DuelHead({ competitionId, players, score }: Props) {
  const [first, second] = players.map(sideOf) as [DuelSide, DuelSide];
  return (
    <DuelBoard
      sides={[first, second]}
      score={
        score && (
          <>
            <Points points={score.mine} />
            <i aria-hidden="true">–</i>
            <Points points={score.theirs} />
          </>
        )
      }
      verdict={
        score && (
          <>
            <b>{score.verdict}</b> <span>{score.compared}</span>
          </>
        )
      }
    >
      <BackToLeaderboard competitionId={competitionId} />
      <h1 className="visually-hidden">
        {first.name && second.name
          ? words.bothPlayers({ first: first.shown, second: second.shown })
          : words.headToHead}
      </h1>
    </DuelBoard>
  );
}

function sideOf({ id, name, isReader }: DuelPlayer): DuelSide {
  return { id, name, shown: isReader ? footballWords.you : name };
}

function Points({ points }: { points: number }) {
  return (
    <>
      <span className="visually-hidden">{words.countOfPoints({ count: points })}</span>
      <Flaps value={points} className="duel-flaps" />
    </>
  );
}

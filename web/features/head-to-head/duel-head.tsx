import { ArrowLeft } from "lucide-react";
import * as footballWords from "#words/football";
import * as words from "#words/head-to-head";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import type { DuelScore } from "../../football/duel/duel-score.ts";
import { leaderboardPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import type { DuelPlayer } from "./duel.ts";

/** Longer names have smaller letters. */
const longName = 30;

interface Props {
  competitionId: string;
  players: readonly [DuelPlayer, DuelPlayer];
  /** Null until the comparison has loaded. */
  score: DuelScore | null;
}

/** Both players on grass with their points and who leads. */
export function DuelHead({ competitionId, players: [first, second], score }: Props) {
  return (
    <div className="duel-head grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 400"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <circle cx="1080" cy="200" r="150" />
        <path d="M1080-40v480M1440 40h-150v320h150M1440 130h-56v140h56" />
      </svg>
      <div className="wrap">
        <BackToLeaderboard competitionId={competitionId} />
        <h1 className="visually-hidden">
          {first.name && second.name
            ? words.bothPlayers({ first: nameOf(first), second: nameOf(second) })
            : words.headToHead}
        </h1>
        <div className="duel-sides">
          <Side player={first} />
          <div className="duel-score">
            {score && (
              <>
                <Points points={score.mine} />
                <i aria-hidden="true">–</i>
                <Points points={score.theirs} />
              </>
            )}
          </div>
          <Side player={second} />
        </div>
        <p className="duel-verdict">
          {score && (
            <>
              <b>{score.verdict}</b> <span>{score.compared}</span>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

export function BackToLeaderboard({ competitionId }: { competitionId: string }) {
  return (
    <p className="back-link">
      <Link to={leaderboardPath(competitionId)}>
        <ArrowLeft size={18} aria-hidden="true" />
        <span>{words.leaderboard}</span>
      </Link>
    </p>
  );
}

/** The name in headings. */
function nameOf({ isReader, name }: DuelPlayer): string {
  return isReader ? footballWords.you : name;
}

function Side({ player }: { player: DuelPlayer }) {
  const name = nameOf(player);
  return (
    <div className={name.length > longName ? "duel-side long-side-name" : "duel-side"}>
      <Shirt player={player.id} name={player.name} />
      <span>{name || "\u00a0"}</span>
    </div>
  );
}

function Points({ points }: { points: number }) {
  return (
    <>
      <span className="visually-hidden">{words.countOfPoints({ count: points })}</span>
      <Flaps value={points} className="duel-flaps" />
    </>
  );
}

import * as words from "#words/divisions";
import * as footballWords from "#words/football";
import type { DivisionsRow } from "../../backend/types/division-rows.ts";
import { DuelBoard } from "../../football/duel/duel-board.tsx";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { TiePoints } from "../../football/ties/tie-points.tsx";
import { basisOf } from "../../football/ties/tie-state.ts";
import { roundName } from "../../football/time/round-name.ts";
import { type OwnTie, opponentName, verdictOf } from "./ties.ts";

interface Props {
  /** The member. */
  me: { id: string; name: string };
  /** Null while they load. */
  club: DivisionsRow | null;
  tie: OwnTie | null;
  /** Whether one of its matches is live. */
  isLive: boolean;
  now: number;
}

/** The member's tie of the matchday. */
export function TieHead({ me, club, tie, isLive, now }: Props) {
  const opponent = tie ? opponentName(tie) : "";
  return (
    <DuelBoard
      sides={[
        { id: me.id, name: me.name, shown: footballWords.you },
        { id: tie?.opponent?.id ?? "", name: tie?.opponent?.name ?? "?", shown: opponent },
      ]}
      score={tie && <TiePoints points={[tie.mine, tie.theirs]} state={tie.state} size="large" />}
      verdict={
        tie && (
          <>
            <b>{verdictOf(tie)}</b> <span>{basisOf(tie, now)}</span>
            {tie.opponent === null && <span>{` ${words.whatGhostsAre}`}</span>}
          </>
        )
      }
    >
      <BackToLeaderboard />
      <h1 className="visually-hidden">
        {tie ? words.tieAgainst({ round: roundName(tie.round), name: opponent }) : words.divisions}
      </h1>
      <p className="tie-top">
        {club?.division != null && <b>{words.divisionNumber({ division: club.division })}</b>}
        {club && <span>{club.league}</span>}
        {tie && <span>{roundName(tie.round)}</span>}
        {isLive && <span className="live-tag">{footballWords.live}</span>}
      </p>
    </DuelBoard>
  );
}

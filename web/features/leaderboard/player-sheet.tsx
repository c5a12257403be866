import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { formOf, summaryOf } from "../../backend/queries/form-and-crowd.ts";
import {
  carriedPoints,
  playerFigures,
  playerRanks,
  playerRounds,
} from "../../backend/queries/player-queries.ts";
import type { PlayerFiguresRow } from "../../backend/types/rows.ts";
import { FormMarks } from "../../football/components/form-marks.tsx";
import { Outcomes, SeasonCharts } from "../../football/components/season-charts.tsx";
import { Shirt } from "../../football/components/shirt.tsx";
import { boardIdOf } from "../../football/rules/competitions.ts";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { careerPath, headToHeadPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSession } from "../../session/session-store.ts";
import { Figure } from "../../ui/figure.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Comparison } from "./comparison.tsx";
import { HonourBadges } from "./honour-badges.tsx";
import { LockedPredictions } from "./locked-predictions.tsx";
import { SeasonAnswers } from "./questions/season-answers.tsx";

interface Props {
  userId: string;
  league: string;
  onClose: () => void;
}

/** A player's season on this leaderboard, in a dialog. */
export function PlayerSheet({ userId, league, onClose }: Props) {
  const figures = useQuery(playerFigures(userId, league));
  return (
    <Dialog
      open
      wide
      isInAddress
      onClose={onClose}
      title={figures.data?.full_name ?? footballWords.player}
      description={league === "Overall" ? words.allCompetitionsTogether : league}
    >
      <QueryView
        query={figures}
        failed={words.failedToLoadThePlayer}
        loading={{ count: 5, height: 64, label: words.loadingThePlayer }}
        empty={{
          title: words.notOnThisTable,
          text: words.whomTheTableLists,
        }}
      >
        {(data) => <Season figures={data} league={league} />}
      </QueryView>
    </Dialog>
  );
}

function Season({ figures, league }: { figures: PlayerFiguresRow; league: string }) {
  const { user } = useSession();
  const [comparing, setComparing] = useState(false);
  const { user_id: userId, full_name: name } = figures;
  const form = useQuery(formOf(league, [userId])).data?.get(userId);
  const rounds = useQuery(playerRounds(userId, league));
  const ranks = useQuery(playerRanks(userId, league));
  const isSomebodyElse = user?.id !== userId;
  return (
    <div className="player-sheet">
      <div className="player-sheet-head">
        <Shirt player={userId} name={name} />
        <div>
          <b>
            {figures.rank === null
              ? words.noRankYet
              : words.placeOfPlayers({ place: ordinal(figures.rank), players: figures.players })}
          </b>
          {form && <FormMarks points={form} />}
          <HonourBadges userId={userId} />
        </div>
        {user && isSomebodyElse && (
          <Link className="btn secondary small" to={headToHeadPath(userId, user.id, boardIdOf(league))}>
            {words.headToHead}
          </Link>
        )}
        <Link className="btn secondary small" to={careerPath(userId)}>
          {words.career}
        </Link>
        {isSomebodyElse && (
          <button
            type="button"
            className="btn secondary small"
            aria-pressed={comparing}
            onClick={() => setComparing(!comparing)}
          >
            {words.compareWithMe}
          </button>
        )}
      </div>
      <dl className="figures four">
        <Figure value={figures.points} word={words.points({ points: figures.points })} />
        <Figure
          value={figures.perfect_scores}
          word={words.perfectScoresLabel({ count: figures.perfect_scores })}
        />
        <Figure
          value={figures.predictions_scored}
          word={words.picksScored({ count: figures.predictions_scored })}
        />
        <Figure value={accuracyText(figures.accuracy)} word={footballWords.accuracyLabel} />
      </dl>
      <CarriedPoints userId={userId} league={league} />
      {comparing && user && <Comparison figures={figures} userId={user.id} league={league} />}
      {figures.predictions_scored === 0 ? (
        <EmptyState title={words.noResultYet}>{words.hasNoScoredPick({ name })}</EmptyState>
      ) : (
        <>
          <Outcomes figures={figures} />
          <SeasonCharts rounds={rounds} ranks={ranks} />
        </>
      )}
      <SeasonAnswers userId={userId} league={league} />
      <LockedPredictions userId={userId} league={league} comparing={comparing} />
    </div>
  );
}

/** How many of the player's points were carried over from another pool; nothing without any. */
function CarriedPoints({ userId, league }: { userId: string; league: string }) {
  const isCarried = Boolean(useQuery(summaryOf(league)).data?.carried_from);
  const carried = useQuery({ ...carriedPoints(userId, league), enabled: isCarried }).data;
  if (!carried) return null;
  return <p className="notice">{words.ofThesePoints({ points: carried.points, label: carried.label })}</p>;
}

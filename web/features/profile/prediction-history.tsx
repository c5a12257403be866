import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { History as HistoryIcon } from "lucide-react";
import { useState } from "react";
import * as words from "#words/profile";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { type AfterNinetyRow, afterNinetyMinutes } from "../../backend/queries/after-ninety-minutes.ts";
import {
  playerFigures,
  playerPredictions,
  playerRanks,
  playerRounds,
} from "../../backend/queries/player-queries.ts";
import type { PlayerPredictionRow } from "../../backend/types/rows.ts";
import { hueOf } from "../../football/components/competition-badge.tsx";
import { PredictionSummary } from "../../football/components/prediction-summary.tsx";
import { isCup } from "../../football/rules/competitions.ts";
import { clockTime, shortDate } from "../../football/time/kick-off.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { changesOf } from "./profile-queries.ts";

/** All predictions of the player, latest kick-off first, each with the log of its changes. */
export function PredictionHistory({ userId }: { userId: string }) {
  const predictions = useInfiniteQuery(playerPredictions(userId, "Overall"));
  // Invisible until the season above it is loaded, because the season's height changes and would move the list.
  const figures = useQuery(playerFigures(userId, "Overall"));
  const rounds = useQuery(playerRounds(userId, "Overall"));
  const ranks = useQuery(playerRanks(userId, "Overall"));
  const isSeasonLoaded = ![figures, rounds, ranks].some((part) => part.isPending);
  return (
    <section aria-labelledby="history" className={isSeasonLoaded ? undefined : "invisible"}>
      <div className="section-head">
        <h2 id="history">{words.predictionHistory}</h2>
        <p>{words.timesAreOfTheServer}</p>
      </div>
      <QueryView
        query={predictions}
        failed={words.failedToLoadYourPicks}
        loading={{ count: 5, height: 56, label: words.loadingYourPicks }}
        empty={{ title: words.noPicksYet, text: words.yourHistoryStarts }}
      >
        {({ pages }) => (
          <ul className="prediction-history">
            {pages.map((rows) => (
              <PredictionsPage key={rows[0]?.match_id ?? "empty"} rows={rows} userId={userId} />
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={predictions} className="btn secondary load-more">
        {words.earlierPicks}
      </LoadMoreButton>
    </section>
  );
}

function PredictionsPage({ rows, userId }: { rows: readonly PlayerPredictionRow[]; userId: string }) {
  const cups = rows.filter(({ match_league }) => isCup(match_league)).map(({ match_id }) => match_id);
  const afterNinety = useQuery(afterNinetyMinutes(cups));
  return rows.map((row) => (
    <PredictionItem
      key={row.match_id}
      row={row}
      userId={userId}
      afterNinety={afterNinety.data?.get(row.match_id)}
    />
  ));
}

interface PredictionItemProps {
  row: PlayerPredictionRow;
  userId: string;
  afterNinety: AfterNinetyRow | undefined;
}

function PredictionItem({ row, userId, afterNinety }: PredictionItemProps) {
  const [open, setOpen] = useState(false);
  const now = serverNow();
  const label = words.teams({ home: clubName(row.home_team_name), away: clubName(row.away_team_name) });
  return (
    <li {...hueOf(row.match_league)}>
      <div className="prediction-history-line">
        <PredictionSummary row={row} now={now} afterNinety={afterNinety} />
        <button
          type="button"
          className="ghost on-light"
          aria-expanded={open}
          aria-label={words.changesOf({ match: label })}
          onClick={() => setOpen(!open)}
        >
          <HistoryIcon size={18} aria-hidden="true" />
        </button>
      </div>
      {open && <Changes userId={userId} matchId={row.match_id} />}
    </li>
  );
}

const changeLabels = { made: words.made, changed: words.changedTo, deleted: words.deletedWas } as const;

function Changes({ userId, matchId }: { userId: string; matchId: string }) {
  const changes = useQuery(changesOf(userId, matchId));
  if (changes.isPending) return <SkeletonRows count={1} height={24} label={words.loadingTheChanges} />;
  if (changes.isLoadingError)
    return <FailedQueries title={words.failedToLoadTheChanges} queries={[changes]} />;
  return (
    <ol className="prediction-changes">
      {changes.data.map((change) => (
        <li key={change.id}>
          <span>{changeLabels[change.change]}</span>{" "}
          <b>{`${change.home_prediction}–${change.away_prediction}`}</b>
          {change.is_double && <span>{`, ${words.double}`}</span>}
          <time dateTime={change.changed_at}>
            {`${shortDate(change.changed_at)}, ${clockTime(change.changed_at)}`}
          </time>
        </li>
      ))}
    </ol>
  );
}

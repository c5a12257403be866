import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import * as words from "#words/leaderboard";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { type AfterNinetyRow, afterNinetyMinutes } from "../../backend/queries/after-ninety-minutes.ts";
import { playerPredictions } from "../../backend/queries/player-queries.ts";
import type { PlayerPredictionRow } from "../../backend/types/rows.ts";
import { hueOf } from "../../football/components/competition-badge.tsx";
import { PredictionSummary } from "../../football/components/prediction-summary.tsx";
import { isCup } from "../../football/rules/competitions.ts";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";

interface Props {
  userId: string;
  league: string;
  /** Whether each prediction is shown with the viewer's own. */
  comparing: boolean;
}

/** A player's predictions of locked matches, latest first. Predictions of open matches are private. */
export function LockedPredictions({ userId, league, comparing }: Props) {
  const predictions = useInfiniteQuery(playerPredictions(userId, league));
  const now = serverNow();
  const locked = predictions.data?.pages.map((rows) =>
    rows.filter(({ locks_at: at }) => Date.parse(at) <= now),
  );
  return (
    <section aria-labelledby="locked-picks">
      <h3 id="locked-picks">{words.picks}</h3>
      <QueryView
        query={{ ...predictions, data: locked && { pages: locked } }}
        failed={words.failedToLoadThePicks}
        loading={{ count: 4, height: 56, label: words.loadingPicks }}
        empty={{ title: words.noLockedPicks, text: words.whenPicksAppear }}
      >
        {({ pages }) => (
          <ul className="locked-predictions">
            {pages.map((rows) => (
              <PredictionsPage
                key={rows[0]?.match_id ?? "empty"}
                rows={rows}
                now={now}
                comparing={comparing}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <LoadMoreButton query={predictions} className="btn secondary small">
        {words.earlierPicks}
      </LoadMoreButton>
    </section>
  );
}

interface PageProps {
  rows: readonly PlayerPredictionRow[];
  now: number;
  comparing: boolean;
}

function PredictionsPage({ rows, now, comparing }: PageProps) {
  const cups = rows.filter(({ match_league }) => isCup(match_league)).map(({ match_id }) => match_id);
  const afterNinety = useQuery(afterNinetyMinutes(cups));
  return rows.map((row) => (
    <PredictionItem
      key={row.match_id}
      row={row}
      now={now}
      comparing={comparing}
      afterNinety={afterNinety.data?.get(row.match_id)}
    />
  ));
}

interface PredictionItemProps {
  row: PlayerPredictionRow;
  now: number;
  comparing: boolean;
  afterNinety: AfterNinetyRow | undefined;
}

function PredictionItem({ row, now, comparing, afterNinety }: PredictionItemProps) {
  return (
    <li {...hueOf(row.match_league)}>
      <PredictionSummary row={row} now={now} afterNinety={afterNinety} />
      {comparing && (
        <p>
          {row.my_home_prediction === null
            ? words.youHadNoPick
            : row.my_points_earned === null
              ? words.yourPick({ home: row.my_home_prediction, away: row.my_away_prediction ?? "" })
              : words.yourPickAndPoints({
                  home: row.my_home_prediction,
                  away: row.my_away_prediction ?? "",
                  points: row.my_points_earned,
                })}
        </p>
      )}
    </li>
  );
}

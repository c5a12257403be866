import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useState } from "react";
import * as footballWords from "#words/football";
import * as words from "#words/leaderboard";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import { crowdOf } from "../../backend/queries/form-and-crowd.ts";
import type { LeaderboardPeriodRow, PeriodRow } from "../../backend/types/rows.ts";
import { PlayerName } from "../../football/components/player-name.tsx";
import { CrowdRow, FigureCells, FigureHeads } from "../../football/leaderboard/leaderboard-figures.tsx";
import { countingWords } from "../../football/rules/counting-words.ts";
import { ordinal } from "../../football/rules/ranking.ts";
import { clubMonth } from "../../football/time/club-day.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { useSession } from "../../session/session-store.ts";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { QueryView } from "../../ui/loading/query-view.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { Pager } from "../../ui/pager.tsx";
import { leaderboardPeriods, myPeriodRow, pageSize, periodPage } from "./leaderboard-queries.ts";
import { useOpenPlayerSheet, usePlayerSheetLink } from "./player-sheet-link.ts";
import { useCountedPoints } from "./use-counted-points.ts";
import "./leaderboard.css";
import { roundName } from "../../football/time/round-name.ts";

const PlayerSheet = lazySection(async () => (await import("./player-sheet.tsx")).PlayerSheet);

interface Props {
  kind: "matchday" | "month";
  league: string;
  tabs: ReactNode;
}

/** The leaderboard of the matchday or month that the address names, or of the latest one. */
export function PeriodLeaderboard({ kind, league, tabs }: Props) {
  const periods = useQuery(leaderboardPeriods(kind, league));
  const [parameters, setParameters] = useSearchParams();
  const sheet = useOpenPlayerSheet();
  const chosen =
    periods.data?.find(({ period_id: id }) => String(id) === parameters.get("of")) ?? periods.data?.[0];
  useCountedPoints(chosen?.is_counting ?? false);
  return (
    <Page title={words.leaderboard} lead={chosen ? describe(chosen, kind) : "\u00a0"}>
      {tabs}
      <QueryView
        query={periods}
        failed={words.failedToLoadTheLeaderboard}
        loading={{ count: 7, height: 48, label: words.loadingTheLeaderboard }}
        empty={{
          title: words.noResultsYet,
          text: kind === "month" ? words.eachMonthHasOne : words.eachMatchdayHasOne,
        }}
      >
        {(data) =>
          chosen && (
            <>
              <div className="toolbar">
                <label className="field period-select">
                  <span className="visually-hidden">
                    {kind === "matchday" ? footballWords.matchday : words.month}
                  </span>
                  <select
                    value={chosen.period_id}
                    onChange={({ target }) =>
                      setParameters(
                        (known) => {
                          known.set("of", target.value);
                          return known;
                        },
                        { replace: true, keepsScroll: true },
                      )
                    }
                  >
                    {data.map((period) => (
                      <option key={period.period_id} value={period.period_id}>
                        {nameOf(period)}
                      </option>
                    ))}
                  </select>
                </label>
              </div>
              <PeriodTable key={chosen.period_id} period={chosen} league={league} />
            </>
          )
        }
      </QueryView>
      {sheet.userId && (
        <Suspense fallback={null}>
          <PlayerSheet key={sheet.userId} userId={sheet.userId} league={league} onClose={sheet.close} />
        </Suspense>
      )}
    </Page>
  );
}

function PeriodTable({ period, league }: { period: LeaderboardPeriodRow; league: string }) {
  const { user } = useSession();
  const [page, setPage] = useState(0);
  const rows = useQuery(periodPage(period.period_id, page));
  const mine = useQuery(myPeriodRow(period.period_id)).data;
  const crowd = useQuery(crowdOf(league, period.period_id)).data;
  const sheetOf = usePlayerSheetLink();
  if (rows.isPending) return <SkeletonRows count={7} height={48} label={words.loadingTheLeaderboard} />;
  if (rows.isLoadingError) return <FailedQueries title={words.failedToLoadTheLeaderboard} queries={[rows]} />;
  return (
    <>
      {mine && (
        <div className="my-period">
          <p>{ownResult(mine, period)}</p>
          <ShareButton
            text={words.shareMyPoints({
              points: mine.points,
              period: league === "Overall" ? nameOf(period) : `${nameOf(period)}, ${league}`,
              club: backend().config.brand,
              address: addressOf(period),
            })}
            title={words.sharePeriod({ period: nameOf(period) })}
            picture={sharePicture("matchday", period.period_id)}
            className="btn secondary"
          >
            {words.share}
          </ShareButton>
        </div>
      )}
      <table className="table leaderboard-table">
        <colgroup>
          <col className="rank-column" />
          <col />
          <col className="figure-column wide-column" />
          <col className="figure-column wide-column" />
          <col className="figure-column" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{footballWords.rank}</th>
            <th scope="col">{footballWords.player}</th>
            <FigureHeads />
          </tr>
        </thead>
        <tbody>
          {rows.data.map((row) => (
            <tr key={row.user_id} className={row.user_id === user?.id ? "own-row" : ""}>
              <td className="rank">{row.rank}</td>
              <td>
                <PlayerName
                  player={row.user_id}
                  name={row.full_name}
                  me={row.user_id === user?.id}
                  to={sheetOf(row.user_id)}
                />
              </td>
              <FigureCells row={{ ...row, accuracy: accuracyOf(row) }} />
            </tr>
          ))}
        </tbody>
        <CrowdRow crowd={crowd} />
      </table>
      <Pager page={page} pageSize={pageSize} total={period.players} list={rows} onPage={setPage} />
    </>
  );
}

/** The address of this page with the period, also when it is the latest one and the address names none. */
function addressOf({ period_id: id }: LeaderboardPeriodRow): string {
  const address = new URL(window.location.href);
  address.searchParams.set("of", String(id));
  address.searchParams.delete("player");
  return address.href;
}

function nameOf({ season, round, month }: LeaderboardPeriodRow): string {
  if (month) return clubMonth(month);
  return [round && roundName(round), season].filter(Boolean).join(", ");
}

function describe(period: LeaderboardPeriodRow, kind: Props["kind"]): string {
  if (period.is_counting) return countingWords(period);
  const { matches, matches_completed: completed } = period;
  const isUntilMonthEnds = kind === "month" && completed === matches;
  const provisional = isUntilMonthEnds ? words.provisionalUntilMonthEnds : words.provisional;
  const { players } = period;
  const state = period.is_final
    ? words.final({ completed, players })
    : provisional({ completed, matches, players });
  return kind === "month" ? `${state} ${words.ofAllCompetitions}` : state;
}

function ownResult(mine: PeriodRow, { is_final: final }: LeaderboardPeriodRow): string {
  const points = words.countOfPoints({ count: mine.points });
  if (mine.rank === 1 && mine.points > 0)
    return final ? words.youWonWithPoints({ points }) : words.youLeadWithPoints({ points });
  return (final ? words.youFinished : words.youAreAt)({ place: ordinal(mine.rank), points });
}

function accuracyOf({ right_outcomes: right, predictions_scored: scored }: PeriodRow): number | null {
  return scored === 0 ? null : Math.round((1000 * right) / scored) / 10;
}

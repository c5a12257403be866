import { useQuery } from "@tanstack/react-query";
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from "react";
import * as words from "#words/leaderboard";
import { summaryOf } from "../../backend/queries/form-and-crowd.ts";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import type { LeaderboardRow, LeaderboardSummaryRow } from "../../backend/types/rows.ts";
import { whenSettled } from "../../browser/when-idle.ts";
import { Mark } from "../../football/components/form-marks.tsx";
import { doublesRuleIn } from "../../football/doubles/doubles-rule.ts";
import { Podium, type Step } from "../../football/leaderboard/podium.tsx";
import { flagIn } from "../../football/rules/club-settings.ts";
import { countingWords } from "../../football/rules/counting-words.ts";
import { clubDay } from "../../football/time/club-day.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { useSession } from "../../session/session-store.ts";
import { SearchField } from "../../ui/forms/search-field.tsx";
import { useSearch } from "../../ui/forms/use-search.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { Skeleton, SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { type BoardSort, foundPlayers, leaderboardPage, myLeaderboardRow } from "./leaderboard-queries.ts";
import { LeaderboardTable } from "./leaderboard-table.tsx";
import { MySeason } from "./my-season.tsx";
import { useOpenPlayerSheet, usePlayerSheetLink } from "./player-sheet-link.ts";
import { SearchResults } from "./search-results.tsx";
import { useCountedPoints } from "./use-counted-points.ts";
import "./leaderboard.css";

const loadSheet = () => import("./player-sheet.tsx");
const PlayerSheet = lazySection(async () => (await loadSheet()).PlayerSheet);

/** One leaderboard: podium, search, every player, and the sheet of the player that the address names. */
export function Leaderboard({ title, league, tabs }: { title: string; league: string; tabs?: ReactNode }) {
  const summary = useQuery(summaryOf(league));
  const sheet = useOpenPlayerSheet();
  useCountedPoints(summary.data?.is_counting ?? false);
  // The charts and the dialog are not needed for the leaderboard, but should open without a delay.
  useEffect(() => whenSettled(() => void loadSheet().catch(() => undefined)), []);
  return (
    <Page
      head={
        <div className="page-title two-lines">
          <div>
            <h1>{title}</h1>
            <p>{summary.data ? describe(summary.data) : "\u00a0"}</p>
          </div>
        </div>
      }
    >
      {tabs}
      <FailedQueries title={words.failedToLoadTheLeaderboard} queries={[summary]} />
      {summary.isPending && (
        <div className="leaderboard-loading">
          <Skeleton height={318} />
          <SkeletonRows count={7} height={48} label={words.loadingTheLeaderboard} />
        </div>
      )}
      {summary.data && <Board key={league} league={league} summary={summary.data} />}
      {sheet.userId && (
        <Suspense fallback={null}>
          <PlayerSheet key={sheet.userId} userId={sheet.userId} league={league} onClose={sheet.close} />
        </Suspense>
      )}
    </Page>
  );
}

function Board({ league, summary }: { league: string; summary: LeaderboardSummaryRow }) {
  const { user } = useSession();
  const saved = useQuery(savedSettings(user?.id ?? null)).data;
  const perMatch = flagIn(saved?.get(settingKeys.pointsPerMatch), false);
  const [sort, setSort] = useBoardSort(perMatch);
  const search = useSearch();
  const [findMe, setFindMe] = useState(0);
  const found = useQuery(foundPlayers(league, search.searched));
  // The table stays until the first players are found.
  const isSearch = search.searched !== "" && (found.isError || Boolean(found.data));
  const first = useQuery(leaderboardPage(league, 0));
  // Query results are urgent updates, which React renders in one task. A deferred value renders the rows in slices.
  const ready = useDeferredValue(first.data !== undefined);
  const mine = useQuery(myLeaderboardRow(league));
  const sheetOf = usePlayerSheetLink();
  if (summary.players === 0)
    return <EmptyState title={words.noPlayersYet}>{words.whenPlayersAppear}</EmptyState>;
  if (first.isLoadingError)
    return <FailedQueries title={words.failedToLoadTheLeaderboard} queries={[first]} />;
  if (!ready || !first.data) return <Skeleton height={318} />;
  const isSortedByPoints = sort === "page";
  const onPodium = isSortedByPoints && first.data.filter(({ rank }) => rank !== null).length >= 3 ? 3 : 0;
  return (
    <div className="leaderboard-columns">
      <div>
        {onPodium > 0 && (
          <Podium steps={first.data.map((row) => ({ ...stepOf(row), to: sheetOf(row.user_id) }))} />
        )}
        <div className={onPodium > 0 ? "toolbar after-content" : "toolbar"}>
          <SearchField label={words.findAPlayer} search={search} list={found} />
          <button
            type="button"
            className="btn secondary find-me"
            disabled={!mine.data || !isSortedByPoints}
            onClick={() => {
              search.setTyped("");
              setFindMe(findMe + 1);
            }}
          >
            {words.findMe}
          </button>
        </div>
        {perMatch && !isSearch && <SortTabs sort={sort} onSort={setSort} />}
        {isSearch ? (
          <SearchResults league={league} name={search.searched} found={found} perMatch={perMatch} />
        ) : (
          <LeaderboardTable
            key={sort}
            league={league}
            players={summary.players}
            skipped={onPodium}
            findMe={findMe}
            sort={sort}
            perMatch={perMatch}
          />
        )}
        <Legend hasDoubles={doublesRuleIn(saved?.get(settingKeys.doubles)).kind !== "off"} />
      </div>
      <MySeason league={league} summary={summary} />
    </div>
  );
}

/** What the marks of the last five results mean. */
function Legend({ hasDoubles }: { hasDoubles: boolean }) {
  return (
    <p className="leaderboard-legend">
      <span>
        <Mark kind="exact" />
        <span>{words.keyPerfectScore}</span>
      </span>
      <span>
        <Mark kind="outcome" />
        <span>{words.keyRightOutcome}</span>
      </span>
      <span>
        <Mark kind="miss" />
        <span>{words.keyMiss}</span>
      </span>
      <span>
        <Mark kind="none" />
        <span>{words.keyNoPick}</span>
      </span>
      {hasDoubles && (
        <span>
          <Mark kind="outcome" isDouble />
          <span>{words.keyDouble}</span>
        </span>
      )}
    </p>
  );
}

/** The sort in the address. Points, if the club does not show points per match. */
function useBoardSort(perMatch: boolean): [BoardSort, (sort: BoardSort) => void] {
  const [parameters, setParameters] = useSearchParams();
  const setSort = (sort: BoardSort) =>
    setParameters(
      (before) => {
        const next = new URLSearchParams(before);
        if (sort === "page") next.delete("sort");
        else next.set("sort", "per-match");
        return next;
      },
      { replace: true, keepsScroll: true },
    );
  return [perMatch && parameters.get("sort") === "per-match" ? "per-match" : "page", setSort];
}

const sorts = [
  ["page", words.sortByPoints],
  ["per-match", words.sortByPointsPerMatch],
] as const;

/** Shows what was pressed at once; the address follows with the next rows. */
function SortTabs({ sort, onSort }: { sort: BoardSort; onSort: (sort: BoardSort) => void }) {
  const [pressed, press] = useState({ value: sort, over: sort });
  const shown = pressed.over === sort ? pressed.value : sort;
  const choose = (value: BoardSort) => {
    press({ value, over: sort });
    onSort(value);
  };
  return (
    <fieldset className="board-sort">
      <legend>{words.sortBy}</legend>
      {sorts.map(([value, label]) => (
        <label key={value} className="checkbox-field">
          <input type="radio" name="board-sort" checked={value === shown} onChange={() => choose(value)} />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function stepOf(row: LeaderboardRow): Step {
  return {
    player: row.user_id,
    name: row.full_name,
    rank: row.rank,
    points: row.points,
    perfectScores: row.perfect_scores,
  };
}

function describe(summary: LeaderboardSummaryRow): string {
  if (summary.is_counting) return countingWords(summary);
  const { players, matches_completed: completed, compared_with: day, carried_from: labels } = summary;
  if (completed === 0 && !labels) return words.noRanksYet({ players });
  return [
    words.afterMatches({ matches: completed, players }),
    day && words.movementSince({ day: clubDay(day) }),
    labels && words.withCarriedPoints({ labels }),
  ]
    .filter(Boolean)
    .join(" ");
}

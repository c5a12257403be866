import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useSearchParams } from "react-router";
import { messageFor } from "../../backend/errors.ts";
import type { LeaderboardSummaryRow } from "../../backend/rows.ts";
import { Mark } from "../../football/form-marks.tsx";
import { shortDate } from "../../football/kick-off.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { Skeleton, SkeletonRows } from "../../ui/skeleton.tsx";
import "./leaderboard.css";
import { myStanding, standingsPage, summaryOf } from "./leaderboard-queries.ts";
import { LeaderboardTabs, scopeIn } from "./leaderboard-tabs.tsx";
import { MySeason } from "./my-season.tsx";
import { Podium } from "./podium.tsx";
import { SearchResults } from "./search-results.tsx";
import { plural } from "./standing.ts";
import { StandingsTable } from "./standings-table.tsx";

/** Who leads, by competition or overall. */
export function LeaderboardPage() {
  const [parameters] = useSearchParams();
  const scope = scopeIn(parameters);
  const summary = useQuery(summaryOf(scope.league));
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="title">
        <div>
          <h1>Leaderboard</h1>
          <p>{summary.data ? describe(summary.data) : "\u00a0"}</p>
        </div>
      </div>
      <LeaderboardTabs chosen={scope} />
      {summary.isError && (
        <Failure
          title="Failed to load the leaderboard"
          reason={messageFor(summary.error)}
          onRetry={() => void summary.refetch()}
        />
      )}
      {summary.isPending && (
        <div className="grid gap-6">
          <Skeleton height={318} />
          <SkeletonRows count={7} height={48} label="Loading the leaderboard" />
        </div>
      )}
      {summary.data && <Board key={scope.id} league={scope.league} summary={summary.data} />}
    </main>
  );
}

function Board({ league, summary }: { league: string; summary: LeaderboardSummaryRow }) {
  const [words, setWords] = useState("");
  const [findMe, setFindMe] = useState(0);
  const searched = useDeferredValue(words.trim());
  const first = useQuery(standingsPage(league, 0));
  const mine = useQuery(myStanding(league));
  if (summary.players === 0)
    return (
      <EmptyState title="Nobody is on this table yet">
        It fills with whoever subscribes to the competition or predicts one of its matches.
      </EmptyState>
    );
  if (first.isError)
    return (
      <Failure
        title="Failed to load the leaderboard"
        reason={messageFor(first.error)}
        onRetry={() => void first.refetch()}
      />
    );
  if (!first.data) return <Skeleton height={318} />;
  const onPodium = first.data.filter(({ rank }) => rank !== null).length >= 3 ? 3 : 0;
  return (
    <div className="leaderboard-columns">
      <div>
        {onPodium > 0 && <Podium rows={first.data} />}
        <div className={onPodium > 0 ? "tools mt-6" : "tools"}>
          <label className="search">
            <span className="sr-only">Find a player</span>
            <Search size={20} aria-hidden="true" />
            <input
              type="search"
              placeholder="Find a player"
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </label>
          <button
            type="button"
            className="btn quiet flex-none!"
            disabled={!mine.data}
            onClick={() => {
              setWords("");
              setFindMe(findMe + 1);
            }}
          >
            Find me
          </button>
        </div>
        {searched === "" ? (
          <StandingsTable league={league} players={summary.players} skipped={onPodium} findMe={findMe} />
        ) : (
          <SearchResults league={league} words={searched} />
        )}
        <p className="legend">
          <span>
            <Mark kind="exact" />
            Exact score, 3
          </span>
          <span>
            <Mark kind="outcome" />
            Right outcome, 1
          </span>
          <span>
            <Mark kind="miss" />
            Miss, 0
          </span>
          <span>
            <Mark kind="none" />
            No pick
          </span>
        </p>
      </div>
      <MySeason league={league} summary={summary} />
    </div>
  );
}

function describe({
  players,
  matches_completed: completed,
  compared_with: day,
}: LeaderboardSummaryRow): string {
  if (completed === 0) return `${plural(players, "player")}. Ranks come with the first result.`;
  const compared = day ? ` Movement since ${shortDate(day)}.` : "";
  return `After ${completed === 1 ? "one match" : `${completed.toLocaleString("en")} matches`}. ${plural(players, "player")}.${compared}`;
}

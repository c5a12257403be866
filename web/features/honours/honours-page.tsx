import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import * as words from "#words/honours";
import { Shirt } from "../../football/components/shirt.tsx";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { matchPath, nextMatch, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Page } from "../../session/page.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Champions } from "./champions.tsx";
import { champions, clubRecords, periodWinners, winnerCounts } from "./honours-queries.ts";
import { MostWins } from "./most-wins.tsx";
import { Records } from "./records.tsx";
import "./honours.css";
import { Winners } from "./winners.tsx";

export { HonoursPage as Component };

/** Champions, winners of matchdays and months, and records. */
function HonoursPage() {
  const titles = useQuery(champions);
  const records = useQuery(clubRecords);
  const matchdays = useInfiniteQuery(periodWinners("matchday"));
  const months = useInfiniteQuery(periodWinners("month"));
  const counts = useQuery(winnerCounts);
  const queries = [titles, records, matchdays, months, counts];
  const hasFailed = queries.some(({ isLoadingError }) => isLoadingError);
  const isLoading = !hasFailed && queries.some(({ isPending }) => isPending);
  const lists = [titles.data, records.data, matchdays.data?.pages[0], months.data?.pages[0], counts.data];
  const isEmpty = lists.every((rows) => rows?.length === 0);
  return (
    <Page cover={<HonoursHead />} className="page wrap stack honours">
      <FailedQueries title={words.failedToLoadTheHonours} queries={queries} />
      {isLoading && <SkeletonRows count={6} height={64} label={words.loadingTheHonours} />}
      {isEmpty && <EmptyCabinet />}
      {/* All lists at once, because each would move the next one. */}
      {!isLoading && !isEmpty && (
        <>
          {titles.data && titles.data.length > 0 && <Champions rows={titles.data} />}
          <div className="honours-columns">
            <div className="stack">
              <Winners kind="matchday" />
              <Winners kind="month" />
            </div>
            {counts.data && counts.data.length > 0 && <MostWins rows={counts.data} />}
          </div>
          {records.data && records.data.length > 0 && <Records records={records.data} />}
        </>
      )}
    </Page>
  );
}

function HonoursHead() {
  return (
    <div className="honours-head grass">
      <svg
        className="pitch-lines"
        viewBox="0 0 1440 280"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
      >
        <path d="M1080-40v360M1440 30h-70v220h70" />
        <circle cx="1080" cy="140" r="120" />
      </svg>
      <div className="wrap">
        <BackToLeaderboard />
        <h1>{words.honours}</h1>
        <p className="honours-rule">{words.honoursLead}</p>
        <p>
          <Link to={paths.career}>{words.yourCareer}</Link>
        </p>
      </div>
    </div>
  );
}

function EmptyCabinet() {
  return (
    <div className="empty-state empty-cabinet">
      <Shirt player="" name="?" />
      <h2>{words.theCabinetIsEmpty}</h2>
      <p>{words.whenTheFirstIsListed}</p>
      <Link className="btn" to={matchPath(nextMatch)}>
        {words.makeYourPicks}
      </Link>
    </div>
  );
}

import { type QueryClient, useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from "react";
import * as words from "#words/home";
import { matchesAroundNow } from "../../backend/queries/matches-around-now.ts";
import { nextMatches } from "../../backend/queries/next-matches.ts";
import { predictionsOf } from "../../backend/queries/own-predictions.ts";
import { matchesToEnter, resultsToEnter } from "../../backend/queries/results-to-enter.ts";
import { savedSettings, settingKeys } from "../../backend/queries/settings.ts";
import type { MatchRow } from "../../backend/types/rows.ts";
import { chosenIn } from "../../football/rules/club-settings.ts";
import { competitionNamed } from "../../football/rules/competitions.ts";
import { comingRoundAfter, nextLock } from "../../football/time/coming-round.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Page } from "../../session/page.tsx";
import { returnPath, waitingCode } from "../../session/return-path/return-path.ts";
import { useReturnAfterSignIn } from "../../session/return-path/use-return-path.ts";
import { mayOpen } from "../../session/roles.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { lazyOptional } from "../../ui/loading/lazy-optional.tsx";
import { lazySection } from "../../ui/loading/lazy-section.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { Rich } from "../../ui/text/rich.tsx";
import { Cover } from "./cover.tsx";
import { Fixtures } from "./fixtures.tsx";
import "./home.css";
import { playableLeagues } from "../../backend/queries/playable-competitions.ts";

export { HomePage as Component };

/** Loads what the page shows first. */
export function ask(queries: QueryClient, userId: string): void {
  void queries.prefetchQuery(nextMatches);
  void queries.prefetchQuery(playableLeagues(userId));
}

// Not needed for the first paint, and the page works without them.
const more = () => import("./home-more.ts");
const HomeAside = lazySection(async () => (await more()).HomeAside);
const LiveNow = lazyOptional(async () => (await more()).LiveNow);
const ResultsToEnter = lazyOptional(
  async () => (await import("../../football/components/results-to-enter.tsx")).ResultsToEnter,
);
const ClubNews = lazySection(async () => (await more()).ClubNews);

/** The start page: the next matches with the player's predictions, news, and what the admins turned on. */
function HomePage() {
  const { user, roles } = useSession();
  const matches = useQuery(nextMatches);
  const toEnter = matchesToEnter(useQuery({ ...resultsToEnter, enabled: mayOpen(roles, ["results"]) }).data);
  const settings = useQuery(savedSettings(user?.id ?? null));
  const leagues = useQuery({ ...playableLeagues(user?.id ?? ""), enabled: user !== null });
  const mayMove = useLiveMatchesToCome(user !== null);
  useReturnAfterSignIn();
  // At each lock the cover shows the following match.
  const now = useNowUntil((at) => nextLock(matches.data ?? [], at));

  const chosen = settings.data?.get(settingKeys.matches);
  const { mine, others, hidden } = useMemo(
    () => roundsIn(matches.data ?? [], chosenIn(chosen), leagues.data, now),
    [matches.data, chosen, leagues.data, now],
  );
  const predictions = useQuery({
    ...predictionsOf(
      user?.id ?? "",
      mine.map(({ id }) => id),
    ),
    enabled: user !== null && mine.length > 0,
  });
  // Without the player's competitions or predictions the list would be wrong. Data loaded before a failure is still used, and
  // without settings every competition is shown.
  const needed = user ? [matches, leagues, predictions] : [matches];
  const failed = needed.some(({ isLoadingError }) => isLoadingError);
  const known =
    matches.data !== undefined && !settings.isPending && (user === null || leagues.data !== undefined);
  // Before the player's competitions are known, the first match of all may be that of another.
  const coverRound = !known && !failed ? [] : mine.length > 0 ? mine : others;
  // Query results are urgent updates, which React renders at once. Deferred, the lists are rendered in slices.
  const listed = useDeferredValue(known) && known;
  const list = {
    now,
    predictions: user ? predictions.data : undefined,
    leagues: user ? leagues.data : undefined,
  };

  return (
    <>
      <Cover round={coverRound} known={known} failed={failed} {...list} />
      <Page>
        {!user && <MembersOnlyNotice />}
        {toEnter > 0 && <ResultsToEnter count={toEnter} />}
        {user && <LiveNow />}
        <div className={mayMove ? "home-columns may-move" : "home-columns"}>
          <div className="stack">
            <section aria-labelledby="next-matches">
              <div className="section-head">
                <h2 id="next-matches">{user ? words.yourNextMatchesToPredict : words.nextMatches}</h2>
                {user && <Link to={paths.matches}>{words.allMatchesAndPicks}</Link>}
              </div>
              {!listed && !failed && <SkeletonRows count={6} height={48} label={words.loadingMatches} />}
              <FailedQueries title={words.failedToLoadMatches} queries={needed} />
              {listed && !failed && (
                <Fixtures round={user ? mine : others} {...list} member={user !== null} />
              )}
              {listed && !failed && (user ? mine : others).length === 0 && (
                <EmptyState
                  title={
                    user && others.length + hidden.length > 0 ? words.noMatchesForYou : words.noMatchesToCome
                  }
                >
                  {user && others.length > 0 ? words.matchesNeedASubscription : words.newFixturesAppearHere}
                </EmptyState>
              )}
            </section>
            {listed && user && hidden.length > 0 && <MoreToPredict leagues={hidden} />}
            {listed && user && others.length > 0 && (
              <section aria-labelledby="other-matches">
                <div className="section-head">
                  <h2 id="other-matches">{words.alsoComingUp}</h2>
                  <Link to={paths.subscriptions}>{words.subscriptions}</Link>
                </div>
                <Fixtures round={others} {...list} member />
              </section>
            )}
          </div>
          <aside className="stack" aria-label={words.clubInformation}>
            <Suspense fallback={<SkeletonRows count={6} height={64} label={words.loadingClubInformation} />}>
              <HomeAside />
            </Suspense>
          </aside>
          <div className="below-matches">
            <Suspense fallback={null}>
              <ClubNews />
            </Suspense>
          </div>
        </div>
      </Page>
    </>
  );
}

/** Milliseconds that the matches wait for the live ones above them. */
const livePatience = 3_000;

/**
 * Whether live matches may still appear above the others, which would move. The others are not visible meanwhile, unless their
 * place is kept (`live/remember-live.ts`).
 */
function useLiveMatchesToCome(isMember: boolean): boolean {
  const { data, isPending } = useQuery({ ...matchesAroundNow, enabled: isMember });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), livePatience);
    return () => clearTimeout(timer);
  }, []);
  if (!isMember || isLate) return false;
  return isPending || (data?.some(({ status }) => status === "live") ?? false);
}

/** Links to the matches of the player's competitions that Home does not show. */
function MoreToPredict({ leagues }: { leagues: readonly string[] }) {
  return (
    <nav className="more-to-predict" aria-label={words.moreToPredict}>
      <span>{words.moreToPredictIntro}</span>{" "}
      {leagues.map((league) => (
        <Link key={league} to={`${paths.matches}?competition=${competitionNamed(league)?.id}`}>
          {league}
        </Link>
      ))}
    </nav>
  );
}

/**
 * The next matches of the competitions chosen for Home (`chosen` null: all): those that the player may predict, and the
 * others. `hidden`: the competitions that are not chosen, but have matches for the player to predict.
 */
function roundsIn(
  matches: readonly MatchRow[],
  chosen: readonly string[] | null,
  playable: ReadonlySet<string> | undefined,
  now: number,
): { mine: MatchRow[]; others: MatchRow[]; hidden: string[] } {
  const isMine = ({ league }: MatchRow) => playable?.has(league) ?? false;
  const isChosen = ({ league }: MatchRow) =>
    chosen === null || chosen.includes(competitionNamed(league)?.id ?? "");
  const shown = matches.filter(isChosen);
  const unshown = matches.filter((match) => isMine(match) && !isChosen(match));
  return {
    mine: comingRoundAfter(shown.filter(isMine), now),
    others: comingRoundAfter(shown, now).filter((match) => !isMine(match)),
    hidden: [...new Set(unshown.map(({ league }) => league))],
  };
}

/** Explains to a visitor why the requested page did not open. */
function MembersOnlyNotice() {
  if (!returnPath()) return null;
  const waiting = waitingCode();
  const toSignIn = (text: string) => <Link to={paths.signIn}>{text}</Link>;
  return (
    <p className="notice sign-in-notice">
      <LogIn size={20} aria-hidden="true" />
      <span>
        {waiting ? (
          <Rich parts={words.codeIsWaiting({ code: waiting, link: toSignIn })} />
        ) : (
          <Rich parts={words.pageIsForMembers({ link: toSignIn })} />
        )}
      </span>
    </p>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageFor } from "../../backend/errors.ts";
import { serverNow } from "../../backend/server-clock.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Failure } from "../../ui/failure.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Cover } from "./cover.tsx";
import { Fixtures } from "./fixtures.tsx";
import "./home.css";
import { Link } from "react-router";
import { nextMatches, picksOfNext, playableLeagues } from "./home-queries.ts";
import { HowItWorks } from "./how-it-works.tsx";
import { nextRound } from "./next-round.ts";

/** The programme's cover: what comes next, and what to do about it. */
export function HomePage() {
  const { user } = useSession();
  const matches = useQuery(nextMatches);
  const now = useNowAtLock(matches.data?.[0]?.locks_at);
  const round = nextRound(matches.data ?? [], now);
  const picks = useQuery({
    ...picksOfNext(
      user?.id ?? "",
      round.map(({ id }) => id),
    ),
    enabled: user !== null && round.length > 0,
  });
  const leagues = useQuery({ ...playableLeagues(user?.id ?? ""), enabled: user !== null });

  return (
    <>
      <Cover
        round={round}
        known={matches.isSuccess}
        now={now}
        picks={user ? picks.data : undefined}
        leagues={user ? leagues.data : undefined}
      />
      <main className="page wrap" id="main" tabIndex={-1}>
        <div className={user ? "" : "home-columns"}>
          <section aria-labelledby="next-matches">
            <div className="head">
              <h2 id="next-matches">{user ? "Your next matches" : "Next matches"}</h2>
              {user && <Link to="/matches">All matches and picks</Link>}
            </div>
            {matches.isPending && <SkeletonRows count={6} height={48} label="Loading matches" />}
            {matches.isError && (
              <Failure
                title="Failed to load matches"
                reason={messageFor(matches.error)}
                onRetry={() => void matches.refetch()}
              />
            )}
            {matches.isSuccess && round.length === 0 && (
              <EmptyState title="No matches to come">
                The next fixtures appear here as soon as an organiser enters them.
              </EmptyState>
            )}
            <Fixtures
              round={round}
              now={now}
              picks={picks.data}
              leagues={leagues.data}
              member={user !== null}
            />
          </section>
          {!user && <HowItWorks />}
        </div>
      </main>
    </>
  );
}

/** The time now, read again at the moment the next match locks: the cover then moves on to the one after. */
function useNowAtLock(locksAt: string | undefined): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!locksAt) return;
    const wait = Date.parse(locksAt) - serverNow();
    // A timer longer than 24.8 days fires at once.
    if (wait <= 0 || wait > 2_147_483_647) return;
    const timer = setTimeout(() => setNow(serverNow()), wait + 50);
    return () => clearTimeout(timer);
  }, [locksAt]);
  return now;
}

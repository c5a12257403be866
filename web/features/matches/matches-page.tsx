import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router";
import { messageFor } from "../../backend/errors.ts";
import { competitionWithId } from "../../football/competition.tsx";
import { placeOf } from "../../football/kick-off.ts";
import { useNow } from "../../football/use-now.ts";
import { useSession } from "../../session/session-store.ts";
import { Failure } from "../../ui/failure.tsx";
import { CardSkeletons } from "./card-skeleton.tsx";
import { CompetitionTabs } from "./competition-tabs.tsx";
import { currentMatches, currentPicks, playableCompetitions, splitsOf } from "./match-queries.ts";
import { comingRound, sectionsOf } from "./match-state.ts";
import "./matches.css";
import { LockedCard } from "./locked-card.tsx";
import { OpenSection } from "./open-section.tsx";
import { PlayedSection } from "./played-section.tsx";
import { RoundStrip } from "./round-strip.tsx";

/** The heart of the product: what is live, what is open for picks, what is over. */
export function MatchesPage() {
  const { user } = useSession();
  const [parameters] = useSearchParams();
  const competition = competitionWithId(parameters.get("competition") ?? "") ?? null;
  if (!user) return null;
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <div className="title">
        <div>
          <h1>Matches</h1>
          <p>Times are yours, {placeOf()}.</p>
        </div>
      </div>
      <Matches userId={user.id} league={competition?.name ?? null} competition={competition?.id ?? null} />
    </main>
  );
}

function Matches({
  userId,
  league,
  competition,
}: {
  userId: string;
  league: string | null;
  competition: string | null;
}) {
  const now = useNow(1_000);
  const matches = useQuery(currentMatches);
  const picks = useQuery(currentPicks(userId));
  const playable = useQuery(playableCompetitions(userId));

  const counts = useMemo(() => {
    const found = new Map<string, number>();
    for (const match of matches.data ?? []) found.set(match.league, (found.get(match.league) ?? 0) + 1);
    return found;
  }, [matches.data]);
  const shown = useMemo(
    () => (matches.data ?? []).filter((match) => league === null || match.league === league),
    [matches.data, league],
  );
  const { live, open, locked } = sectionsOf(shown, now);
  const lockedIds = [...live, ...locked].map(({ id }) => id);
  const splits = useQuery(splitsOf(lockedIds));

  const failed = [matches, picks, playable].find(({ isError }) => isError);
  if (failed)
    return (
      <>
        <CompetitionTabs chosen={competition} counts={counts} />
        <Failure
          title="Failed to load matches"
          reason={messageFor(failed.error)}
          onRetry={() => void Promise.all([matches.refetch(), picks.refetch(), playable.refetch()])}
        />
      </>
    );
  if (!matches.data || !picks.data || !playable.data)
    return (
      <>
        <CompetitionTabs chosen={competition} counts={counts} />
        <CardSkeletons />
      </>
    );

  const mayPlay = new Set(playable.data.filter(({ may_play }) => may_play).map((row) => row.league));
  const mine = open.filter((match) => mayPlay.has(match.league));
  return (
    <>
      <CompetitionTabs chosen={competition} counts={counts} />
      <RoundStrip round={comingRound(mine)} picks={picks.data} now={now} />
      <div className="stack">
        {live.length > 0 && (
          <section aria-labelledby="live-now">
            <div className="head">
              <h2 id="live-now">Live now</h2>
              <p>Scores update by themselves</p>
            </div>
            <div className="cards now">
              {live.map((match) => (
                <LockedCard
                  key={match.id}
                  match={match}
                  pick={picks.data.get(match.id)}
                  split={splits.data && (splits.data.get(match.id) ?? null)}
                />
              ))}
            </div>
          </section>
        )}
        <OpenSection matches={open} picks={picks.data} mayPlay={mayPlay} userId={userId} league={league} />
        <PlayedSection
          locked={locked}
          picks={picks.data}
          splits={splits.data}
          userId={userId}
          league={league}
        />
      </div>
    </>
  );
}

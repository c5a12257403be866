import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useMemo, useState } from "react";
import * as words from "#words/matches";
import { afterNinetyMinutes } from "../../backend/queries/after-ninety-minutes.ts";
import { seasonQuestions } from "../../backend/questions/question-queries.ts";
import type { MatchRow, MatchSplitRow, PredictionRow } from "../../backend/types/rows.ts";
import { useIsLate } from "../../browser/use-is-late.ts";
import { competitionWithId, isCup } from "../../football/rules/competitions.ts";
import { comingRound } from "../../football/time/coming-round.ts";
import { midnightAfter } from "../../football/time/kick-off.ts";
import { timeZoneName } from "../../football/time/time-zone-name.ts";
import { useNowUntil } from "../../football/time/use-now.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { CardSkeletons } from "./cards/card-skeleton.tsx";
import { CompetitionTabs } from "./competition-tabs.tsx";
import { earlyLists, type Lists } from "./early/early-lists.ts";
import { currentMatches, currentPredictions, splitsOf } from "./match-queries.ts";
import { sectionsChange, sectionsIn, sectionsOf } from "./match-state.ts";
import "./matches.css";
import { playableCompetitions } from "../../backend/queries/playable-competitions.ts";
import { LockedCard } from "./cards/locked-card.tsx";
import { ClosedCompetitions } from "./closed-competitions.tsx";
import { LinkedMatch } from "./link/linked-match.tsx";
import { OpenSection } from "./open-section.tsx";
import { PlayedSection } from "./played-section.tsx";
import { RoundStrip } from "./round-strip.tsx";
import { LatePredictions } from "./saving/late-predictions.tsx";
import { SeasonQuestionsLinks } from "./season-questions-links.tsx";

export { MatchesPage as Component };

/** Milliseconds. */
const questionsPatience = 2_000;

/** The matches in sections: live, open for predictions, locked and completed. */
function MatchesPage() {
  const [parameters] = useSearchParams();
  const competition = competitionWithId(parameters.get("competition") ?? "") ?? null;
  return (
    <Page title={words.title} lead={words.timesAreShown({ timeZone: timeZoneName() })}>
      {({ id }) => (
        <Matches userId={id} league={competition?.name ?? null} competition={competition?.id ?? null} />
      )}
    </Page>
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
  const [linked, setLinked] = useState("");
  const { loaded, known, queries } = useLists(userId);
  const lists = loaded ?? (league ? null : known);
  const matches = lists?.matches ?? none;
  const playable = useQuery(playableCompetitions(userId));
  const questions = useQuery(seasonQuestions(userId));
  // The page renders again when a match changes its section or a day ends. Clocks inside the cards run separately.
  const now = useNowUntil((at) => Math.min(sectionsChange(matches, at), midnightAfter(at)));

  const counts = useMemo(() => countByCompetition(loaded?.matches ?? none), [loaded]);
  const sections = useMemo(() => sectionsOf(matches, now), [matches, now]);
  const { live, open, locked, awaiting } = useMemo(() => sectionsIn(sections, league), [sections, league]);
  const sent = useMemo(
    () => loaded && { open: sections.open, predictions: loaded.predictions },
    [loaded, sections],
  );
  const late = <LatePredictions userId={userId} known={sent} />;
  const lockedIds = [...live, ...locked].map(({ id }) => id);
  const splits = useQuery(splitsOf(lockedIds));

  const mayPredict = useMemo(
    () => new Set(playable.data?.filter(({ may_predict }) => may_predict).map((row) => row.league)),
    [playable.data],
  );

  // Query results are urgent updates, which React renders in one task. A deferred value renders the page in slices.
  const ready = useDeferredValue(Boolean(lists && playable.data));
  // Waited for once, because they are above the matches, but not on a network that never answers. A club without questions
  // loses nothing if it fails.
  const isAskingQuestions =
    questions.fetchStatus === "fetching" && questions.isPending && questions.failureCount === 0;
  const waitsForQuestions = !useIsLate(isAskingQuestions, questionsPatience) && isAskingQuestions;
  const needed = [...queries, playable];
  const isFailed = needed.some(({ isLoadingError }) => isLoadingError);
  if (isFailed || !ready || waitsForQuestions || !lists || !playable.data)
    return (
      <>
        <CompetitionTabs chosen={competition} counts={counts} />
        {late}
        <FailedQueries title={words.failedToLoadMatches} queries={needed} />
        {!isFailed && <CardSkeletons />}
      </>
    );

  const mine = open.filter((match) => mayPredict.has(match.league));
  const closed = open.filter((match) => !mayPredict.has(match.league));
  const { predictions } = lists;
  const shared = { now, predictions, userId };
  return (
    <>
      <CompetitionTabs chosen={competition} counts={counts} />
      {late}
      {loaded && <LinkedMatch mine={mine} onFound={setLinked} {...shared} />}
      <RoundStrip round={comingRound(mine)} predictions={predictions} now={now} competition={competition} />
      <div className="stack">
        {live.length > 0 && (
          <LiveSection live={live} now={now} predictions={predictions} splits={splits.data} />
        )}
        <SeasonQuestionsLinks questions={questions.data ?? []} league={league} now={now} />
        <OpenSection
          matches={mine}
          hasClosed={closed.length > 0}
          league={league}
          linked={linked}
          {...shared}
        />
        {closed.length > 0 && <ClosedCompetitions matches={closed} now={now} predictions={predictions} />}
        {loaded && (
          <PlayedSection
            started={[...live, ...locked, ...awaiting]}
            locked={locked}
            awaiting={awaiting}
            splits={splits.data}
            league={league}
            linked={linked}
            {...shared}
          />
        )}
      </div>
    </>
  );
}

const none: readonly MatchRow[] = [];

/** The lists of the page, and until they are `loaded` what is known early. */
function useLists(userId: string) {
  const matches = useQuery(currentMatches);
  const predictions = useQuery(currentPredictions(userId));
  const [known] = useState(() => earlyLists.get(userId) ?? null);
  useEffect(() => earlyLists.clear(), []);
  const loaded = useMemo<Lists | null>(
    () =>
      matches.data && predictions.data ? { matches: matches.data, predictions: predictions.data } : null,
    [matches.data, predictions.data],
  );
  return { loaded, known, queries: [matches, predictions] };
}

function countByCompetition(matches: readonly MatchRow[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { league } of matches) counts.set(league, (counts.get(league) ?? 0) + 1);
  return counts;
}

interface LiveSectionProps {
  live: readonly MatchRow[];
  now: number;
  predictions: ReadonlyMap<string, PredictionRow>;
  splits: ReadonlyMap<string, MatchSplitRow> | undefined;
}

function LiveSection({ live, now, predictions, splits }: LiveSectionProps) {
  const cups = live.filter((match) => isCup(match.league)).map(({ id }) => id);
  const beyond = useQuery(afterNinetyMinutes(cups, true));
  return (
    <section aria-labelledby="live-now">
      <div className="section-head">
        <h2 id="live-now">{words.liveNow}</h2>
        <p>{words.scoresUpdateAutomatically}</p>
      </div>
      <div className="cards in-play">
        {live.map((match) => (
          <LockedCard
            key={match.id}
            match={match}
            now={now}
            prediction={predictions.get(match.id)}
            split={splits && (splits.get(match.id) ?? null)}
            beyond={beyond.data?.get(match.id)}
          />
        ))}
      </div>
    </section>
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/head-to-head";
import { headToHead, seasonsOf } from "../../backend/queries/head-to-head.ts";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { comparedSeason, duelScore } from "../../football/duel/duel-score.ts";
import { BackToLeaderboard } from "../../football/leaderboard/back-to-leaderboard.tsx";
import { competitions } from "../../football/rules/competitions.ts";
import { useSearchParams } from "../../routing/location.tsx";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { type DuelPlayer, roundsOf, withShortNames } from "./duel.ts";
import { DuelChoices } from "./duel-choices.tsx";
import { DuelHead } from "./duel-head.tsx";
import { MatchdaysWon, PointsByMatchday } from "./matchdays.tsx";
import { Swings } from "./swings.tsx";
import { useDuelPlayers } from "./use-duel-players.ts";

export { HeadToHeadPage as Component };

/** Two players, by competition and season. */
function HeadToHeadPage() {
  const [parameters] = useSearchParams();
  const [first, second] = useDuelPlayers();
  const competition = competitions.find((known) => known.id === parameters.get("competition"));
  const league = competition?.name ?? "Overall";
  const competitionId = competition?.id ?? "overall";
  const seasons = useQuery(seasonsOf(league));
  const season = comparedSeason(parameters.get("season"), seasons.data);
  const exist = first.player !== null && second.player !== null;
  const areTwo = exist && first.id !== second.id;
  const duel = useQuery({
    ...headToHead({ first: first.id, second: second.id, league, season }),
    enabled: seasons.isSuccess && areTwo,
  });
  if (!areTwo) return <NoDuel competitionId={competitionId} exist={exist} />;
  const players = withShortNames(first.player ?? unnamed(first.id), second.player ?? unnamed(second.id));
  const rows = first.player && second.player ? duel.data : undefined;
  return (
    <Page
      cover={
        <DuelHead
          competitionId={competitionId}
          players={players}
          score={rows ? duelScore(rows, players, { league, season }) : null}
        />
      }
    >
      <DuelChoices competitionId={competitionId} season={season} seasons={seasons.data ?? []} />
      <FailedQueries title={words.failedToCompare} queries={[seasons, duel, first.query, second.query]} />
      {(seasons.isPending || duel.isLoading) && (
        <SkeletonRows count={6} height={56} label={words.comparing} />
      )}
      {rows?.length === 0 && (
        <EmptyState title={words.nothingToCompareYet} level={2}>
          {words.whenPicksAppear}
        </EmptyState>
      )}
      {rows && rows.length > 0 && <Duel rows={rows} players={players} isOverall={!competition} />}
    </Page>
  );
}

/** A player whose name is loading. */
function unnamed(id: string): DuelPlayer {
  return { id, name: "", short: "", isReader: false };
}

type Players = readonly [DuelPlayer, DuelPlayer];

function NoDuel({ competitionId, exist }: { competitionId: string; exist: boolean }) {
  return (
    <Page>
      <BackToLeaderboard competitionId={competitionId} />
      <h1 className="visually-hidden">{words.headToHead}</h1>
      {exist ? (
        <EmptyState title={words.chooseTwoDifferentPlayers} level={2}>
          {words.howToChoose}
        </EmptyState>
      ) : (
        <EmptyState title={words.thereIsNoSuchPlayer} level={2}>
          {words.whyThereIsNoPlayer}
        </EmptyState>
      )}
    </Page>
  );
}

interface DuelProps {
  rows: readonly HeadToHeadRow[];
  players: Players;
  isOverall: boolean;
}

function Duel({ rows, players, isOverall }: DuelProps) {
  const rounds = roundsOf(rows);
  return (
    <div className="duel-columns">
      <Swings rows={rows} players={players} isOverall={isOverall} />
      {rounds.length > 0 && (
        <div className="stack close">
          {rounds.length > 1 && <PointsByMatchday rounds={rounds} players={players} />}
          <MatchdaysWon rounds={rounds} players={players} />
        </div>
      )}
    </div>
  );
}

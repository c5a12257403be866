import { useQuery } from "@tanstack/react-query";
import { useParams, useSearchParams } from "react-router";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { competitions } from "../../football/rules/competitions.ts";
import { fullNameOf, useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { plural } from "../../ui/text/plural.ts";
import { type DuelPlayer, roundsOf, verdictOf, withShortNames } from "./duel.ts";
import { DuelHead } from "./duel-head.tsx";
import { headToHead, seasonsOf } from "./head-to-head-queries.ts";
import { MatchdaysWon, PointsByMatchday } from "./matchdays.tsx";
import { Swings } from "./swings.tsx";
import "./head-to-head.css";

export { HeadToHeadPage as Component };

/** The signed-in player and another one, by competition and season. */
function HeadToHeadPage() {
  const { id = "" } = useParams();
  const { user } = useSession();
  const [parameters, setParameters] = useSearchParams();
  const competition = competitions.find((known) => known.id === parameters.get("competition"));
  const league = competition?.name ?? "Overall";
  const seasons = useQuery(seasonsOf(league));
  const asked = parameters.get("season");
  const season = asked === "all" ? null : (asked ?? seasons.data?.[0] ?? null);
  const other = useQuery(playerFigures(id, "Overall"));
  const duel = useQuery({ ...headToHead(id, league, season), enabled: seasons.isSuccess });
  const players = withShortNames(
    { id: user?.id ?? "", name: (user && fullNameOf(user)) || "You", short: "", isReader: true },
    { id, name: other.data?.full_name ?? "Player", short: "", isReader: false },
  );
  const choose = (key: string, value: string) =>
    setParameters(
      (known) => {
        known.set(key, value);
        if (key === "competition") known.delete("season");
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  const compared = `${competition?.name ?? "All competitions"}, ${season ?? "all seasons"}`;
  return (
    <main id="main" tabIndex={-1}>
      <DuelHead
        competitionId={competition?.id ?? "overall"}
        players={players}
        score={duel.data && !other.isPending ? scoreOf(duel.data, players, compared) : null}
      />
      <div className="page wrap">
        <div className="toolbar duel-choices">
          <label className="field">
            <span>Competition</span>
            <select
              value={competition?.id ?? "overall"}
              onChange={(event) => choose("competition", event.target.value)}
            >
              <option value="overall">All competitions</option>
              {competitions.map((known) => (
                <option key={known.id} value={known.id}>
                  {known.name}
                </option>
              ))}
            </select>
          </label>
          <label className="field">
            <span>Season</span>
            <select value={season ?? "all"} onChange={(event) => choose("season", event.target.value)}>
              {seasons.data?.map((known) => (
                <option key={known} value={known}>
                  {known}
                </option>
              ))}
              <option value="all">All seasons</option>
            </select>
          </label>
        </div>
        <FailedQueries title="Failed to compare" queries={[seasons, duel]} />
        {(seasons.isPending || duel.isLoading) && <SkeletonRows count={6} height={56} label="Comparing" />}
        {duel.data?.length === 0 && (
          <EmptyState title="Nothing to compare yet" level={2}>
            Picks appear here after the kick-off of a match that one of you predicted.
          </EmptyState>
        )}
        {duel.data && duel.data.length > 0 && (
          <Duel rows={duel.data} players={players} isOverall={competition === undefined} />
        )}
      </div>
    </main>
  );
}

function scoreOf(
  rows: readonly HeadToHeadRow[],
  [first, second]: readonly [DuelPlayer, DuelPlayer],
  compared: string,
) {
  const completed = rows.filter(({ home_score }) => home_score !== null);
  const last = roundsOf(rows).at(-1);
  return {
    mine: last?.myTotal ?? 0,
    theirs: last?.theirTotal ?? 0,
    verdict: verdictOf(rows, first, second),
    compared: `${compared}, after ${plural(completed.length, "match", "matches")}.`,
  };
}

interface DuelProps {
  rows: readonly HeadToHeadRow[];
  players: readonly [DuelPlayer, DuelPlayer];
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

import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, useParams, useSearchParams } from "react-router";
import { playerFigures } from "../../backend/queries/player-queries.ts";
import type { HeadToHeadRow } from "../../backend/types/rows.ts";
import { competitions } from "../../football/rules/competitions.ts";
import { clubDay } from "../../football/time/club-day.ts";
import { leaderboardPath } from "../../paths.ts";
import { LineChart } from "../../ui/charts/chart.tsx";
import { Figure } from "../../ui/figure.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { plural, wordFor } from "../../ui/text/plural.ts";
import { type DuelRound, differences, roundsOf, roundWins } from "./duel.ts";
import { headToHead, seasonsOf } from "./head-to-head-queries.ts";
import "./head-to-head.css";
import { DataTable } from "../../ui/data-table.tsx";

export { HeadToHeadPage as Component };

/** The signed-in player and another one, by competition and season. */
function HeadToHeadPage() {
  const { id = "" } = useParams();
  const [parameters, setParameters] = useSearchParams();
  const competition = competitions.find((known) => known.id === parameters.get("competition"));
  const league = competition?.name ?? "Overall";
  const seasons = useQuery(seasonsOf(league));
  const asked = parameters.get("season");
  const season = asked === "all" ? null : (asked ?? seasons.data?.[0] ?? null);
  const other = useQuery(playerFigures(id, "Overall"));
  const duel = useQuery({ ...headToHead(id, league, season), enabled: seasons.isSuccess });
  const name = other.data?.full_name ?? "Player";
  const choose = (key: string, value: string) =>
    setParameters(
      (known) => {
        known.set(key, value);
        if (key === "competition") known.delete("season");
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <p className="back-link">
        <Link to={leaderboardPath(competition?.id ?? "overall")}>
          <ArrowLeft size={18} aria-hidden="true" />
          Leaderboard
        </Link>
      </p>
      <div className="page-title">
        <div>
          <h1>You and {name}</h1>
          <p>Picks of locked matches. Open ones are secret.</p>
        </div>
      </div>
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
      {duel.data && duel.data.length > 0 && <Duel rows={duel.data} name={name} />}
    </main>
  );
}

function Duel({ rows, name }: { rows: readonly HeadToHeadRow[]; name: string }) {
  const rounds = roundsOf(rows);
  const wins = roundWins(rounds);
  const last = rounds.at(-1) ?? { myTotal: 0, theirTotal: 0 };
  const different = differences(rows);
  return (
    <div className="duel">
      <dl className="figures four">
        <Figure value={last.myTotal} word={`your ${wordFor(last.myTotal, "point")}`} />
        <Figure value={last.theirTotal} word={`${wordFor(last.theirTotal, "point")} of ${name}`} />
        <Figure value={wins.mine} word={`${wordFor(wins.mine, "matchday")} you won`} />
        <Figure value={wins.theirs} word={`${wordFor(wins.theirs, "matchday")} ${name} won`} />
      </dl>
      {rounds.length > 1 && (
        <div className="duel-charts">
          <Points title="Your points" rounds={rounds} totalOf={({ myTotal }) => myTotal} />
          <Points title={`Points of ${name}`} rounds={rounds} totalOf={({ theirTotal }) => theirTotal} />
        </div>
      )}
      <section aria-labelledby="different-picks">
        <h2 id="different-picks">Different picks</h2>
        <p className="muted">
          {different.length === 0
            ? "You picked the same score every time."
            : `${different.length} of ${plural(rows.length, "match", "matches")}.`}
        </p>
        {different.length > 0 && <Differences rows={different} name={name} />}
      </section>
    </div>
  );
}

interface PointsProps {
  title: string;
  rounds: readonly DuelRound[];
  totalOf: (round: DuelRound) => number;
}

function Points({ title, rounds, totalOf }: PointsProps) {
  return (
    <LineChart
      title={title}
      columns={["After", "Points"]}
      points={rounds.map((round) => ({
        label: round.label.replace(/^Matchday /, ""),
        value: totalOf(round),
      }))}
      formatValue={(points) => plural(points, "point")}
    />
  );
}

function Differences({ rows, name }: { rows: readonly HeadToHeadRow[]; name: string }) {
  return (
    <DataTable
      className="duel-table"
      columns={[
        {
          title: "Match",
          isHead: true,
          cell: (row) => (
            <>
              {row.home_team_name} {row.home_score ?? ""}
              {row.home_score === null ? "v" : "–"}
              {row.away_score ?? ""} {row.away_team_name}
              <small>{clubDay(row.kickoff_at)}</small>
            </>
          ),
        },
        {
          title: "You",
          end: true,
          cell: (row) => <Pick home={row.my_home} away={row.my_away} points={row.my_points} />,
        },
        {
          title: name,
          end: true,
          cell: (row) => <Pick home={row.their_home} away={row.their_away} points={row.their_points} />,
        },
      ]}
      rows={rows}
      keyOf={(row) => row.match_id}
    />
  );
}

function Pick({ home, away, points }: { home: number | null; away: number | null; points: number | null }) {
  return (
    <>
      {home === null ? "No pick" : `${home}–${away}`}
      {points !== null && <small>{plural(points, "point")}</small>}
    </>
  );
}

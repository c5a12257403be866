import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { ChampionRow, PeriodWinnerRow, WinnerCountRow } from "../../backend/types/rows.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { pathOf, paths } from "../../paths.ts";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { plural } from "../../ui/text/plural.ts";
import {
  champions,
  clubRecords,
  mostChampions,
  mostWinners,
  periodWinners,
  winnerCounts,
} from "./honours-queries.ts";
import { Records } from "./records.tsx";
import "./honours.css";
import { type Column, DataTable } from "../../ui/data-table.tsx";

export { HonoursPage as Component };

/** Champions, winners of matchdays and months, and records. */
function HonoursPage() {
  const titles = useQuery(champions);
  const records = useQuery(clubRecords);
  const matchdays = useQuery(periodWinners("matchday"));
  const months = useQuery(periodWinners("month"));
  const counts = useQuery(winnerCounts);
  const queries = [titles, records, matchdays, months, counts];
  const isLoading = queries.some(({ isPending }) => isPending);
  const isEmpty = queries.every(({ data }) => data?.length === 0);
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <p className="back-link">
        <Link to={paths.leaderboard}>
          <ArrowLeft size={18} aria-hidden="true" />
          Leaderboard
        </Link>
      </p>
      <div className="page-title">
        <div>
          <h1>Honours</h1>
          <p>Champions, winners of matchdays and months, and the club’s records.</p>
        </div>
      </div>
      <FailedQueries title="Failed to load the honours" queries={queries} />
      {isLoading && <SkeletonRows count={6} height={64} label="Loading the honours" />}
      {isEmpty && (
        <EmptyState title="No honours yet" level={2}>
          The first winner is listed when all matches of a matchday are completed.
        </EmptyState>
      )}
      {records.data && records.data.length > 0 && <Records records={records.data} />}
      {titles.data && titles.data.length > 0 && <Champions rows={titles.data} />}
      {matchdays.data && matchdays.data.length > 0 && <Winners title="Matchdays" rows={matchdays.data} />}
      {months.data && months.data.length > 0 && <Winners title="Months" rows={months.data} />}
      {counts.data && counts.data.length > 0 && <Counts rows={counts.data} />}
    </main>
  );
}

function Champions({ rows }: { rows: readonly ChampionRow[] }) {
  return (
    <section className="honours-section" aria-labelledby="champions">
      <h2 id="champions">Champions</h2>
      <ul className="honours-list">
        {rows.map((row) => (
          <li key={`${row.archive_id} ${row.user_id ?? row.full_name}`}>
            <b>{row.full_name}</b>
            <Link to={pathOf(paths.archive, row.archive_id)}>{row.name}</Link>
            <span className="muted">
              {row.league}, until {clubDate(row.end_date)}. {plural(row.points, "point")}, first of{" "}
              {plural(row.players, "player")}.
            </span>
            <ShareHonour of={row.archive_id} winners={[row]} label={row.name} />
          </li>
        ))}
      </ul>
      <FirstOnly shown={rows.length} most={mostChampions}>
        The archives have all tables.
      </FirstOnly>
    </section>
  );
}

function Winners({ title, rows }: { title: string; rows: readonly PeriodWinnerRow[] }) {
  return (
    <section className="honours-section" aria-label={title}>
      <h2>{title}</h2>
      <ul className="honours-list">
        {byPeriod(rows).map(([first, ...others]) => (
          <li key={first.period_id}>
            <b>{[first, ...others].map(({ full_name: name }) => name).join(", ")}</b>
            <span>{first.label}</span>
            <span className="muted">
              {first.league ? `${[first.league, first.season].filter(Boolean).join(" ")}. ` : ""}
              {plural(first.points, "point")}, {plural(first.perfect_scores, "perfect score")}
              {others.length > 0 ? " each." : "."}
            </span>
            <ShareHonour of={first.period_id} winners={[first, ...others]} label={first.label} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ShareHonourProps {
  of: string | number;
  winners: readonly { user_id: string | null; full_name: string }[];
  label: string;
}

/** The picture shows the signed-in player if the player is one of several winners, otherwise the first of them. */
function ShareHonour({ of, winners, label }: ShareHonourProps) {
  const { user } = useSession();
  const isOwn = winners.some(({ user_id: winner }) => winner === user?.id);
  const names = isOwn ? "I" : winners.map(({ full_name: name }) => name).join(", ");
  return (
    <ShareButton
      text={`${names} won ${label}. ${window.location.origin}${paths.honours}`}
      title={`Share ${label}`}
      label={`Share ${label}`}
      picture={sharePicture("honour", of)}
      className="ghost on-light"
    >
      {null}
    </ShareButton>
  );
}

/** The rows of each period together, in their order. */
function byPeriod(rows: readonly PeriodWinnerRow[]): [PeriodWinnerRow, ...PeriodWinnerRow[]][] {
  const groups = new Map<number, [PeriodWinnerRow, ...PeriodWinnerRow[]]>();
  for (const row of rows) {
    const group = groups.get(row.period_id);
    if (group) group.push(row);
    else groups.set(row.period_id, [row]);
  }
  return [...groups.values()];
}

const countColumns: readonly Column<WinnerCountRow>[] = [
  { title: "Player", cell: (row) => row.full_name },
  { title: "Matchdays", end: true, cell: (row) => row.matchdays },
  { title: "Months", end: true, cell: (row) => row.months },
];

function Counts({ rows }: { rows: readonly WinnerCountRow[] }) {
  return (
    <section className="honours-section" aria-labelledby="most-wins">
      <h2 id="most-wins">Most wins</h2>
      <DataTable columns={countColumns} rows={rows} keyOf={(row) => row.user_id ?? row.full_name} />
      <FirstOnly shown={rows.length} most={mostWinners} />
    </section>
  );
}

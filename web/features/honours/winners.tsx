import { useInfiniteQuery } from "@tanstack/react-query";
import * as words from "#words/honours";
import type { PeriodWinnerRow } from "../../backend/types/rows.ts";
import { grouped } from "../../football/honours/grouped.ts";
import { Win } from "../../football/honours/win.tsx";
import { periodLabel } from "../../football/time/club-day.ts";
import { periodPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { LoadMoreButton } from "../../ui/loading/load-more-button.tsx";
import { periodWinners } from "./honours-queries.ts";
import { ShareHonour } from "./share-honour.tsx";

const titles = { matchday: words.matchdays, month: words.months } as const;

/** The winners of matchdays or months: those of the running season, then those of earlier seasons. */
export function Winners({ kind }: { kind: "matchday" | "month" }) {
  const query = useInfiniteQuery(periodWinners(kind));
  const periods = grouped(query.data?.pages.flat() ?? [], (row) => row.period_id);
  if (periods.length === 0) return null;
  const running = periods.filter(([{ has_leaderboard: isRunning }]) => isRunning);
  const earlier = periods.filter(([{ has_leaderboard: isRunning }]) => !isRunning);
  return (
    <section aria-labelledby={kind}>
      <div className="section-head">
        <h2 id={kind}>{titles[kind]}</h2>
      </div>
      {running.length > 0 && <Wall title={words.stillRunning} periods={running} />}
      {earlier.length > 0 && <Wall title={words.earlierSeasons} periods={earlier} />}
      <LoadMoreButton query={query} className="btn secondary load-more">
        {kind === "month" ? words.showEarlierMonths : words.showEarlierMatchdays}
      </LoadMoreButton>
    </section>
  );
}

type Period = readonly [PeriodWinnerRow, ...PeriodWinnerRow[]];

function Wall({ title, periods }: { title: string; periods: readonly Period[] }) {
  return (
    <>
      <h3 className="wall-title">{title}</h3>
      <ul className="wall">
        {periods.map((players) => (
          <PeriodWin key={players[0].period_id} players={players} />
        ))}
      </ul>
    </>
  );
}

function PeriodWin({ players }: { players: Period }) {
  const [first] = players;
  const { winners: count } = first;
  const label = periodLabel(first.label);
  // The season of a matchday of the running season is known from the title above.
  const league = [first.league, !first.has_leaderboard && first.season].filter(Boolean).join(" ");
  return (
    <Win
      players={players}
      count={count}
      isFinal={first.is_final}
      league={first.league}
      period={
        <>
          {first.has_leaderboard ? (
            <Link to={periodPath(first.competition, first.period_id)}>{label}</Link>
          ) : (
            <span>{label}</span>
          )}
          {league && <span>{`, ${league}`}</span>}
        </>
      }
      end={
        first.is_final && (
          <ShareHonour
            of={first.period_id}
            winners={players}
            count={count}
            label={label}
            className="ghost on-light"
          />
        )
      }
    />
  );
}

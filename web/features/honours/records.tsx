import * as words from "#words/honours";
import { clubName } from "../../../supabase/functions/_football/club-name.ts";
import type { ClubRecordRow } from "../../backend/types/rows.ts";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { grouped } from "../../football/honours/grouped.ts";
import { HonouredShirt, PlayerNames } from "../../football/honours/player-names.tsx";
import { clubDate, periodLabel } from "../../football/time/club-day.ts";
import { periodPath } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";

interface Kind {
  title: string;
  valueText: (value: number) => string;
  /** Records of perfect scores are amber. */
  isExact?: boolean;
}

const kinds: Record<ClubRecordRow["kind"], Kind> = {
  best_matchday: { title: words.bestMatchday, valueText: (value) => words.countOfPoints({ count: value }) },
  exact_scores: {
    title: words.mostPerfectScores,
    valueText: (value) => words.countOfPerfectScores({ count: value }),
    isExact: true,
  },
  scoring_run: {
    title: words.longestRunOfPicks,
    valueText: (value) => words.picksInARow({ count: value }),
  },
  climb: { title: words.biggestClimbInADay, valueText: (value) => words.countOfPlaces({ count: value }) },
  only_exact: {
    title: words.onlyPerfectScore,
    valueText: (value) => words.oneOfPicks({ count: value }),
    isExact: true,
  },
};

/** The club's records, each with its holders. Those of the running season can still change. */
export function Records({ records }: { records: readonly ClubRecordRow[] }) {
  return (
    <section aria-labelledby="records">
      <div className="section-head">
        <h2 id="records">{words.records}</h2>
        <p>{words.setInAnySeason}</p>
      </div>
      <ul>
        {grouped(records, (row) => row.record).map((holders) => (
          <ClubRecord key={holders[0].record} holders={holders} />
        ))}
      </ul>
    </section>
  );
}

function ClubRecord({ holders }: { holders: readonly [ClubRecordRow, ...ClubRecordRow[]] }) {
  const [first] = holders;
  const { title, valueText, isExact } = kinds[first.kind];
  // Holders of one matchday or match share its line.
  const origins = grouped(holders, (row) => `${row.detail} ${row.happened_on}`);
  return (
    <li className="club-record">
      <Flaps
        value={first.value}
        className={isExact ? "flaps record-flaps exact-flaps" : "flaps record-flaps"}
      />
      <div>
        <h3>{title}</h3>
        <p className="honour-names">
          <PlayerNames players={holders} count={first.holders} />
        </p>
        <p>
          {`${valueText(first.value)}${first.holders > 1 ? ` ${words.each}` : ""}. ${holders.every(({ is_running: isRunning }) => isRunning) ? words.stillRunningSentence : ""}`}
        </p>
        {origins.map(([row]) => (
          <p key={`${row.detail} ${row.happened_on}`}>
            <Origin row={row} />
            <span>{`, ${clubDate(row.happened_on)}`}</span>
          </p>
        ))}
      </div>
      <HonouredShirt player={first} />
    </li>
  );
}

/** The database writes `Matchday 12`, or a match as `Manchester City 2–1 Napoli`, in earlier versions with a hyphen. */
function detailOf({ detail }: ClubRecordRow): string {
  const [, home, homeScore, awayScore, away = ""] = /^(.+) (\d+)[-–](\d+) (.+)$/.exec(detail) ?? [];
  return home === undefined
    ? periodLabel(detail)
    : `${clubName(home)} ${homeScore}–${awayScore} ${clubName(away)}`;
}

/** The matchday or the match of a record, a link to the matchday's leaderboard while it has one. */
function Origin({ row }: { row: ClubRecordRow }) {
  if (row.period_id === null) return <span>{detailOf(row)}</span>;
  return <Link to={periodPath(row.competition, row.period_id)}>{detailOf(row)}</Link>;
}

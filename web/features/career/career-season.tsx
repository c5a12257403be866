import { useState } from "react";
import * as words from "#words/career";
import { backend } from "../../backend/connection/client.ts";
import { sharePicture } from "../../backend/pictures/share-pictures.ts";
import type { CareerRow } from "../../backend/types/rows.ts";
import { CompetitionBadge, hueOf } from "../../football/components/competition-badge.tsx";
import { Flaps } from "../../football/components/scoreboard.tsx";
import { accuracyText, ordinal } from "../../football/rules/ranking.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { careerPath, pathOf, paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { ShareButton } from "../../ui/overlays/share-button.tsx";
import { SeasonHighlights } from "./season-highlights.tsx";

interface Props {
  row: CareerRow;
  userId: string;
  isOwn: boolean;
  /** The latest season is open at first. */
  isFirst: boolean;
}

/** A season with its place, and what stood out in it once it is opened. */
export function CareerSeason({ row, userId, isOwn, isFirst }: Props) {
  const [isOpen, setOpen] = useState(isFirst);
  // A table of another pool has points without picks.
  const hasPicks = row.predictions_scored > 0;
  return (
    <li className="career-season" {...hueOf(row.league)}>
      <header>
        <div>
          <CompetitionBadge name={row.league} />
          <h2>{row.name ?? words.running}</h2>
          {row.end_date && <p>{words.endedOn({ date: clubDate(row.end_date) })}</p>}
        </div>
        <div className="career-place">
          <Flaps value={row.rank ?? "–"} className="flaps career-flaps" />
          <b>{placeOf(row)}</b>
        </div>
        {isOwn && <ShareSeason row={row} userId={userId} />}
      </header>
      <ul className="career-facts">
        <li>{words.points({ count: row.points })}</li>
        {hasPicks && <li>{words.perfectScores({ count: row.perfect_scores })}</li>}
        {row.matchdays > 0 && <li>{words.matchdaysWon({ count: row.matchdays })}</li>}
        {hasPicks && (
          <li>{words.rightOf({ accuracy: accuracyText(row.accuracy), picks: row.predictions_scored })}</li>
        )}
        {!row.is_running && (
          <li>
            <Link to={pathOf(paths.archive, row.season)}>{words.finalTable}</Link>
          </li>
        )}
      </ul>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.whatStoodOut}</summary>
        {isOpen && <SeasonHighlights userId={userId} row={row} />}
      </details>
    </li>
  );
}

function placeOf({ rank, players }: CareerRow): string {
  return rank === null ? words.noPlaceYet : words.placeOf({ place: ordinal(rank), players });
}

function ShareSeason({ row, userId }: { row: CareerRow; userId: string }) {
  const season = row.name ? `${row.league}, ${row.name}` : words.runningSeasonOf({ competition: row.league });
  return (
    <ShareButton
      text={words.mySeason({
        club: backend().config.brand,
        season,
        place: placeOf(row),
        points: words.points({ count: row.points }),
        address: `${window.location.origin}${careerPath(userId)}`,
      })}
      title={words.shareSeason({ season })}
      label={words.shareSeason({ season })}
      picture={sharePicture("season", row.season)}
      className="ghost"
    >
      {null}
    </ShareButton>
  );
}

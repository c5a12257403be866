import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import * as words from "#words/leaderboard";
import { honoursOf } from "../../backend/queries/player-queries.ts";

/** A player's honours as small badges; nothing without one. */
export function HonourBadges({ userId }: { userId: string }) {
  const honours = useQuery(honoursOf(userId)).data;
  if (!honours) return null;
  const badges = [
    honours.championships > 0 && words.championships({ championships: honours.championships }),
    honours.months > 0 && words.monthsWon({ months: honours.months }),
    honours.matchdays > 0 && words.matchdaysWon({ matchdays: honours.matchdays }),
    honours.records > 0 && words.clubRecords({ records: honours.records }),
  ].filter((text) => text !== false);
  if (badges.length === 0) return null;
  return (
    <ul className="honour-badges" aria-label={words.honours}>
      {badges.map((text) => (
        <li key={text}>
          <Trophy size={14} aria-hidden="true" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  );
}

import { useQuery } from "@tanstack/react-query";
import { Trophy } from "lucide-react";
import { honoursOf } from "../../backend/queries/player-queries.ts";
import { plural } from "../../ui/text/plural.ts";

/** A player's honours as small badges; nothing without one. */
export function HonourBadges({ userId }: { userId: string }) {
  const honours = useQuery(honoursOf(userId)).data;
  if (!honours) return null;
  const badges = [
    honours.championships > 0 && plural(honours.championships, "championship"),
    honours.months > 0 && `${plural(honours.months, "month")} won`,
    honours.matchdays > 0 && `${plural(honours.matchdays, "matchday")} won`,
    honours.records > 0 && plural(honours.records, "club record"),
  ].filter((text) => text !== false);
  if (badges.length === 0) return null;
  return (
    <ul className="honour-badges" aria-label="Honours">
      {badges.map((text) => (
        <li key={text}>
          <Trophy size={14} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}

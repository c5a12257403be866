import { useQuery } from "@tanstack/react-query";
import * as words from "#words/groups";
import type { GroupDetailsRow } from "../../../backend/types/rows.ts";
import { MovementMark } from "../../../football/components/movement-mark.tsx";
import { Flaps } from "../../../football/components/scoreboard.tsx";
import { movementOf } from "../../../football/rules/ranking.ts";
import { useSession } from "../../../session/session-store.ts";
import { Figure } from "../../../ui/figure.tsx";
import { groupLeaderboard, groupPageSize } from "../group-queries.ts";
import { standingOf } from "./standing.ts";

/** The player's own rank and points in the group, as the leaderboard's first page has them. */
export function GroupStanding({ group, league }: { group: GroupDetailsRow; league: string }) {
  const { user } = useSession();
  // The leaderboard below loads this page.
  const { data, isPlaceholderData } = useQuery({ ...groupLeaderboard(group.id, league, 0), enabled: false });
  if (!data || isPlaceholderData) return null;
  const isOverall = league === "Overall";
  const players = data.length < groupPageSize ? data.length : isOverall ? group.members : null;
  const standing = standingOf(data, user?.id, players);
  if (!standing) return null;
  const movement = movementOf(standing.row);
  return (
    <section className="standing" aria-label={words.yourStanding}>
      <div className="standing-rank">
        <Flaps value={standing.rank} className="standing-flaps" />
        <div>
          <p className="standing-place">{standing.place}</p>
          {!isOverall && <p>{league}</p>}
          {movement.kind === "level" && <p>{words.noChangeOnMatchDay}</p>}
          {(movement.kind === "up" || movement.kind === "down") && (
            <p>
              <MovementMark movement={movement} /> <span>{words.onTheLastMatchDay}</span>
            </p>
          )}
        </div>
      </div>
      <dl>
        {standing.figures.map(({ value, word }) => (
          <Figure key={word} value={value} word={word} />
        ))}
      </dl>
    </section>
  );
}

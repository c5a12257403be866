import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { groupStandings } from "../../backend/queries/player-queries.ts";
import { distanceAhead } from "../../football/rules/group-place.ts";
import { ordinal } from "../../football/rules/ranking.ts";
import { paths } from "../../paths.ts";

/** How many groups are listed; the page of groups has all. */
const most = 3;

/** The player's place in their groups. Nothing without one, and if it cannot be loaded, because the page of groups has it. */
export function MyGroups({ userId }: { userId: string }) {
  const { data } = useQuery(groupStandings(userId));
  if (!data?.length) return null;
  return (
    <section aria-labelledby="my-groups">
      <div className="section-head">
        <h2 id="my-groups">Your groups</h2>
        <Link to={paths.groups}>{data.length > most ? `All ${data.length} groups` : "Groups"}</Link>
      </div>
      <ul className="my-groups">
        {data.slice(0, most).map((group) => (
          <li key={group.group_id}>
            <Link to={paths.group.replace(":id", group.group_id)}>
              <b>{ordinal(group.rank)}</b> in {group.name}
            </Link>
            <span className="muted">{distanceAhead(group) ?? `of ${group.members}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

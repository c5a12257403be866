import { useQuery } from "@tanstack/react-query";
import * as words from "#words/home";
import { groupStandings } from "../../backend/queries/player-queries.ts";
import { distanceAhead } from "../../football/rules/group-place.ts";
import { ordinal } from "../../football/rules/ranking.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { Rich } from "../../ui/text/rich.tsx";

/** How many groups are listed; the page of groups has all. */
const most = 3;

/** The player's place in their groups. Nothing without one, and if it cannot be loaded, because the page of groups has it. */
export function MyGroups({ userId }: { userId: string }) {
  const { data } = useQuery(groupStandings(userId));
  if (!data?.length) return null;
  return (
    <section aria-labelledby="my-groups">
      <div className="section-head">
        <h2 id="my-groups">{words.yourGroups}</h2>
        <Link to={paths.groups}>
          {data.length > most ? words.allGroups({ count: data.length }) : words.groups}
        </Link>
      </div>
      <ul className="my-groups">
        {data.slice(0, most).map((group) => (
          <li key={group.group_id}>
            <Link to={paths.group.replace(":id", group.group_id)}>
              <Rich
                parts={words.placeInGroup({
                  place: ordinal(group.rank),
                  group: group.name,
                  b: (text) => <b>{text}</b>,
                })}
              />
            </Link>
            <span className="muted">
              {distanceAhead(group) ?? words.ofMembers({ members: group.members })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

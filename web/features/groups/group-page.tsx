import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useEffect } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { backend } from "../../backend/connection/client.ts";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { competitions } from "../../football/rules/competitions.ts";
import { clubDate } from "../../football/time/club-day.ts";
import { paths } from "../../paths.ts";
import { Field } from "../../ui/forms/field.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { Skeleton, SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { plural } from "../../ui/text/plural.ts";
import { GroupActions } from "./group-actions.tsx";
import { GroupBadge } from "./group-badge.tsx";
import { GroupLeaderboard } from "./group-leaderboard.tsx";
import { GroupMembers } from "./group-members.tsx";
import { group } from "./group-queries.ts";
import "./groups.css";

export { GroupPage as Component };

/** One group of the player: its leaderboard, its members and, for the owner, its settings. */
function GroupPage() {
  const { id = "" } = useParams();
  const found = useQuery(group(id));
  useEffect(() => {
    if (found.data) document.title = `${found.data.name} · ${backend().config.brand}`;
  }, [found.data]);
  return (
    <main className="page wrap" id="main" tabIndex={-1}>
      <p>
        <Link className="group-back" to={paths.groups}>
          <ArrowLeft size={18} aria-hidden="true" />
          Groups
        </Link>
      </p>
      {found.isPending && (
        <>
          <Skeleton height={96} />
          <SkeletonRows count={7} height={48} label="Loading the group" />
        </>
      )}
      <FailedQueries title="Failed to load the group" queries={[found]} />
      {found.data === null && (
        <>
          <h1 className="visually-hidden">Group</h1>
          <h2 className="visually-hidden">No group</h2>
          <EmptyState
            title="You are not in this group"
            action={
              <Link className="btn secondary" to={paths.groups}>
                Your groups
              </Link>
            }
          >
            It may have been deleted, or the address may be mistyped.
          </EmptyState>
        </>
      )}
      {found.data && <GroupContent group={found.data} />}
    </main>
  );
}

function GroupContent({ group }: { group: GroupDetailsRow }) {
  const [parameters, setParameters] = useSearchParams();
  const chosen = competitions.find(({ id }) => id === parameters.get("competition"));
  return (
    <>
      <div className="page-title">
        <div>
          <h1 className="group-title">
            <GroupBadge first={group.first_colour} second={group.second_colour} />
            {group.name}
          </h1>
          <p>
            {plural(group.members, "member")}, owned by {group.is_owner ? "you" : group.owner_name}.{" "}
            {group.counts_from_joining
              ? `Points count from the day each member joined (you: ${clubDate(group.joined_on)}).`
              : "Points count for the whole season."}
          </p>
        </div>
        <GroupActions group={group} />
      </div>
      <Field label="Leaderboard" className="group-competition">
        <select
          value={chosen?.id ?? "overall"}
          onChange={({ target }) =>
            setParameters(target.value === "overall" ? {} : { competition: target.value }, {
              replace: true,
              preventScrollReset: true,
            })
          }
        >
          <option value="overall">Overall</option>
          {competitions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <GroupLeaderboard key={chosen?.id} group={group} league={chosen?.name ?? "Overall"} />
      <GroupMembers group={group} />
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/groups";
import type { GroupDetailsRow } from "../../backend/types/rows.ts";
import { competitions } from "../../football/rules/competitions.ts";
import { paths } from "../../paths.ts";
import { Link } from "../../routing/link.tsx";
import { useSearchParams } from "../../routing/location.tsx";
import { useParams } from "../../routing/routes.tsx";
import { Page } from "../../session/page.tsx";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../ui/loading/skeleton.tsx";
import { BackToGroups, GroupHead } from "./group-head.tsx";
import { GroupLeaderboard } from "./group-leaderboard.tsx";
import { GroupMembers } from "./group-members.tsx";
import { group } from "./group-queries.ts";
import { GroupWinners } from "./group-winners.tsx";
import { StartedMatches } from "./matches/live-gains.tsx";
import { NextMatches } from "./matches/next-matches.tsx";
import { GroupStanding } from "./standing/group-standing.tsx";
import "./groups.css";
import "./group-page.css";

export { GroupPage as Component };

/** One group of the player: its leaderboard, its members and what the player can do with it. */
function GroupPage() {
  const { id = "" } = useParams();
  const found = useQuery(group(id));
  const hasHead = found.isPending || Boolean(found.data);
  return (
    <Page name={found.data?.name} cover={hasHead && <GroupHead group={found.data ?? null} />}>
      {!hasHead && <BackToGroups />}
      {found.isPending && <SkeletonRows count={7} height={48} label={words.loadingTheGroup} />}
      <FailedQueries title={words.failedToLoadTheGroup} queries={[found]} />
      {found.data === null && (
        <>
          <h1 className="visually-hidden">{words.group}</h1>
          <h2 className="visually-hidden">{words.noGroup}</h2>
          <EmptyState
            title={words.notInThisGroup}
            action={
              <Link className="btn secondary" to={paths.groups}>
                {words.yourGroups}
              </Link>
            }
          >
            {words.whyThereIsNoGroup}
          </EmptyState>
        </>
      )}
      {found.data && <GroupContent group={found.data} />}
    </Page>
  );
}

function GroupContent({ group }: { group: GroupDetailsRow }) {
  const [parameters, setParameters] = useSearchParams();
  const chosen = competitions.find(({ id }) => id === parameters.get("competition"));
  const league = chosen?.name ?? "Overall";
  return (
    <>
      <GroupStanding key={league} group={group} league={league} />
      <StartedMatches group={group} />
      <div className="group-columns">
        <section aria-labelledby="group-leaderboard">
          <div className="section-head">
            <h2 id="group-leaderboard">{words.leaderboard}</h2>
            <label className="field">
              <span className="visually-hidden">{words.competition}</span>
              <select
                value={chosen?.id ?? "overall"}
                onChange={({ target }) =>
                  setParameters(
                    () =>
                      new URLSearchParams(target.value === "overall" ? {} : { competition: target.value }),
                    { replace: true, keepsScroll: true },
                  )
                }
              >
                <option value="overall">{words.overall}</option>
                {competitions.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <GroupLeaderboard key={league} group={group} league={league} />
        </section>
        <div className="stack">
          <NextMatches group={group} />
          <GroupWinners group={group} league={league} />
          <GroupMembers group={group} />
        </div>
      </div>
    </>
  );
}

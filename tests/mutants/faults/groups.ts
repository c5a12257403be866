import type { Fault } from "../fault.ts";

const SCHEMAS = "supabase/schemas";
const GROUPS = "supabase/tests/groups/groups.test.sql";
const GROUP_WINNERS = "supabase/tests/groups/winners.test.sql";

/** Private leagues. */
export const GROUP_FAULTS: readonly Fault[] = [
  {
    name: "everyone sees the names of groups",
    file: `${SCHEMAS}/groups/groups.sql`,
    find: "using (id in (select private.my_group_ids()) and deleted_at is null and closed_at is null);",
    replace: "using (deleted_at is null and closed_at is null);",
    caughtBy: GROUPS,
  },
  {
    name: "a group has 501 members",
    file: `${SCHEMAS}/groups/invites.sql`,
    find: "where m.group_id = found_id) >= 500 then 'full'",
    replace: "where m.group_id = found_id) > 500 then 'full'",
    caughtBy: GROUPS,
  },
  {
    name: "points of before joining count in a group",
    file: `${SCHEMAS}/groups/leaderboards.sql`,
    find: "coalesce(t.points, 0) - coalesce(b.points, 0) as points",
    replace: "coalesce(t.points, 0) as points",
    caughtBy: GROUPS,
  },
  {
    name: "matches of before joining win a group's matchday",
    file: `${SCHEMAS}/groups/winners.sql`,
    find: "join games g on g.match_date >= m.since",
    replace: "cross join games g",
    caughtBy: GROUP_WINNERS,
  },
  {
    name: "the last five of a group show matches of before joining",
    file: `${SCHEMAS}/groups/leaderboards.sql`,
    find: "l.match_date >= case when g.counts_from_joining then o.joined_on else '-infinity' end",
    replace: "true",
    caughtBy: GROUP_WINNERS,
  },
];

import type { Fault } from "../fault.ts";

const ADDING = "tests/api/functions/add-members.test.ts";
const LISTS = "supabase/tests/members/from_paper.test.sql";
const SCHEMAS = "supabase/schemas";
const MERGES = "supabase/tests/members/merging.test.sql";

/** Members from paper, and two accounts of one member. */
export const MEMBERS: readonly Fault[] = [
  {
    name: "a member from a list keeps the temporary password",
    file: "supabase/functions/add-members/add-member.ts",
    find: "      app_metadata: { temporary_password: true },\n",
    replace: "",
    caughtBy: ADDING,
    test: "the password is temporary",
  },
  {
    name: "another admin learns the temporary passwords of a request",
    file: "supabase/functions/add-members/handler.ts",
    find: "{adminId} $",
    replace: "{requestKey} $",
    caughtBy: ADDING,
    test: "tells no password to another request",
  },
  {
    name: "a member with a similar name is new",
    file: "supabase/schemas/members/from_paper.sql",
    find: "similarity_threshold = 0.6",
    replace: "similarity_threshold = 1",
    caughtBy: LISTS,
  },
  {
    name: "a merged account stays open",
    file: `${SCHEMAS}/members/closed_accounts.sql`,
    find: "  update auth.users u set banned_until = now() + interval '100 years' where u.id = new.user_id;\n",
    replace: "",
    caughtBy: MERGES,
  },
  {
    name: "an admin closes the own account by a merge",
    file: `${SCHEMAS}/members/merging.sql`,
    find: "when _remove_id = (select auth.uid()) then",
    replace: "when false then",
    caughtBy: MERGES,
  },
  {
    name: "the preview of a merge shows predictions of open matches",
    file: `${SCHEMAS}/members/merging.sql`,
    find: "'keep', case when not o.is_open then",
    replace: "'keep', case when true then",
    caughtBy: MERGES,
  },
  {
    name: "the shorter of two merged subscriptions stays",
    file: `${SCHEMAS}/members/merging_steps.sql`,
    find: "and private.outlasts(r, k);",
    replace: "and false;",
    caughtBy: MERGES,
  },
  {
    name: "a merge copies the memberships' columns from a list",
    file: `${SCHEMAS}/members/merging_steps.sql`,
    find: "insert into public.group_members\n  select (jsonb_populate_record(j, jsonb_build_object('user_id', _keep_id))).* from",
    replace:
      "insert into public.group_members (group_id, user_id, joined_on, joined_at)\n  select j.group_id, _keep_id, j.joined_on, j.joined_at from",
    caughtBy: "supabase/tests/access/undo_since_sweep.test.sql",
  },
  {
    name: "a merged account is deleted while the merge can be undone",
    file: `${SCHEMAS}/members/closed_accounts.sql`,
    find: "c.closed_at <= clock_timestamp() - private.long_undo_window()",
    replace: "true",
    caughtBy: MERGES,
  },
  {
    name: "a result prevents the undo of a merge",
    file: "supabase/schemas/access/undo_rows.sql",
    find: "(2, 'public.user_predictions', '{id}', '{points_earned}', true)",
    replace: "(2, 'public.user_predictions', '{id}', '{}', true)",
    caughtBy: MERGES,
  },
];

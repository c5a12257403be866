import type { Fault } from "../fault.ts";

const PERMISSIONS = "tests/api/permissions/permissions.test.ts";

/** What responses reveal about rows that the caller may not see. */
export const LEAKS: readonly Fault[] = [
  {
    name: "a refused prediction tells whether the other player subscribes",
    file: "supabase/schemas/predictions/predictions.sql",
    find: "if new.user_id <> (select auth.uid()) then",
    replace: "if false then",
    caughtBy: PERMISSIONS,
    test: "permissions user_predictions: after the subscription insert",
  },
  {
    name: "a picture shows a group the predictions of a match that was reopened",
    file: "supabase/schemas/players/share_pictures.sql",
    find: "\n       and private.may_see('infinity', m.locks_at, m.predictions_revealed_at)",
    replace: "",
    caughtBy: "supabase/tests/players/share_pictures.test.sql",
  },
  {
    name: "an ended session receives what another session of its account may see",
    file: "server/realtime/changes/subscriber.ts",
    find: "jti: _jti, ...rest",
    replace: "jti: _jti, session_id: _session, ...rest",
    caughtBy: PERMISSIONS,
    test: "permissions changes of news: inactive",
  },
  {
    name: "the error of an invalid token has a stack trace",
    file: "server/gateway/tokens.ts",
    find: '"JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts)"',
    replace: 'error.stack ?? ""',
    caughtBy: "tests/api/host/odd-values.sweep.test.ts",
    test: "keys and tokens of",
  },
  {
    name: "the error of a costly read has the planner's estimate",
    file: "server/rest/query/cost.ts",
    find: "if (cost > COST_LIMIT) throw tooCostly();",
    replace: "if (cost > COST_LIMIT) throw Object.assign(tooCostly(), { details: String(cost) });",
    caughtBy: "server/rest/query/cost.integration.test.ts",
  },
];

const SCHEMAS = "supabase/schemas";
const HELPERS = "supabase/tests/access/roles_helpers.test.sql";

/** What helpers with one role may not do. */
export const HELPER_FAULTS: readonly Fault[] = [
  {
    name: "a helper completes a match that is still open, which reveals its predictions",
    file: `${SCHEMAS}/matches/results.sql`,
    find: "m.id = any (_match_ids) and not private.may_see('infinity', m.locks_at, null)) then\n    raise exception 'Only an admin completes",
    replace: "m.id = any (_match_ids) and false) then\n    raise exception 'Only an admin completes",
    caughtBy: HELPERS,
  },
  {
    name: "a helper undoes the act of another one",
    file: `${SCHEMAS}/access/undo.sql`,
    find: "  perform private.require_own_act(entry.admin_user_id, entry.action);\n",
    replace: "",
    caughtBy: HELPERS,
  },
  {
    name: "a helper for payments finds members by their emails",
    file: `${SCHEMAS}/members/search.sql`,
    find: "concat_ws(' ', p.full_name, p.phone_number)) like all",
    replace: "concat_ws(' ', p.full_name, p.phone_number, _words)) like all",
    caughtBy: HELPERS,
  },
  {
    name: "a helper deletes the payment of another organiser",
    file: `${SCHEMAS}/subscriptions/payments.sql`,
    find: "coalesce(_payment.created_by = (select auth.uid())\n",
    replace: "coalesce(_payment.created_by = _payment.created_by\n",
    caughtBy: HELPERS,
  },
  {
    name: "a helper has the acts of every role",
    file: `${SCHEMAS}/access/roles.sql`,
    find: "where a.act = _act and public.has_role((select auth.uid()), a.role))",
    replace: "where public.has_role((select auth.uid()), a.role))",
    caughtBy: PERMISSIONS,
    test: "permissions delete_match()",
  },
  {
    name: "a helper opens the screens of another role",
    file: "web/session/roles.ts",
    find: "screenRoles.some((role) => own.includes(role))",
    replace: "screenRoles.some(() => own.length > 0)",
    caughtBy: "web/session/route-guard.test.ts",
  },
];

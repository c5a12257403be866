import type { Fault } from "../fault.ts";

const PERMISSIONS = "tests/api/permissions/permissions.test.ts";

/** What responses reveal about rows that the caller may not see. */
export const LEAKS: readonly Fault[] = [
  {
    name: "a refused prediction tells whether the other player subscribes",
    file: "supabase/schemas/10_predictions.sql",
    find: "if new.user_id <> (select auth.uid()) then",
    replace: "if false then",
    caughtBy: PERMISSIONS,
    test: "permissions user_predictions: after the subscription insert",
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
    caughtBy: "tests/api/host/odd-values.test.ts",
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

/** Odd values and full disks. */
import type { Fault } from "../fault.ts";

export const ODD_INPUTS: readonly Fault[] = [
  {
    name: "phone-lookup answers 500 for a NUL in the number",
    file: "supabase/functions/_http/answers.ts",
    find: "return !UNSTORABLE.test(text);",
    replace: 'return typeof text === "string";',
    caughtBy: "tests/api/host/odd-values.sweep.test.ts",
    test: "phone-lookup",
  },
  {
    name: "a write refused by a full disk is reported as a forbidden method",
    file: "server/database/postgres/connection.ts",
    find: "this.#inFlight[0]?.refusal ?? null",
    replace: "this.guard.refusal",
    caughtBy: "server/database/database.integration.test.ts",
    test: "just before writes were allowed again",
  },
  {
    name: "JSON that is nested too deeply is parsed",
    file: "server/gateway/bodies/json.ts",
    find: "if (++depth > MAX_DEPTH) return true;",
    replace: "depth++;",
    caughtBy: "tests/api/host/odd-values.sweep.test.ts",
    test: "deep",
  },
  {
    name: "a value that is too deep for PostgreSQL is a server error",
    file: "server/rest/database-errors.ts",
    find: 'if (code === "54001") return tooComplex();',
    replace: "",
    caughtBy: "tests/api/host/odd-values.sweep.test.ts",
    test: "deep",
  },
];

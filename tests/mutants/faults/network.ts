/** Networks that answer in place of the club or never, lost connections, and mail servers that refuse the club. */
import type { Fault } from "../fault.ts";

const REQUESTS = "web/backend/requests";
const SPEC = "tests/e2e/network/lying-network.sweep.spec.ts";

export const NETWORK: readonly Fault[] = [
  {
    name: "a portal's page is the answer of a service",
    file: `${REQUESTS}/service-fetch.ts`,
    find: "return new Response(null, { status: BAD_GATEWAY });",
    replace: "return answer;",
    caughtBy: `${REQUESTS}/service-fetch.test.ts`,
  },
  {
    name: "an answer after a redirection is that of a service",
    file: `${REQUESTS}/service-fetch.ts`,
    find: '{ ...init, redirect: "error" }',
    replace: "init",
    caughtBy: `${REQUESTS}/service-fetch.test.ts`,
  },
  {
    name: "an answer of any type is JSON",
    file: `${REQUESTS}/service-answer.ts`,
    find: 'return /^application\\/\\S*json/.test(headers.get("content-type") ?? "") ? JSON.parse(text) : undefined;',
    replace: "return headers && JSON.parse(text);",
    caughtBy: `${REQUESTS}/service-fetch.test.ts`,
  },
  {
    name: "a host that fails ends the session",
    file: `${REQUESTS}/other-answers.ts`,
    find: "return answer.status < 500 && (",
    replace: "return (",
    caughtBy: `${REQUESTS}/ended-session.test.ts`,
  },
  {
    name: "a save on a network that never answers has no end",
    file: `${REQUESTS}/limited-fetch.ts`,
    find: "const patience = 30_000;",
    replace: "const patience = 300_000;",
    caughtBy: `${REQUESTS}/limited-fetch.test.ts`,
  },
  {
    name: "many requests that outlast the page are refused",
    file: `${REQUESTS}/limited-fetch.ts`,
    find: " && keptAlive + length <= mostKeptAlive",
    replace: "",
    caughtBy: `${REQUESTS}/limited-fetch.test.ts`,
  },
  {
    name: "the browser cancels a save when the page goes away",
    file: `${REQUESTS}/limited-fetch.ts`,
    find: "signal: ending.signal, keepalive }",
    replace: "signal: ending.signal }",
    caughtBy: SPEC,
    test: "typed when the page goes away",
  },
  {
    name: "a page that goes away waits for the disk",
    file: "web/browser/durable-storage.ts",
    find: "Promise.race([writing, leaving, ",
    replace: "Promise.race([writing, ",
    caughtBy: SPEC,
    test: "typed when the page goes away",
  },
  {
    name: "a phone lookup that fails finds no account",
    file: "web/backend/connection/edge-functions.ts",
    find: "    throw error;\n",
    replace: "    return null;\n",
    caughtBy: SPEC,
    test: "whose lookup of the number fails",
  },
  {
    name: "the worker caches any script in place of a file",
    file: "web/service-worker/genuine.ts",
    find: "return bytes !== null && (await hashOf(bytes)) === hash;",
    replace: "return bytes !== null;",
    caughtBy: "web/service-worker/genuine.test.ts",
  },
  {
    name: "the worker caches a file after a redirection",
    file: "web/service-worker/genuine.ts",
    find: "if (!answer.ok || answer.redirected || isHtml(answer)) return false;\n  const hash",
    replace: "if (!answer.ok || isHtml(answer)) return false;\n  const hash",
    caughtBy: "web/service-worker/genuine.test.ts",
  },
  {
    name: "the worker caches a page in place of another build's file",
    file: "web/service-worker/genuine.ts",
    find: "answer.redirected || isHtml(answer)) return false;\n  const hash",
    replace: "answer.redirected) return false;\n  const hash",
    caughtBy: "web/service-worker/genuine.test.ts",
  },
  {
    name: "a change of a transaction that was open at the answer is missed",
    file: "supabase/schemas/operations/changed_since.sql",
    find: "'now', pg_snapshot_xmin(",
    replace: "'now', pg_snapshot_xmax(",
    caughtBy: "tests/database/changed-since.test.ts",
  },
  {
    name: "what was committed while the host did not listen reaches no page",
    file: "server/realtime/changes/change-feed.ts",
    find: "this.#next(() => this.#readUndelivered((batch) => this.#deliver(batch)));",
    replace: "this.#next(() => this.#readUndelivered(() => {}));",
    caughtBy: "server/realtime/changes/change-feed.integration.test.ts",
  },
  {
    name: "a used-up daily limit is about one email only",
    file: "server/delivery/mail-fault.ts",
    find: '(command !== "RCPT TO" && command !== "DATA") || ',
    replace: "",
    caughtBy: "server/delivery/mail-fault.test.ts",
  },
  {
    name: "a request that refuses gzip gets gzip",
    file: "server/gateway/bodies/content-encoding.ts",
    find: ".filter((name) => weightOf(name) > 0)",
    replace: ".filter((name) => weightOf(name) >= 0)",
    caughtBy: "server/gateway/bodies/content-encoding.test.ts",
  },
];

/** Odd values that once were a server error. `npm run soak -- fuzz` generates them for every endpoint. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revealedBy } from "../../soak/fuzz/judge.ts";
import { type Host, startHost } from "../support/host.ts";

const DEEP = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
const IMPORT = { _league: "Premier League", _season: "2026/27", _time_zone: "Europe/London" };
const MOVE = {
  bucketId: "news-images",
  sourceKey: "a.png",
  destinationKey: "b.png",
  destinationBucket: "news-images",
};
/** Keys and tokens. */
const CREDENTIALS = [
  "x",
  "sb_secret_x",
  "sb_publishable_",
  "a.b.c",
  "..",
  "eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
  "eyJhbGciOiJFUzI1NiIsImtpZCI6Ii4uLy4uL2V0Yy9wYXNzd2QifQ.e30.AAAA",
  "eyJhbGciOiJIUzI1NiJ9.eyJyb2xlIjoicG9zdGdyZXMifQ.AAAA",
  `eyJhbGciOiJFUzI1NiJ9.${"A".repeat(4000)}.AAAA`,
  "'; select 1; --",
];
const SERVICES = [
  "rest/v1/teams",
  "rest/v1/rpc/my_data",
  "auth/v1/user",
  "auth/v1/admin/users",
  "storage/v1/bucket",
  "storage/v1/object/news-images/a.png",
  "functions/v1/delete-user",
  "functions/v1/phone-lookup",
  "functions/v1/no-such-function",
  "realtime/v1/api/broadcast",
  "realtime/v1/websocket",
];

describe("an odd value is the client's fault:", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost();
  });
  afterAll(() => host.stop());

  it.each<[name: string, path: string, body: string, status: number]>([
    [
      "deep metadata at sign-up",
      "auth/v1/signup",
      `{"email":"a@example.com","password":"Correct1Horse","data":{"a":${DEEP}}}`,
      400,
    ],
    [
      "deep metadata of an admin's new account",
      "auth/v1/admin/users",
      `{"email":"a@example.com","user_metadata":{"a":${DEEP}}}`,
      400,
    ],
    [
      "a deep value of a jsonb column",
      "rest/v1/news",
      `{"title":"a","content":"b","image_position":${DEEP}}`,
      400,
    ],
    [
      "a deep parameter of a function",
      "rest/v1/rpc/preview_import",
      `{${JSON.stringify(IMPORT).slice(1, -1)},"_matches":${DEEP}}`,
      400,
    ],
    ["a deep body of storage", "storage/v1/object/move", `{"bucketId":${DEEP}}`, 400],
    [
      "a deep message of a batch",
      "realtime/v1/api/broadcast",
      `{"messages":[{"topic":"a","event":"b","payload":{"a":${DEEP}}}]}`,
      422,
    ],
    ["a deep broadcast", "realtime/v1/api/broadcast/a/events/b", DEEP, 415],
    [
      "an object for the run of a scheduled function",
      "functions/v1/send-messages",
      '{"run":{"toString":1}}',
      403,
    ],
    ["NUL in a number for phone-lookup", "functions/v1/phone-lookup", '{"phone":"\\u0000"}', 400],
    ["NUL in a token for unsubscribe", "functions/v1/unsubscribe", '{"token":"\\u0000","kind":"news"}', 404],
    [
      "an object for the name of a moved file",
      "storage/v1/object/move",
      JSON.stringify({ ...MOVE, sourceKey: {} }),
      400,
    ],
  ])("%s", async (_, path, body, status) => {
    const response = await fetch(`${host.url}/${path}`, {
      method: "POST",
      headers: {
        apikey: host.secretKey,
        authorization: `Bearer ${host.secretKey}`,
        "content-type": "application/json",
      },
      body,
    });
    const text = await response.text();
    expect([response.status, text.slice(0, 300)]).toEqual([status, expect.not.stringContaining("stack")]);
  });

  it.each(SERVICES)("keys and tokens of %s", async (path) => {
    const answers = CREDENTIALS.flatMap((credential) =>
      [
        { apikey: credential },
        { apikey: host.publishableKey, authorization: `Bearer ${credential}` },
        { apikey: credential, authorization: `Bearer ${host.secretKey}` },
      ].map(async (headers) => {
        const response = await fetch(`${host.url}/${path}`, { headers, redirect: "manual" });
        return { status: response.status, revealed: revealedBy(await response.text()) };
      }),
    );
    const failed = (await Promise.all(answers)).filter(({ status, revealed }) => status >= 500 || revealed);
    expect(failed).toEqual([]);
  });
});

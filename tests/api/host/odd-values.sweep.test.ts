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

const LONG_ADDRESS = `https://app.example/${"a".repeat(20_000)}`;

describe("an odd value is the client's fault:", () => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost({
      migrations: {
        notes: "create table notes (title text primary key); grant all on notes to service_role;",
      },
      config: { additional_redirect_urls: '["https://app.example/**"]' },
    });
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

  /** Requests with parts that a header of the response may repeat. */
  const LONG: readonly [name: string, path: string, init?: RequestInit & { body?: string }][] = [
    ["a list of 420 ids", `rest/v1/news?id=in.(${Array.from({ length: 420 }, () => crypto.randomUUID())})`],
    ["a long filter of a count", `rest/v1/news?title=eq.${"é".repeat(4000)}`, { method: "HEAD" }],
    [
      "a long key of a new row",
      "rest/v1/notes",
      {
        method: "POST",
        headers: { prefer: "return=headers-only", "content-type": "application/json" },
        // Compressible, because an index row has at most 2.7 KB.
        body: JSON.stringify({ title: " ".repeat(20_000) }),
      },
    ],
    ["a long address to return to", `auth/v1/verify?type=signup&token=x&redirect_to=${LONG_ADDRESS}`],
    ["a long Referer", "auth/v1/verify?type=signup&token=x", { headers: { referer: LONG_ADDRESS } }],
    ["a long state", `auth/v1/callback?state=${"a".repeat(20_000)}`],
    ["a long filter of accounts", `auth/v1/admin/users?per_page=1&page=1&filter=${"a".repeat(20_000)}`],
    ["a long name of a download", `storage/v1/object/notes/a.txt?download=${"a".repeat(20_000)}.txt`],
    [
      "a name of emoji",
      `storage/v1/object/notes/a.txt?download=${encodeURIComponent("⚽".repeat(2000))}.pdf`,
    ],
    ["an unknown path", `storage/v1/${"a".repeat(20_000)}`],
    ["an unknown page", "a".repeat(20_000)],
    [
      "a preflight with long names",
      "rest/v1/news",
      {
        method: "OPTIONS",
        headers: {
          "access-control-request-method": "GET",
          "access-control-request-headers": "a".repeat(20_000),
        },
      },
    ],
  ];

  it("headers stay short enough for every client, whatever a request repeats", async () => {
    await host.secret.storage.createBucket("notes");
    await host.secret.storage.from("notes").upload("a.txt", "a");
    const lengths: [string, number][] = [];
    for (const [name, path, init = {}] of LONG) {
      const headers = { apikey: host.secretKey, authorization: `Bearer ${host.secretKey}`, ...init.headers };
      // Node's fetch refuses a response with more than 16 KiB of headers.
      const response = await fetch(`${host.url}/${path}`, { redirect: "manual", ...init, headers });
      expect([name, response.status]).toEqual([name, expect.toSatisfy((status: number) => status < 500)]);
      await response.arrayBuffer();
      lengths.push([name, Math.max(...[...response.headers.values()].map((value) => value.length))]);
    }
    expect(lengths.filter(([, length]) => length > 2048)).toEqual([]);
  });

  it("a long name of a download keeps its extension", async () => {
    const { headers } = await fetch(
      `${host.url}/storage/v1/object/notes/a.txt?download=${"é".repeat(300)}.pdf`,
      {
        headers: { authorization: `Bearer ${host.secretKey}` },
      },
    );
    const name = /filename\*=UTF-8''(.*);/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "";
    expect(decodeURIComponent(name)).toBe(`${"é".repeat(125)}.pdf`);
  });

  it("a type of an upload must fit a header", async () => {
    const send = (type: string) =>
      fetch(`${host.url}/storage/v1/object/notes/b.bin`, {
        method: "POST",
        headers: { authorization: `Bearer ${host.secretKey}`, "content-type": type, "x-upsert": "true" },
        body: "b",
      });
    expect((await send(`a/${"b".repeat(198)}`)).status).toBe(200);
    expect((await send(`a/${"b".repeat(199)}`)).status).toBe(400);
  });
});

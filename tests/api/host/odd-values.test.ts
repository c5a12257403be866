/** Odd values that once were a server error. `npm run soak -- fuzz` generates them for every endpoint. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Host, startHost } from "../support/host.ts";

const DEEP = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
const IMPORT = { _league: "Premier League", _season: "2026/27", _time_zone: "Europe/London" };
const MOVE = {
  bucketId: "news-images",
  sourceKey: "a.png",
  destinationKey: "b.png",
  destinationBucket: "news-images",
};

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
});

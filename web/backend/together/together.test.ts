import { afterEach, describe, expect, it, vi } from "vitest";
import { collectable } from "./collectable-fetch.ts";
import { together } from "./together.ts";

interface Sent {
  url: string;
  body: unknown;
}

/** A host that answers `answer` to every request, and what it received. */
function host(answer: (sent: Sent) => Response) {
  const requests: Sent[] = [];
  const send = collectable(async (url, init) => {
    const sent = { url, body: JSON.parse(String(init?.body ?? "null")) as unknown };
    requests.push(sent);
    return answer(sent);
  });
  const call = async (name: string, given: object, method = "POST") =>
    (await send(`http://host/rest/v1/rpc/${name}`, { method, body: JSON.stringify(given) })).json();
  return { requests, call };
}

afterEach(() => void vi.useRealTimers());

describe("together", () => {
  it("sends reads as one request and gives each its own rows", async () => {
    const { requests, call } = host(() => Response.json([[{ rank: 1 }], [], [{ rank: 3 }]]));
    let answers: unknown;
    await together(async () => {
      answers = await Promise.all([
        call("leaderboard", { league: "FA Cup" }),
        call("crowd", {}),
        call("player_above", {}),
      ]);
    });
    expect(answers).toEqual([[{ rank: 1 }], [], [{ rank: 3 }]]);
    expect(requests).toEqual([
      {
        url: "http://host/rest/v1/rpc/read_together",
        body: {
          _reads: [
            { name: "leaderboard", arguments: { league: "FA Cup" } },
            { name: "crowd", arguments: {} },
            { name: "player_above", arguments: {} },
          ],
        },
      },
    ]);
  });

  it("leaves one read, writes and other requests as they are", async () => {
    const { requests, call } = host(() => Response.json([]));
    await together(() =>
      Promise.all([call("crowd", {}), call("join_group", { _code: "x" }), call("leaderboard", {}, "GET")]),
    );
    await call("crowd", {});
    expect(requests.map(({ url }) => url.split("/").at(-1)).sort()).toEqual([
      "crowd",
      "crowd",
      "join_group",
      "leaderboard",
    ]);
  });

  it("asks for each read alone if one of them was refused", async () => {
    const { requests, call } = host(({ url }) =>
      url.endsWith("/crowd")
        ? Response.json([{ points: 9 }])
        : Response.json({ code: "42501" }, { status: 403 }),
    );
    let answers: unknown;
    await together(async () => {
      answers = await Promise.all([call("crowd", {}), call("leaderboard", {})]);
    });
    expect(answers).toEqual([[{ points: 9 }], { code: "42501" }]);
    expect(requests).toHaveLength(3);
  });

  it("repeats the one request when the host is busy, and not one for each read", async () => {
    vi.useFakeTimers();
    let attempts = 0;
    const { requests, call } = host(() => {
      attempts += 1;
      return attempts < 3
        ? Response.json({}, { status: 503, headers: { "retry-after": "5" } })
        : Response.json([[{ rank: 1 }], []]);
    });
    let answers: unknown;
    const done = together(async () => {
      answers = await Promise.all([call("leaderboard", {}), call("crowd", {})]);
    });
    await vi.advanceTimersByTimeAsync(4_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    await done;
    expect(answers).toEqual([[{ rank: 1 }], []]);
    expect(requests).toHaveLength(3);
  });
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { joiningReads } from "./joined-reads.ts";
import { joined } from "./read-together.ts";

interface Sent {
  url: string;
  body: unknown;
}

/** A host that answers `answer` to every request of a member or a visitor, and what it received. */
function host(answer: (sent: Sent) => Response, isMember = true) {
  const requests: Sent[] = [];
  const send = joiningReads(
    async (url, init) => {
      const sent = { url, body: JSON.parse(String(init?.body ?? "null")) as unknown };
      requests.push(sent);
      return answer(sent);
    },
    () => isMember,
  );
  const call = async (path: string, given: object, headers: Record<string, string> = {}) =>
    (
      await send(`http://host/rest/v1/rpc/${path}`, { method: "POST", headers, body: JSON.stringify(given) })
    ).json();
  const read = (path: string, given: object) => {
    const headers: Record<string, string> = {};
    joined({
      setHeader(name: string, value: string) {
        headers[name] = value;
        return this;
      },
    });
    return call(path, given, headers);
  };
  return { requests, call, read };
}

afterEach(() => void vi.useRealTimers());

describe("joined reads", () => {
  it("of one moment are one request, and each gets its own rows", async () => {
    const { requests, read } = host(() => Response.json([[{ rank: 1 }], [], [{ rank: 3 }]]));
    const answers = await Promise.all([
      read("leaderboard", { league: "FA Cup" }),
      read("crowd", {}),
      read("player_above", {}),
    ]);
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

  it("of a visitor, who may not call read_together, are sent alone", async () => {
    const { requests, read } = host(() => Response.json([]), false);
    await Promise.all([read("home_leaderboards", {}), read("crowd", {})]);
    expect(requests.map(({ url }) => url.split("/").at(-1))).toEqual(["home_leaderboards", "crowd"]);
  });

  it("are sent alone in another moment, or with a condition in the address; other requests always", async () => {
    const { requests, call, read } = host(() => Response.json([]));
    await Promise.all([read("crowd", {}), call("join_group", { _code: "x" }), read("my_groups?limit=1", {})]);
    await read("crowd", {});
    expect(requests.map(({ url }) => url.split("/").at(-1)).sort()).toEqual([
      "crowd",
      "crowd",
      "join_group",
      "my_groups?limit=1",
    ]);
  });

  it("are more than one request if they are more than 16", async () => {
    const { requests, read } = host(({ body }) =>
      Response.json((body as { _reads: { arguments: unknown }[] })._reads.map((one) => [one.arguments])),
    );
    const wanted = Array.from({ length: 18 }, (_, page) => ({ page }));
    expect(await Promise.all(wanted.map((page) => read("leaderboard", page)))).toEqual(
      wanted.map((page) => [page]),
    );
    expect(requests).toHaveLength(2);
  });

  it("are asked for one by one if one of them was refused", async () => {
    const { requests, read } = host(({ url }) =>
      url.endsWith("/crowd")
        ? Response.json([{ points: 9 }])
        : Response.json({ code: "42501" }, { status: 403 }),
    );
    expect(await Promise.all([read("crowd", {}), read("leaderboard", {})])).toEqual([
      [{ points: 9 }],
      { code: "42501" },
    ]);
    expect(requests).toHaveLength(3);
  });

  it("repeat the one request when the host is busy, and not one for each read", async () => {
    vi.useFakeTimers();
    let attempts = 0;
    const { requests, read } = host(() => {
      attempts += 1;
      return attempts < 3
        ? Response.json({}, { status: 503, headers: { "retry-after": "5" } })
        : Response.json([[{ rank: 1 }], []]);
    });
    const done = Promise.all([read("leaderboard", {}), read("crowd", {})]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(requests).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await done).toEqual([[{ rank: 1 }], []]);
    expect(requests).toHaveLength(3);
  });
});

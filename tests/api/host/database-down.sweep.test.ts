/** While PostgreSQL is down, every service answers 503 at once and the log stays short. */
import { expect, it } from "vitest";
import { startCluster } from "../../engines/postgres-cluster.ts";
import { startHost } from "../support/host.ts";

const PATHS = [
  "rest/v1/teams",
  "rest/v1/rpc/next_rounds",
  "auth/v1/token?grant_type=password",
  "auth/v1/user",
  "storage/v1/bucket",
  "functions/v1/phone-lookup",
  "realtime/v1/api/broadcast",
];

it("answers 503 with Retry-After and logs one line per second", async () => {
  const cluster = await startCluster();
  const host = await startHost({ databaseUrl: cluster.url("postgres") });
  try {
    const player = await host.person("Dow Ned");
    const token = (await player.api.auth.getSession()).data.session?.access_token ?? "";
    const send = (path: string) =>
      fetch(`${host.url}/${path}`, {
        method: "POST",
        headers: {
          apikey: host.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ phone: "57000000", email: "a@b.c", password: "Wrong1Horse" }),
      });
    const before = host.log().length;
    const flood = async () => {
      const refused: (string | null)[] = [];
      for (let round = 0; round < 100; round++) {
        const answers = await Promise.all(PATHS.map(send));
        for (const [index, { status, headers }] of answers.entries())
          if (status >= 500) refused.push(`${status} ${headers.get("retry-after")} ${PATHS[index]}`);
        await Promise.all(answers.map((answer) => answer.text()));
      }
      return refused;
    };
    const running = flood();
    await cluster.stopServer();
    const refused = await running;
    expect(new Set(refused)).toEqual(new Set(PATHS.map((path) => `503 1 ${path}`)));
    const errors =
      host
        .log()
        .slice(before)
        .match(/^\{"level":50,"time":\d+/gm) ?? [];
    const times = errors.map((line) => Number(line.split(":").at(-1)));
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(errors.length).toBeGreaterThan(0);
    // Times of the log are whole milliseconds.
    expect(gaps.filter((gap) => gap < 999)).toEqual([]);
  } finally {
    await host.stop();
    await cluster.stop();
  }
});

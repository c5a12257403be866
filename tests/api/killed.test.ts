/** The host is killed in the middle of a stream of writes: what was answered is there afterwards. 3 times here, 30 in `npm run soak`. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGINES, type Host, startHost } from "./host.ts";

const KILLS = process.env.SOAK ? 30 : 3;
const WRITERS = 8;

describe.each(ENGINES)("killed while writing on %s", (engine) => {
  let host: Host;
  beforeAll(async () => {
    host = await startHost({ engine });
  });
  afterAll(() => host.stop());

  it(`keeps every answered write through ${KILLS} kills`, async () => {
    const answered: string[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      let killed = false;
      const write = async (writer: number): Promise<void> => {
        for (let turn = 0; !killed; turn++) {
          const name = `Team ${kill} ${writer} ${turn}`;
          const { error } = await host.secret.from("teams").insert({ name });
          if (!error) answered.push(name);
        }
      };
      const before = answered.length;
      const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
      // Not at the same place each time: after so many answers, then at once.
      await expect
        .poll(() => answered.length - before, { interval: 1, timeout: 20_000 })
        .toBeGreaterThan(20 + kill * 7);
      await host.kill();
      killed = true;
      await writers;
      // It opens what the killed one left behind.
      const next = await startHost({ engine, beside: host });
      await host.stop();
      host = next;
    }
    const { count } = await host.secret.from("teams").select("*", { count: "exact", head: true });
    expect(count).toBeGreaterThanOrEqual(answered.length);
    for (let start = 0; start < answered.length; start += 50) {
      const names = answered.slice(start, start + 50);
      const { data } = await host.secret.from("teams").select("name").in("name", names);
      expect(data).toHaveLength(names.length);
    }
  }, 600_000);
});

/**
 * The clients of after-a-result.ts in a separate process: standard input has the settings as JSON. Sends one request of each entry
 * at random moments within `seconds`, or as fast as they are answered if that is 0. Prints seconds, percentiles of milliseconds,
 * failures, and how many requests a busy host refused at first, as JSON.
 */
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { ask, newAgent } from "./requests.ts";

const settings = z
  .object({
    url: z.string(),
    key: z.string(),
    path: z.string(),
    seconds: z.number(),
    requests: z.array(z.object({ token: z.string(), body: z.string() })),
  })
  .parse(JSON.parse(await text(process.stdin)));
/** The loopback addresses of the clients, between which the host is fair. */
const ADDRESSES = 200;

const agent = newAgent(1);
const times: number[] = [];
let [failed, refused] = [0, 0];
const started = performance.now();
await Promise.all(
  settings.requests.map(async ({ token, body }, index) => {
    const due = Math.random() * settings.seconds * 1000;
    if (due > 0) await delay(due);
    const answer = await ask(`${settings.url}/rest/v1/${settings.path}`, {
      agent,
      localAddress: `127.0.1.${1 + (index % ADDRESSES)}`,
      headers: {
        apikey: settings.key,
        authorization: `Bearer ${token}`,
        "accept-encoding": "gzip",
        prefer: "resolution=merge-duplicates,return=minimal",
      },
      body,
    });
    if (answer.status >= 300) failed++;
    if (answer.refusals > 0) refused++;
    times.push(performance.now() - started - due);
  }),
);
const seconds = (performance.now() - started) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
console.log(JSON.stringify({ seconds, p50: at(0.5), p99: at(0.99), failed, refused }));

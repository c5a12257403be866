/**
 * The clients of after-a-result.ts in a separate process: standard input has the settings as JSON. Sends one request of each entry
 * at random moments within `seconds`, or as fast as they are answered if that is 0. Prints seconds, percentiles of milliseconds
 * and failures as JSON.
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

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

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const times: number[] = [];
let failed = 0;
const started = performance.now();
await Promise.all(
  settings.requests.map(async (each, index) => {
    const due = Math.random() * settings.seconds * 1000;
    if (due > 0) await delay(due);
    const ok = await send(each, `127.0.1.${1 + (index % ADDRESSES)}`);
    if (!ok) failed++;
    times.push(performance.now() - started - due);
  }),
);
const seconds = (performance.now() - started) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
console.log(JSON.stringify({ seconds, p50: at(0.5), p99: at(0.99), failed }));

async function send(each: { token: string; body: string }, localAddress: string): Promise<boolean> {
  const sent = request(`${settings.url}/rest/v1/${settings.path}`, {
    method: "POST",
    agent,
    localAddress,
    headers: {
      apikey: settings.key,
      authorization: `Bearer ${each.token}`,
      "content-type": "application/json",
      "accept-encoding": "gzip",
      prefer: "resolution=merge-duplicates,return=minimal",
    },
  });
  sent.end(each.body);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once("response", resolve).once("error", reject),
  );
  for await (const _ of response.resume()) {
    // discards the body
  }
  return (response.statusCode ?? 999) < 300;
}

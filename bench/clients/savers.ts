/**
 * The clients of before-a-lock.ts in a separate process: standard input has the settings as JSON. Every player saves a score for
 * every match; each connection sends its next request when it has an answer. A refused save is repeated. Prints seconds and milliseconds as JSON.
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const settings = z
  .object({
    url: z.string(),
    key: z.string(),
    players: z.array(z.object({ id: z.string(), token: z.string() })),
    matches: z.array(z.string()),
    connections: z.number(),
    oneMatchAtATime: z.boolean(),
  })
  .parse(JSON.parse(await text(process.stdin)));
/** The loopback addresses of the clients, between which the host is fair. */
const ADDRESSES = 20;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
/** The page waits as long before its first retry. */
const RETRY_MS = 1000;

// Taken from the end: the players of one match after another, or the matches of one player after another.
const { matches, players } = settings;
const jobs = settings.oneMatchAtATime
  ? matches.flatMap((match) => players.map((player) => ({ match, player })))
  : players.flatMap((player) => matches.map((match) => ({ match, player })));
const times: number[] = [];
let refused = 0;
const started = performance.now();
await Promise.all(Array.from({ length: settings.connections }, (_, index) => client(index)));
const seconds = (performance.now() - started) / 1000;
agent.destroy();
times.sort((a, b) => a - b);
const at = (part: number): number => times[Math.floor(times.length * part)] ?? 0;
console.log(JSON.stringify({ seconds, p50: at(0.5), p99: at(0.99), refused }));

async function client(index: number): Promise<void> {
  for (let job = jobs.pop(); job; job = jobs.pop()) {
    const sent = performance.now();
    const status = await save(job, `127.0.0.${2 + (index % ADDRESSES)}`);
    if (status === 503) {
      refused++;
      jobs.push(job);
      await delay(RETRY_MS);
    } else if (status >= 300) throw new Error(`a save got ${status}`);
    else times.push(performance.now() - sent);
  }
}

/** The request of the page's match card; the status of the answer. */
async function save({ match, player }: (typeof jobs)[number], localAddress: string): Promise<number> {
  const sent = request(`${settings.url}/rest/v1/user_predictions?on_conflict=user_id,match_id`, {
    method: "POST",
    agent,
    localAddress,
    headers: {
      apikey: settings.key,
      authorization: `Bearer ${player.token}`,
      "content-type": "application/json",
      prefer: "resolution=merge-duplicates,return=minimal",
    },
  });
  sent.end(JSON.stringify({ user_id: player.id, match_id: match, home_prediction: 2, away_prediction: 1 }));
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    sent.once("response", resolve).once("error", reject),
  );
  for await (const _ of response.resume()) {
    // discards the body
  }
  return response.statusCode ?? 999;
}

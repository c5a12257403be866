/**
 * The clients of before-a-lock.ts in a separate process: standard input has the settings as JSON. Every player saves a score for
 * every match; each connection sends its next request when it has an answer. A time includes the repetitions of a refused save.
 * Prints seconds and milliseconds as JSON.
 */
import { text } from "node:stream/consumers";
import { z } from "zod";
import { ask, newAgent } from "./requests.ts";

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

const agent = newAgent();
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
    const { match, player } = job;
    // The request of the page's match card.
    const { status, refusals } = await ask(
      `${settings.url}/rest/v1/user_predictions?on_conflict=user_id,match_id`,
      {
        agent,
        localAddress: `127.0.0.${2 + (index % ADDRESSES)}`,
        headers: {
          apikey: settings.key,
          authorization: `Bearer ${player.token}`,
          prefer: "resolution=merge-duplicates,return=minimal",
        },
        body: JSON.stringify({ user_id: player.id, match_id: match, home_prediction: 2, away_prediction: 1 }),
      },
    );
    if (status >= 300) throw new Error(`a save got ${status}`);
    if (refusals > 0) refused++;
    times.push(performance.now() - sent);
  }
}

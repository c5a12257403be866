/**
 * The clients of load.ts in a separate process. SETTINGS has the load as JSON. Each connection sends its next
 * request when it has an answer. Prints one line of JSON when the time is over.
 */
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const settings = z
  .object({
    url: z.string(),
    seconds: z.number(),
    connections: z.number(),
    key: z.string(),
    players: z.array(z.object({ id: z.string(), token: z.string() })),
    matches: z.array(z.string()),
  })
  .parse(JSON.parse(process.env.SETTINGS ?? ""));
/** The loopback addresses of the clients, between which the host is fair. */
const ADDRESSES = 8;
/** One connection in this many saves predictions, and one reads statistics. */
const SAVER_EVERY = 5;
const STATISTICS_EVERY = 20;
/** One connection in this many ignores Retry-After. */
const IMPATIENT_EVERY = 10;

type Kind = "connect" | "save" | "read" | "statistics";
interface Answer {
  kind: Kind;
  status: number;
  ms: number;
  retryAfter: string | undefined;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const answers: Answer[] = [];
/** Goals of the last acknowledged save by player and match. */
const acknowledged: Record<string, number> = {};
const clients = Array.from({ length: settings.connections }, (_, index) => index);

// Node accepts one connection in each turn of its event loop, so connections under load would wait for seconds.
await Promise.all(clients.map((index) => send("connect", index, settings.key, "GET", "/healthz")));
console.log("connected");
const until = performance.now() + settings.seconds * 1000;
await Promise.all(clients.map(client));
agent.destroy();
const of = (kind: Kind) => {
  const all = answers.filter((answer) => answer.kind === kind);
  const admitted = all.filter(({ status }) => status < 300).map(({ ms }) => ms);
  const refused = all.filter(({ status, retryAfter }) => status === 503 && retryAfter).map(({ ms }) => ms);
  return { admitted, refused, failed: all.length - admitted.length - refused.length };
};
console.log(
  JSON.stringify({ save: of("save"), read: of("read"), statistics: of("statistics"), acknowledged }),
);

async function client(index: number): Promise<void> {
  const player = settings.players[index % settings.players.length];
  // Each saver has its own player and match, so that its last acknowledged score must be in the database.
  const saver = Math.floor(index / SAVER_EVERY);
  const match = settings.matches[Math.floor(saver / settings.players.length)];
  const own = settings.players[saver % settings.players.length];
  for (let turn = 1; performance.now() < until; turn++) {
    if (index % SAVER_EVERY === 0 && own && match) {
      const goals = turn % 51;
      const body = { user_id: own.id, match_id: match, home_prediction: goals, away_prediction: 0 };
      const path = "/rest/v1/user_predictions?on_conflict=user_id,match_id";
      const status = await send("save", index, own.token, "POST", path, body);
      if (status < 300) acknowledged[`${own.id} ${match}`] = goals;
    } else if (index % STATISTICS_EVERY === 1)
      await send("statistics", index, player?.token, "POST", "/rest/v1/rpc/player_ranks", {
        _user_id: player?.id,
      });
    else
      await send("read", index, player?.token, "GET", "/rest/v1/matches?select=*&order=match_date&limit=20");
  }
}

async function send(
  kind: Kind,
  index: number,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const started = performance.now();
  const headers: Record<string, string> = { apikey: settings.key, authorization: `Bearer ${token}` };
  if (body) headers["content-type"] = "application/json";
  if (kind === "save") headers.prefer = "resolution=merge-duplicates,return=minimal";
  const localAddress = `127.0.0.${2 + (index % ADDRESSES)}`;
  let response: IncomingMessage | null = null;
  try {
    const sent = request(settings.url + path, { method, agent, headers, localAddress });
    sent.end(body && JSON.stringify(body));
    response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once("response", resolve).once("error", reject),
    );
    for await (const _ of response.resume()) {
      // discards the body
    }
  } catch {
    response = null;
  }
  const status = response?.statusCode ?? 999;
  const retryAfter = response?.headers["retry-after"];
  answers.push({
    kind,
    status,
    ms: performance.now() - started,
    retryAfter,
  });
  if (retryAfter && index % IMPATIENT_EVERY !== IMPATIENT_EVERY - 1) await delay(Number(retryAfter) * 1000);
  return status;
}

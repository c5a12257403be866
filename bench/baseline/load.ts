/**
 * The clients of bench/rest.ts in a separate process: standard input has the settings as JSON. Each connection sends its next
 * request when it has an answer. Prints autocannon's result as JSON.
 */
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { z } from "zod";

interface Client {
  setRequests(requests: { method: string; body: string }[]): void;
}
/** It has no types. */
const autocannon: (options: object) => Promise<unknown> = createRequire(import.meta.url)("autocannon");

const { url, method, headers, bodies, connections, limit } = z
  .object({
    url: z.string(),
    method: z.enum(["GET", "POST"]),
    headers: z.record(z.string(), z.string()),
    /** Shared out among the connections, which repeat theirs in turns. */
    bodies: z.array(z.string()),
    connections: z.number(),
    limit: z.union([z.object({ duration: z.number() }), z.object({ amount: z.number() })]),
  })
  .parse(JSON.parse(await text(process.stdin)));

let clients = 0;
const result = await autocannon({
  url,
  method,
  headers,
  connections,
  ...limit,
  setupClient(client: Client) {
    const own = clients++ % connections;
    const mine = bodies.filter((_, index) => bodies.length < connections || index % connections === own);
    if (mine.length > 0) client.setRequests(mine.map((body) => ({ method, body })));
  },
});
console.log(JSON.stringify(result));

/**
 * The clients of bench/realtime.ts in a separate process: opens COUNT sockets to URL, joins JOIN (if set) on each, or with
 * JOINS, a file, the line of that socket, and prints `ready`. When the first change has reached all sockets, prints the
 * sorted arrival times in Unix milliseconds.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import WebSocket from "ws";

const { URL: url = "", COUNT, JOIN, JOINS } = process.env;
const count = Number(COUNT);
const joins = JOINS ? readFileSync(JOINS, "utf8").split("\n") : [];
const OPENED_AT_ONCE = 100;

const arrivals: number[] = [];
let size = 0;
for (let opened = 0; opened < count; opened += OPENED_AT_ONCE)
  await Promise.all(
    Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, (_, at) =>
      open(joins[opened + at] ?? JOIN),
    ),
  );
console.log("ready");

async function open(join: string | undefined): Promise<void> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await once(socket, "open");
  const joined = new Promise<void>((resolve) => {
    if (!join) return resolve();
    socket.on("message", (data: Buffer) => {
      if (data.includes("Subscribed to PostgreSQL")) resolve();
    });
    socket.send(join);
  });
  await joined;
  socket.removeAllListeners("message");
  socket.once("message", (data: Buffer) => {
    arrivals.push(performance.timeOrigin + performance.now());
    size = data.length;
    if (arrivals.length === count)
      console.log(JSON.stringify({ arrivals: arrivals.sort((a, b) => a - b), size }));
  });
  socket.once("close", () => process.exit(1));
}

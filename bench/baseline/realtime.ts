/** The baseline of bench/realtime.ts: a bare ws server that writes BYTES to every socket on a request for /go. */
import { createServer } from "node:http";
import { WebSocketServer } from "ws";

const message = JSON.stringify([
  null,
  null,
  "baseline",
  "postgres_changes",
  "x".repeat(Number(process.env.BYTES)),
]);
const server = createServer((_, response) => {
  for (const socket of sockets.clients) socket.send(message);
  response.end();
});
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));

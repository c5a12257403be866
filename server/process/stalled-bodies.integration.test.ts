import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, it } from "vitest";
import { StalledBodies } from "./stalled-bodies.ts";

/** Emits "byte" for every part of a body. */
let server: Server;
let bodies: StalledBodies;
beforeEach(async () => {
  bodies = new StalledBodies();
  server = createServer((request, response) => {
    bodies.add(request, response, 0);
    request.on("data", () => server.emit("byte"));
    request.once("end", () => response.end("done"));
    request.once("error", () => undefined);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterEach(async () => {
  await once(server.close(), "close");
});

/** Sends the head of a request with a body of three bytes, and its first byte. */
async function begun(): Promise<Socket> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1" });
  const arrived = once(server, "byte");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 3\r\n\r\na");
  await arrived;
  return socket;
}

it("answers 408 to a body without progress for 60 seconds", async () => {
  const socket = await begun();
  bodies.check(1); // reads the first byte
  bodies.check(60_000);
  expect(socket.readableEnded).toBe(false);
  bodies.check(60_001);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*"request_timeout"/);
});

it("leaves a body that makes progress, however slowly", async () => {
  const socket = await begun();
  bodies.check(1);
  const arrived = once(server, "byte");
  socket.write("b");
  await arrived;
  bodies.check(60_001);
  bodies.check(120_000);
  socket.write("c");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
});

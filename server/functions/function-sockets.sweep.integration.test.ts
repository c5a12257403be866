/** Web sockets of functions, with a real client. */
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import WebSocket from "ws";
import { eventually } from "../../tests/eventually.ts";
import { serveUpgrades } from "../gateway/upgrades.ts";
import { functionSockets } from "./function-sockets.ts";
import { useFunctions } from "./functions-host.fixture.ts";

const functions = useFunctions("[functions.open]\nverify_jwt = false\n");

/** Echoes text and bytes; ends, fails or never ends if it is told so. */
const ECHO = `
Deno.serve((request) => {
  if (request.headers.get("upgrade") !== "websocket") return new Response("A web socket, please", { status: 426 });
  if (new URL(request.url).searchParams.has("refuse")) return new Response("Not today", { status: 403 });
  const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "scores" });
  socket.onopen = () => socket.send("open " + new URL(request.url).pathname);
  socket.onmessage = async ({ data }) => {
    if (data === "end") return socket.close(4001, "as you wish");
    if (data === "fail") throw new Error("it failed");
    while (data === "never end");
    socket.send(typeof data === "string" ? "said " + data : new Uint8Array(await data.arrayBuffer()).reverse());
  };
  socket.onclose = ({ code }) => console.log("closed with " + code);
  return response;
});`;

let server: Server;
let sockets: ReturnType<typeof functionSockets>;
beforeAll(async () => {
  server = createAdaptorServer({ fetch: functions.fetch }) as Server;
  sockets = functionSockets(server, "/functions/v1");
  serveUpgrades(server, [sockets]);
  await once(server.listen(0, "127.0.0.1"), "listening");
  functions.write("functions/open/index.ts", ECHO);
  functions.write("functions/closed/index.ts", ECHO);
});
afterAll(() => {
  sockets.close();
  server.close();
});

function connect(path: string, protocols: string[] = ["scores"]) {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/functions/v1/${path}`, protocols);
  const received: unknown[] = [];
  socket.on("message", (data, isBinary) => received.push(isBinary ? [...(data as Buffer)] : String(data)));
  return { socket, received };
}

/** The status and text of an answer that is none of a web socket. */
async function refusal(socket: WebSocket): Promise<[number | undefined, string]> {
  const [, response] = await once(socket, "unexpected-response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return [response.statusCode, Buffer.concat(chunks).toString()];
}

it("a function talks by a web socket, in text and bytes", async () => {
  const { socket, received } = connect("open/any/path");
  await once(socket, "open");
  expect(socket.protocol).toBe("scores");
  socket.send("hello");
  socket.send(Buffer.from([1, 2, 3]));
  socket.send("x".repeat(300_000));
  await eventually(() => expect(received).toHaveLength(4));
  expect(received.slice(0, 3)).toEqual(["open /open/any/path", "said hello", [3, 2, 1]]);
  expect(received[3]).toBe(`said ${"x".repeat(300_000)}`);
  socket.send("end");
  const [code, reason] = await once(socket, "close");
  expect([code, String(reason)]).toEqual([4001, "as you wish"]);
});

it("the function learns when its client leaves", async () => {
  const { socket } = connect("open");
  await once(socket, "open");
  socket.close(4002);
  await eventually(() => expect(functions.logged.map(({ error }) => error)).toContain("closed with 4002"));
});

it("a function may answer such a request in another way, and others cannot be upgraded", async () => {
  expect(await refusal(connect("open?refuse").socket)).toEqual([403, "Not today"]);
  expect((await functions.call("open")).status).toBe(426);
  const headers = { apikey: functions.keys.secret_key, upgrade: "websocket" };
  expect((await functions.call("open", { headers })).status).toBe(500);
});

it("the checks of other requests apply: a token, and a function that exists", async () => {
  expect((await refusal(connect("closed").socket))[0]).toBe(401);
  expect((await refusal(connect("missing").socket))[0]).toBe(401);
});

it("a message that fails or never ends closes the sockets of its thread, and the next one finds a new thread", async () => {
  for (const message of ["fail", "never end"]) {
    const [first, second] = [connect("open"), connect("open")];
    await Promise.all([once(first.socket, "open"), once(second.socket, "open")]);
    first.socket.send(message);
    await Promise.all([once(first.socket, "close"), once(second.socket, "close")]);
  }
  const { socket } = connect("open");
  await once(socket, "open");
  socket.close();
});

it("a socket keeps its function when the file changes", async () => {
  const { socket, received } = connect("open");
  await once(socket, "open");
  functions.write("functions/open/index.ts", ECHO.replace("said", "shouted"));
  await eventually(async () => {
    const later = connect("open");
    await once(later.socket, "open");
    later.socket.send("b");
    await eventually(() => expect(later.received).toHaveLength(2));
    later.socket.terminate();
    expect(later.received[1]).toBe("shouted b");
  });
  socket.send("a");
  await eventually(() => expect(received).toContain("said a"));
  socket.close();
});

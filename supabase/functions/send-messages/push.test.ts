import { createECDH } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import webPush from "web-push";
import { openPusher } from "./push.ts";
import type { Message } from "./queue.ts";

const MESSAGE: Message = {
  id: 1,
  kind: "news",
  language: "en",
  tag: "news",
  title: "News",
  body: "Words.",
  link: null,
  createdAt: new Date(),
  dropAfter: null,
  email: "",
  token: "",
  devices: [],
};
const ecdh = createECDH("prime256v1");
ecdh.generateKeys();
const browser = { p256dh: ecdh.getPublicKey().toString("base64url"), auth: "A".repeat(22) };

/** Answers the database function of the club's push keys. */
let database: Server;
/** What a member's endpoint must not reach. */
let inside: Server;
let connections = 0;
const portOf = (server: Server) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  database = createServer((_request, response) =>
    response.end(JSON.stringify([{ public_key: publicKey, private_key: privateKey }])),
  ).listen(0, "127.0.0.1");
  inside = createServer((_request, response) => response.writeHead(201).end()).listen(0, "127.0.0.1");
  inside.on("connection", () => {
    connections += 1;
  });
  await Promise.all([once(database, "listening"), once(inside, "listening")]);
});
afterAll(() => {
  for (const server of [database, inside]) {
    server?.closeAllConnections();
    server?.close();
  }
});

const pusherOf = (SITE_URL: string) =>
  openPusher({
    SITE_URL,
    SUPABASE_URL: `http://127.0.0.1:${portOf(database)}`,
    SUPABASE_SERVICE_ROLE_KEY: "secret",
  });

it.each(["localhost", "127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"])(
  "connects to nothing when the endpoint of a public site leads to %s",
  async (name) => {
    const before = connections;
    const pusher = await pusherOf("https://club.example.com");
    expect(
      await pusher.send({ ...browser, endpoint: `https://${name}:${portOf(inside)}/` }, MESSAGE),
    ).toEqual({
      kind: "refused",
      error: "The push service is not used, because it is inside the network of this host",
    });
    expect(connections).toBe(before);
  },
);

it("sends to a push service on loopback if the site is there too", async () => {
  const pusher = await pusherOf("http://127.0.0.1:3000");
  const endpoint = `http://127.0.0.1:${portOf(inside)}/`;
  expect(await pusher.send({ ...browser, endpoint }, MESSAGE)).toEqual({ kind: "taken" });
});

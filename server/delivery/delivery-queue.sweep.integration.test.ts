import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../tests/api/support/mail-server.ts";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import { eventually } from "../../tests/eventually.ts";
import type { Database } from "../database/database.ts";
import { createDeliveryQueue, type DeliveryQueue } from "./delivery-queue.ts";
import { createOutbox } from "./outbox.ts";
import { createSmtpCarrier, smtpFromUrl } from "./smtp.ts";

let database: Database;
let server: MailServer;
let logged: string[];
const open: { close(): Promise<void> | void }[] = [];

beforeAll(async () => {
  database = await openTestDatabase("bootstrapped");
});
afterAll(() => database.close());
beforeEach(async () => {
  server = await startMailServer();
  logged = [];
  await database.query("delete from host.delivery_queue");
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await server.down();
});

/** The queue of a host that uses the mail server at `url`. */
function startQueue(url = server.url): DeliveryQueue {
  const mail = createSmtpCarrier(smtpFromUrl(url));
  const sms = createOutbox(database).text;
  const log = (event: string) => logged.push(event);
  const queue = createDeliveryQueue({ database, mail, sms, validSeconds: 3600, log });
  queue.start();
  open.push(queue, mail);
  return queue;
}

const LETTER = { to: "ada@club.test", subject: "Your link", html: "<p>link</p>", text: "link" };
const waiting = () =>
  database.query<{ attempts: number; seconds: number }>(
    `select attempts, ceil(extract(epoch from send_after - clock_timestamp()))::int as seconds
     from host.delivery_queue`,
  );

test("a stored message is sent and removed", async () => {
  await startQueue().mail.send(LETTER);
  await eventually(() => expect(server.received).toMatchObject([{ to: "ada@club.test" }]));
  await eventually(async () => expect(await waiting()).toEqual([]));
});

test("a message for a mail server that does not respond survives the end of the host", async () => {
  const silent = createServer().listen(0, "127.0.0.1"); // accepts connections and never answers
  await once(silent, "listening");
  const connected = once(silent, "connection");
  const { port } = silent.address() as AddressInfo;
  const queue = startQueue(`smtp://127.0.0.1:${port}?from=club@example.com`);
  await queue.mail.send(LETTER);
  await connected;
  await queue.close();
  expect(server.received).toEqual([]);
  startQueue();
  await eventually(() => expect(server.received).toHaveLength(1));
  silent.close();
});

test("a message that the mail server defers is sent later", async () => {
  server.answers("450 4.7.1 Greylisted");
  const queue = startQueue();
  await queue.mail.send(LETTER);
  await eventually(async () => expect(await waiting()).toEqual([{ attempts: 1, seconds: 15 }]));
  await queue.close();
  server.answers(null);
  await database.query("update host.delivery_queue set send_after = clock_timestamp()");
  startQueue();
  await eventually(() => expect(server.received).toHaveLength(1));
});

test.each([
  ["MAIL", "550 5.4.5 Daily user sending limit exceeded"],
  ["RCPT", "554 5.7.1 Relay access denied"],
  ["DATA", "554 5.7.1 Message rejected"],
] as const)(
  "a message refused at %s for the sender's reason (%s) waits, and is sent later",
  async (at, reply) => {
    server.answers(reply, at);
    const queue = startQueue();
    await queue.mail.send(LETTER, true);
    await eventually(async () => expect(await waiting()).toEqual([{ attempts: 1, seconds: 15 }]));
    await queue.close();
    server.answers(null);
    await database.query("update host.delivery_queue set send_after = clock_timestamp()");
    startQueue();
    await eventually(() => expect(server.received).toHaveLength(1));
  },
);

test("the carrier says what the mail server said until an email is sent", async () => {
  const mail = createSmtpCarrier(smtpFromUrl(server.url));
  open.push(mail);
  server.answers("550 5.1.1 No such user");
  await expect(mail.send(LETTER)).rejects.toThrow(
    'it refused this address and says "550 5.1.1 No such user".',
  );
  expect(mail.failure()).toBeNull();
  server.answers("550 5.4.5 Daily user sending limit exceeded", "MAIL");
  await expect(mail.send(LETTER)).rejects.toThrow();
  expect(mail.failure()).toBe(
    'it accepts no email from this sender and says "550 5.4.5 Daily user sending limit exceeded".',
  );
  mail.verified("connect ECONNREFUSED");
  expect(mail.failure()).toBe("connect ECONNREFUSED");
  mail.verified(null);
  expect(mail.failure()).toMatch(/Daily user sending limit exceeded/);
  server.answers(null);
  await mail.send(LETTER);
  expect(mail.failure()).toBeNull();
});

test("an email after a failed sign-in says what holds now", async () => {
  const mail = createSmtpCarrier(smtpFromUrl(server.url));
  open.push(mail);
  mail.verified("connect ECONNREFUSED");
  server.answers("550 5.4.5 Daily user sending limit exceeded", "MAIL");
  await expect(mail.send(LETTER)).rejects.toThrow();
  expect(mail.failure()).toMatch(/Daily user sending limit exceeded/);
  mail.verified("connect ECONNREFUSED");
  server.answers(null);
  await mail.send(LETTER);
  expect(mail.failure()).toBeNull();
});

test("a message that the mail server refuses for good is logged and removed", async () => {
  server.answers("550 5.1.1 No such user");
  await startQueue().mail.send(LETTER);
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(logged).toEqual(["message not sent"]);
});

test("a message whose link has expired is not sent", async () => {
  await database.query(
    "insert into host.delivery_queue (message, expires_at) values ($1::jsonb, clock_timestamp())",
    [JSON.stringify({ kind: "mail", mail: LETTER })],
  );
  startQueue();
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(server.received).toEqual([]);
});

test("two hosts on one database send each message once", async () => {
  const queues = [startQueue(), startQueue()];
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => queues[n % 2]?.mail.send({ ...LETTER, to: `player${n}@club.test` })),
  );
  await eventually(async () => expect(await waiting()).toEqual([]));
  expect(new Set(server.received.map(({ to }) => to)).size).toBe(20);
  expect(server.received).toHaveLength(20);
});

test("a message for the outbox is stored there at once", async () => {
  await startQueue().sms.send({ to: "+23052512345", body: "123456" });
  expect(await database.query("select 1 from host.outbox where recipient = '+23052512345'")).toHaveLength(1);
  expect(await waiting()).toEqual([]);
});

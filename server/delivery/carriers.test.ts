import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { eventually } from "../../tests/eventually.ts";
import { RefusedError } from "./carriers.ts";
import { createSmtpCarrier, smtpFromUrl, smtpToUrl } from "./smtp.ts";
import { createTwilioCarrier } from "./twilio.ts";

let close: (() => void)[] = [];

afterEach(() => {
  for (const end of close) end();
  close = [];
});

const MAIL = { to: "ada@club.test", subject: "Goal", html: "<p>2-1</p>", text: "2-1" };

function smtpServer(refuse = false) {
  const received: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error("no such mailbox") : null),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const { mailFrom, rcptTo } = session.envelope;
      received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        text: Buffer.concat(chunks).toString(),
      });
      done();
    },
  });
  return new Promise<{ port: number; received: typeof received }>((ready) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      ready({ port: typeof address === "object" && address ? address.port : 0, received });
    });
    close.push(() => server.close());
  });
}

test("sends an email over SMTP as text and HTML", async () => {
  const { port, received } = await smtpServer();
  const carrier = createSmtpCarrier(smtpFromUrl(`smtp://127.0.0.1:${port}?from=club@example.com`));
  close.push(() => carrier.close());
  await carrier.send(MAIL);
  expect(received).toMatchObject([{ from: "club@example.com", to: ["ada@club.test"] }]);
  expect(received[0]?.text).toContain("Subject: Goal");
  expect(received[0]?.text).toContain("<p>2-1</p>");
});

test("throws if the server refuses the email", async () => {
  const { port } = await smtpServer(true);
  const carrier = createSmtpCarrier(smtpFromUrl(`smtp://127.0.0.1:${port}?from=club@example.com`));
  close.push(() => carrier.close());
  await expect(carrier.send(MAIL)).rejects.toThrow();
});

test.each([
  ["line", "220 ", "x".repeat(64 * 1024)],
  ["reply", "", `220-${"x".repeat(1000)}\r\n`],
])("throws without keeping an endless %s of the server", async (_kind, begin, more) => {
  let sent = 0;
  const server = createTcpServer((socket) => {
    const flow = () => {
      while (!socket.destroyed && socket.write(more));
    };
    socket.on("error", () => {}).on("drain", flow);
    socket.on("close", () => {
      sent = socket.bytesWritten;
    });
    socket.write(begin);
    flow();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  close.push(() => server.close());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const carrier = createSmtpCarrier(smtpFromUrl(`smtp://127.0.0.1:${port}?from=club@example.com`));
  close.push(() => carrier.close());
  await expect(carrier.send(MAIL)).rejects.toThrow("exceeds maximum");
  await eventually(() => expect(sent).toBeGreaterThan(0));
  expect(sent).toBeLessThan(16 * 1024 * 1024);
});

test("settings survive the conversion to a URL, whatever the password contains", () => {
  const settings = {
    host: "mail.test",
    port: 465,
    user: "club@example.com",
    pass: "a/b:c@d?e#f%20 é",
    secure: true,
    from: "Scoreline <club@example.com>",
  };
  expect(smtpFromUrl(smtpToUrl(settings))).toEqual(settings);
});

test.each(["http://mail.test", "smtp://mail.test", "smtp://?from=a@b.c", "nonsense"])(
  "%s is not a valid SMTP_URL",
  (url) => {
    expect(() => smtpFromUrl(url)).toThrow();
  },
);

/** Twilio's API on loopback. `answer`: the status and body of the next answers. */
async function twilio(answer: { status: number; body: object }) {
  const asked: { path: string | undefined; authorization: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    asked.push({
      path: request.url,
      authorization: request.headers.authorization,
      body: Buffer.concat(chunks).toString(),
    });
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  close.push(() => server.close());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  const baseUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const settings = { account_sid: "AC1", auth_token: "t", message_service_sid: "MG1", baseUrl };
  return { asked, carrier: createTwilioCarrier(settings) };
}

const TEXT = { to: "+23052512345", body: "Your code is 123456", channel: "sms" } as const;

test("sends an SMS through Twilio, and its error does not repeat the code", async () => {
  const answer = { status: 201, body: {} };
  const { asked, carrier } = await twilio(answer);
  await carrier.send(TEXT);
  expect(asked[0]).toEqual({
    path: "/2010-04-01/Accounts/AC1/Messages.json",
    authorization: `Basic ${Buffer.from("AC1:t").toString("base64")}`,
    body: "To=%2B23052512345&MessagingServiceSid=MG1&Body=Your+code+is+123456",
  });
  Object.assign(answer, { status: 400, body: { code: "123456", message: TEXT.body } });
  await expect(carrier.send({ ...TEXT, channel: "whatsapp" })).rejects.toThrow(/^Twilio answered 400$/);
  expect(asked[1]?.body).toBe(
    "To=whatsapp%3A%2B23052512345&MessagingServiceSid=MG1&Body=Your+code+is+123456",
  );
});

test.each([
  ["an invalid number", 400, 21211, true],
  ["a number that has unsubscribed", 400, 21610, true],
  ["a landline", 400, 21635, true],
  ["a wrong token", 401, 20003, false],
  ["a suspended account", 403, 20005, false],
  ["a wrong account", 404, 20404, false],
  ["a region that the account may not send to", 400, 21408, false],
  ["a sending number of somebody else", 400, 21606, false],
  ["a full queue", 429, 20429, false],
])("tells a refused recipient from %s ", async (_name, status, code, isFinal) => {
  const { carrier } = await twilio({ status, body: { code } });
  const error: unknown = await carrier.send(TEXT).catch((failure: unknown) => failure);
  expect([error instanceof RefusedError, String(error)]).toEqual([
    isFinal,
    expect.stringContaining(`answered ${status} with error ${code}`),
  ]);
});

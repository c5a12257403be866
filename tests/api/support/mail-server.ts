/** A mail server on loopback that accepts email, is busy, refuses or is down. */
import { createServer as createProbe } from "node:net";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  to: string;
  /** Unfolded headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** The body with quoted-printable decoded. */
  body: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** The reply to the next commands, such as "550 5.1.1 No such user" to RCPT; null accepts everything. */
  answers(reply: string | null, to?: "MAIL" | "RCPT" | "DATA"): void;
  /** Called with each email before the response. */
  onMail: (mail: ReceivedMail) => void;
  up(): Promise<void>;
  down(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const port = await freePort();
  let refusal: { reply: string; to: string } | null = null;
  let server: SMTPServer | undefined;
  const received: ReceivedMail[] = [];
  const refused = (command: string) =>
    refusal?.to === command
      ? Object.assign(new Error(refusal.reply.slice(4)), { responseCode: Number(refusal.reply.slice(0, 3)) })
      : null;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}?from=club@example.com`,
    received,
    answers(reply, to = "RCPT") {
      refusal = reply === null ? null : { reply, to };
    },
    onMail: () => {},
    async up() {
      const started = new SMTPServer({
        authOptional: true,
        disabledCommands: ["STARTTLS"],
        logger: false,
        onMailFrom: (_address, _session, done) => done(refused("MAIL")),
        onRcptTo: (_address, _session, done) => done(refused("RCPT")),
        async onData(stream, session, done) {
          const chunks: Buffer[] = [];
          for await (const chunk of stream) chunks.push(chunk);
          const error = refused("DATA");
          if (error) return done(error);
          const mail = parse(Buffer.concat(chunks).toString(), session.envelope.rcptTo[0]?.address ?? "");
          received.push(mail);
          mailServer.onMail(mail);
          done();
        },
      });
      // A killed client resets its connections, which tests expect.
      started.on("error", () => {});
      await new Promise<void>((ready) => started.listen(port, "127.0.0.1", ready));
      server = started;
    },
    async down() {
      const stopped = server;
      server = undefined;
      if (!stopped) return;
      for (const connection of stopped.connections) connection.close();
      await new Promise<void>((done) => stopped.close(() => done()));
    },
  };
  await mailServer.up();
  return mailServer;
}

function parse(source: string, to: string): ReceivedMail {
  const [head = "", ...rest] = source.split("\r\n\r\n");
  const lines = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const body = rest
    .join("\n\n")
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll("\r\n", "\n");
  return { to, headers, body };
}

/** A port that remains free while the server is down. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createProbe().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eventually } from "../../../tests/eventually.ts";
import { RefusedError } from "../../delivery/carriers.ts";
import { createSmtpCarrier, smtpFromUrl } from "../../delivery/smtp.ts";
import { PASSWORD, useAuthHost } from "../auth-host.fixture.ts";

const host = useAuthHost();
const received: string[] = [];
const logged: { event: string; error: unknown }[] = [];
let server: SMTPServer;
let refuse = false;

beforeEach(async () => {
  refuse = false;
  received.length = 0;
  logged.length = 0;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error("no such mailbox") : null),
    async onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      received.push(fromQuotedPrintable(Buffer.concat(chunks).toString()));
      done();
    },
  });
  const port = await new Promise<number>((ready) => {
    const listening = server.listen(0, "127.0.0.1", () => {
      const address = listening.address();
      ready(typeof address === "object" && address ? address.port : 0);
    });
  });
  const { deps } = host();
  deps.mail = createSmtpCarrier(smtpFromUrl(`smtp://127.0.0.1:${port}?from=club@example.com`));
  deps.log = (event, error) => logged.push({ event, error });
});

afterEach(async () => {
  const { mail } = host().deps;
  if ("close" in mail && typeof mail.close === "function") mail.close();
  await new Promise<void>((closed) => server.close(() => closed()));
});

function fromQuotedPrintable(text: string): string {
  return text
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

test("with a mail server, a sign-up by email needs its link and a sign-up by phone is still immediate", async () => {
  const client = host().client();
  const { data } = await client.signUp({ email: "ada@club.test", password: PASSWORD });
  expect(data.session).toBeNull();
  await eventually(() => expect(received).toHaveLength(1));
  expect(received[0]).toContain("Subject: Confirm your email address");
  const link = new URL(/\((http:\/\/club\.test\/auth[^)\s]+)\)/.exec(received[0] ?? "")?.[1] ?? "");
  const followed = await host().fetch(`${link.pathname}${link.search}`);
  expect(new URL(followed.headers.get("location") ?? "").hash).toContain("access_token=");
  expect((await client.signInWithPassword({ email: "ada@club.test", password: PASSWORD })).error).toBeNull();
  expect((await client.signUp({ phone: "+23052512345", password: PASSWORD })).data.session).not.toBeNull();
});

// As in GoTrue (internal/api/mail.go and phone.go), which waits for the server and passes its failure on.
test("fails a change of the email that the mail server refuses, and logs no code", async () => {
  const ada = await host().ada();
  refuse = true;
  const { error } = await ada.updateUser({ email: "gone@club.test" });
  expect([error?.status, error?.code, error?.message]).toEqual([
    400,
    "email_address_invalid",
    'Email address "gone@club.test" is invalid',
  ]);
  expect(JSON.stringify(logged.map((one) => String(one.error)))).not.toMatch(/token=|\b\d{6}\b|verify/);
});

test("fails a change of the phone number that the carrier refuses, but not if the carrier is down", async () => {
  const ada = await host().ada();
  const { deps } = host();
  let failure: Error = new RefusedError("Twilio answered 400");
  deps.sms = { delivers: true, channels: ["sms"], send: () => Promise.reject(failure) };
  const { error } = await ada.updateUser({ phone: "+23052512345" });
  expect([error?.status, error?.code]).toEqual([422, "sms_send_failed"]);
  failure = new Error("connection refused");
  expect((await ada.updateUser({ phone: "+23052512346" })).error).toBeNull();
  // Without a session, the answer must not tell a known number from an unknown one.
  expect((await host().client().resend({ type: "sms", phone: "+23052512347" })).error).toBeNull();
});

test("logs a mail server's refusal without the link or the code", async () => {
  refuse = true;
  const { error } = await host().client().signUp({ email: "ada@club.test", password: PASSWORD });
  expect(error).toBeNull();
  await eventually(() => expect(logged).toMatchObject([{ event: "message not sent" }]));
  const { message, stack } = logged[0]?.error instanceof Error ? logged[0].error : new Error("none");
  expect(`${message}${stack}`).not.toMatch(/token=|\b\d{6}\b|verify/);
});

import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { verifyLinkOf } from "../../../tests/api/support/mail-links.ts";
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
  // Quoted-printable breaks long lines, also within the link.
  const letter = (received[0] ?? "").replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  const link = verifyLinkOf(new URL(/\((http:\/\/club\.test\/confirm[^)\s]+)\)/.exec(letter)?.[1] ?? ""));
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

// As in GoTrue (internal/api/signup.go), which sends inside the transaction that creates the account. A sign-up's answer
// tells a known address from a new one anyway: it has no identities.
test("fails a sign-up whose email the mail server refuses, and creates no account", async () => {
  refuse = true;
  const account = { email: "ada@club.test", password: PASSWORD };
  const { error } = await host().client().signUp(account);
  expect([error?.status, error?.code]).toEqual([400, "email_address_invalid"]);
  expect(await host().database.query("select 1 from auth.users")).toEqual([]);
  expect(logged).toMatchObject([{ event: "message not sent" }]);
  const { message, stack } = logged[0]?.error instanceof Error ? logged[0].error : new Error("none");
  expect(`${message}${stack}`).not.toMatch(/token=|\b\d{6}\b|verify/);

  // An account that waited for its confirmation before stays.
  refuse = false;
  host().deps.config.auth.email.max_frequency = 0;
  expect((await host().client().signUp(account)).error).toBeNull();
  refuse = true;
  expect((await host().client().signUp(account)).error?.code).toBe("email_address_invalid");
  expect(await host().database.query("select 1 from auth.users")).toHaveLength(1);
});

test("fails a sign-up whose text message the carrier refuses, but not if the carrier is down", async () => {
  const { deps } = host();
  let failure: Error = new RefusedError("Twilio answered 400");
  deps.sms = { delivers: true, channels: ["sms"], send: () => Promise.reject(failure) };
  const { error } = await host().client().signUp({ phone: "+23052512345", password: PASSWORD });
  expect([error?.status, error?.code]).toEqual([422, "sms_send_failed"]);
  expect(await host().database.query("select 1 from auth.users")).toEqual([]);
  failure = new Error("connection refused");
  expect((await host().client().signUp({ phone: "+23052512346", password: PASSWORD })).error).toBeNull();
});

test("fails an invitation that the mail server refuses, and creates no account", async () => {
  refuse = true;
  const { error } = await host().admin().admin.inviteUserByEmail("gone@club.test");
  expect([error?.status, error?.code]).toEqual([400, "email_address_invalid"]);
  expect(await host().database.query("select 1 from auth.users")).toEqual([]);
});

test("does not tell a known address from an unknown one by a refusal", async () => {
  await host().ada();
  refuse = true;
  for (const email of ["ada@club.test", "nobody@club.test"]) {
    const answers = [
      await host().post("/auth/v1/recover", { email }),
      await host().post("/auth/v1/otp", { email, create_user: true }),
      await host().post("/auth/v1/resend", { type: "signup", email }),
    ];
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
      [200, {}],
    ]);
  }
});

test("answers a resend for an unknown phone number like one for a known number, limits included", async () => {
  const { deps } = host();
  deps.sms = { delivers: true, channels: ["sms"], send: () => Promise.resolve() };
  deps.config.auth.sms.max_frequency = 60;
  await host().client().signUp({ phone: "+23052512345", password: PASSWORD });
  await host().database.query("delete from host.rate_limits");
  const [known, unknown] = ["+23052512345", "+23052512346"].map((phone) => ({ type: "sms", phone }));
  const answerTo = async (body: unknown) => {
    const { status, body: answer } = await host().post("/auth/v1/resend", body);
    return [status, answer];
  };
  expect(await answerTo(known)).toEqual([200, { message_id: "" }]);
  expect(await answerTo(unknown)).toEqual([200, { message_id: "" }]);
  const refused = await answerTo(known);
  expect(refused).toMatchObject([429, { error_code: "over_sms_send_rate_limit" }]);
  expect(await answerTo(unknown)).toEqual(refused);
  deps.config.auth.rate_limit.sms_sent = 2;
  for (const phone of ["+23052512347", "+23052512348"]) {
    expect(await answerTo({ type: "sms", phone })).toMatchObject([
      429,
      { error_code: "over_sms_send_rate_limit" },
    ]);
  }
});

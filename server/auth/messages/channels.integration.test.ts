import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTwilioCarrier } from "../../delivery/twilio.ts";
import { BRAND, useAuthHost } from "../auth-host.fixture.ts";

const sent: URLSearchParams[] = [];
let server: Server;
let baseUrl = "";
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    sent.push(new URLSearchParams(Buffer.concat(chunks).toString()));
    response.writeHead(201).end("{}");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => void sent.splice(0));

const host = useAuthHost((deps) => {
  const { auth } = deps.config;
  auth.sms.max_frequency = 0;
  Object.assign(auth.mfa.phone, { enroll_enabled: true, verify_enabled: true, max_frequency: 0 });
  const account = { account_sid: "AC1", auth_token: "t", message_service_sid: "+15550001111" };
  deps.sms = createTwilioCarrier({ ...account, baseUrl });
});

/** Responses do not wait for messages that are sent over the network. */
const lastSent = async () => {
  while (sent.length === 0) await new Promise((soon) => setImmediate(soon));
  return Object.fromEntries(sent.at(-1) ?? []);
};

test.each([
  ["sms", "+23052512345", "+15550001111"],
  ["whatsapp", "whatsapp:+23052512345", "whatsapp:+15550001111"],
] as const)("sends a sign-in code by %s", async (channel, to, from) => {
  const { error } = await host().client().signInWithOtp({ phone: "+23052512345", options: { channel } });
  expect(error).toBeNull();
  expect(await lastSent()).toMatchObject({ To: to, From: from });
});

test("sends the code of a phone change by WhatsApp on request, and refuses unknown channels", async () => {
  host().deps.confirm = "always";
  const ada = await host().ada();
  const token = (await ada.getSession()).data.session?.access_token ?? "";
  const change = (channel: string) =>
    host().fetch("/auth/v1/user", {
      method: "PUT",
      body: JSON.stringify({ phone: "+23052512345", channel }),
      headers: { authorization: `Bearer ${token}` },
    });
  const refused = await change("pigeon");
  expect([refused.status, await refused.json()]).toMatchObject([400, { error_code: "validation_failed" }]);
  expect((await change("whatsapp")).status).toBe(200);
  expect((await lastSent()).To).toBe("whatsapp:+23052512345");
});

test("sends a second factor's code by WhatsApp on request", async () => {
  const ada = await host().ada();
  const enrolled = await ada.mfa.enroll({ factorType: "phone", phone: "+23052512345" });
  const { error } = await ada.mfa.challenge({ factorId: enrolled.data?.id ?? "", channel: "whatsapp" });
  expect(error).toBeNull();
  expect((await lastSent()).To).toBe("whatsapp:+23052512345");
});

test("refuses unknown channels, and phone channels for an email", async () => {
  for (const body of [
    { phone: "+23052512345", channel: "pigeon" },
    { email: "ada@club.test", channel: "sms" },
  ]) {
    const answer = await host().post("/auth/v1/otp", body);
    expect([answer.status, answer.body.error_code]).toEqual([400, "validation_failed"]);
  }
  expect(sent).toEqual([]);
});

test("begins a code's message with the club's name and ends it with the line that fills in the code", async () => {
  await host().client().signInWithOtp({ phone: "+23052512345" });
  const { Body = "" } = await lastSent();
  const code = /\d{6}/.exec(Body)?.[0];
  expect(Body).toBe(`${BRAND}: Your code / votre code / ou kod: ${code}\n\n@club.test #${code}`);
});

test("keeps the name and the last line of a template that has both", async () => {
  host().deps.config.auth.sms.template = `{{ .Code }} is your code for ${BRAND}.\n\n@other.test #{{ .Code }}`;
  await host().client().signInWithOtp({ phone: "+23052512345" });
  const { Body = "" } = await lastSent();
  expect(Body).toMatch(/^(\d{6}) is your code for Test Club\.\n\n@other\.test #\1$/);
});

/** Requests as the page sends them: what a busy host refuses is sent again when the host says so, with its ticket. */
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { signingKeysSchema } from "../../server/gateway/keys.ts";

/** As long as the page waits (web/backend/connection/wait-for-host.ts). */
const PATIENCE_MS = 120_000;
/** Idle sockets are closed here before the host closes them. */
const IDLE_MS = 3_000;

const keysSchema = z.object({
  publishable_key: z.string(),
  secret_key: z.string(),
  signing_keys: signingKeysSchema,
});
export type Keys = z.infer<typeof keysSchema>;

/** The keys of the club in a data folder that a host has served. */
export function keysOf(dataDir: string): Keys {
  return keysSchema.parse(JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")));
}

export interface Question {
  method?: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  agent?: Agent;
  localAddress?: string;
}

export interface Answer {
  status: number;
  body: string;
  /** How often the host was too busy before. */
  refusals: number;
}

export function newAgent(maxSockets = Number.POSITIVE_INFINITY): Agent {
  return new Agent({ keepAlive: true, maxSockets, timeout: IDLE_MS });
}
const shared = newAgent();

/** Over node:http, which costs less than fetch: the clients share the machine with the host. */
export async function ask(address: string, question: Question): Promise<Answer> {
  const { method = question.body === undefined ? "GET" : "POST", body, headers, ...connection } = question;
  const last = performance.now() + PATIENCE_MS;
  let ticket: Record<string, string> = {};
  for (let refusals = 0; ; refusals++) {
    const sent = request(address, {
      agent: shared,
      ...connection,
      method,
      headers: { "content-type": "application/json", ...headers, ...ticket },
    });
    sent.end(body);
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.once("response", resolve).once("error", reject),
    );
    const answer = { status: response.statusCode ?? 0, body: await text(response), refusals };
    if (answer.status !== 503 || performance.now() > last) return answer;
    const given = response.headers["retry-ticket"];
    ticket = typeof given === "string" ? { "retry-ticket": given } : {};
    await delay((Number(response.headers["retry-after"] ?? 1) + Math.random()) * 1000);
  }
}

/** Resolves to the JSON response, or null. */
export type Send = (path: string, body?: unknown, method?: string) => Promise<unknown>;

/** Sends JSON with a key and a token; rejects with the response on an error status. */
export function sender(url: string, apikey: string, token = apikey, agent = shared): Send {
  const headers = { apikey, authorization: `Bearer ${token}` };
  return async (path, body, method) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await ask(url + path, { headers, agent, ...sent, ...(method && { method }) });
    if (answer.status < 200 || answer.status >= 300)
      throw new Error(`${method ?? "request"} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === "" ? null : JSON.parse(answer.body);
  };
}

/** Creates a confirmed member, or changes the one with this id, with the secret key. */
export async function addMember(secret: Send, account: { email: string; password: string }, id?: string) {
  const path = id === undefined ? "" : `/${id}`;
  await secret(
    `/auth/v1/admin/users${path}`,
    { ...account, email_confirm: true },
    id === undefined ? "POST" : "PUT",
  );
}

const sessionSchema = z.object({ access_token: z.string(), user: z.object({ id: z.string() }) });

/** Signs in with a password. */
export async function signIn(
  url: string,
  apikey: string,
  account: object,
): Promise<{ id: string; token: string; send: Send }> {
  const answer = await sender(url, apikey)("/auth/v1/token?grant_type=password", account);
  const { access_token, user } = sessionSchema.parse(answer);
  return { id: user.id, token: access_token, send: sender(url, apikey, access_token) };
}

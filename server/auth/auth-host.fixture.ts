import { GoTrueClient } from "@supabase/auth-js";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { verifyLinkOf } from "../../tests/api/support/mail-links.ts";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import { clubMessages } from "../club/application.ts";
import { fixedClub } from "../club/club.ts";
import { loadConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { createOutbox, type OutboxMessage, readOutbox } from "../delivery/outbox.ts";
import { loadTemplates } from "../delivery/templates.ts";
import { createAddressReader } from "../gateway/address.ts";
import { newKeys } from "../gateway/keys.ts";
import { createTokens } from "../gateway/tokens.ts";
import { createAuth } from "./auth.ts";
import type { AuthDeps } from "./deps.ts";
import { createPasswords } from "./passwords/password-hashes.ts";

/** Shared by all hosts, because it starts threads. Low cost, so that tests need not wait for hashes. */
const passwords = createPasswords("low");

export const SITE = "http://club.test";
export const BRAND = "Test Club";
const CLUB = {
  siteUrl: SITE,
  apiUrl: SITE,
  messageHooks: clubMessages(fixedClub({ brand: BRAND, time_zone: "Indian/Mauritius" }), SITE),
};
export const PASSWORD = "Kick-off at 3";
export const ADA = "ada@club.test";

export interface AuthHost {
  database: Database;
  deps: AuthDeps;
  /** Sends a request as a browser would, from the IP address 192.0.2.1 unless `from` names another. */
  fetch(path: string, init?: RequestInit & { from?: string }): Promise<Response>;
  post(
    path: string,
    body: unknown,
    token?: string,
    from?: string,
  ): Promise<{ status: number; body: Answer; headers: Headers }>;
  /** The official client with its own storage. */
  client(flowType?: "implicit" | "pkce"): GoTrueClient;
  admin(): GoTrueClient;
  lastMessage(recipient: string): Promise<OutboxMessage>;
  /** Signs in a confirmed account with ADA and PASSWORD. */
  ada(): Promise<GoTrueClient>;
  /** Requests an email's link and returns the location that it redirects to. */
  follow(link: URL): Promise<{ status: number; target: URL; fragment: Record<string, string> }>;
}

export type Answer = Record<string, unknown> & { user?: Record<string, unknown> };

/** Opens one database per test file. Accounts, limits and messages are deleted before each test. */
export function useAuthHost(change: (deps: AuthDeps) => void = () => {}): () => AuthHost {
  let database: Database;
  let host: AuthHost;
  beforeAll(async () => {
    database = await openTestDatabase("bootstrapped");
  });
  beforeEach(async () => {
    await database.script(
      "delete from auth.users; delete from host.rate_limits; delete from host.outbox; delete from auth.flow_state",
    );
    host = await openHost(database, change);
  });
  afterAll(() => database.close());
  return () => host;
}

async function openHost(database: Database, change: (deps: AuthDeps) => void): Promise<AuthHost> {
  const keys = await newKeys();
  const config = loadConfig("supabase");
  config.auth.hook = {};
  const outbox = createOutbox(database);
  const deps: AuthDeps = {
    database,
    gateway: { keys, tokens: await createTokens(keys.signing_keys), address: createAddressReader([]) },
    config,
    ...CLUB,
    mail: outbox.mail,
    sms: outbox.text,
    templates: loadTemplates(config),
    passwords,
  };
  change(deps);
  const app = createAuth(deps);

  const send: AuthHost["fetch"] = async (path, { from = "192.0.2.1", ...init } = {}) =>
    app.request(new URL(path, SITE), init, { incoming: { socket: { remoteAddress: from } } });
  const client = (key: string, flowType: "implicit" | "pkce" = "implicit") =>
    new GoTrueClient({
      url: `${SITE}/auth/v1`,
      headers: { apikey: key, Authorization: `Bearer ${key}` },
      fetch: async (input, init) => send(String(input), init),
      autoRefreshToken: false,
      detectSessionInUrl: false,
      flowType,
      storage: memoryStorage(),
    });

  return {
    database,
    deps,
    fetch: send,
    async post(path, body, token, from) {
      const response = await send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: {
          "content-type": "application/json",
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        ...(from ? { from } : {}),
      });
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : {}, headers: response.headers };
    },
    client: (flowType) => client(keys.publishable_key, flowType),
    admin: () => client(keys.secret_key),
    async lastMessage(recipient) {
      const [message] = await readOutbox(database, recipient);
      if (!message) throw new Error(`nothing was sent to ${recipient}`);
      return message;
    },
    async ada() {
      const made = await client(keys.secret_key).admin.createUser({
        email: ADA,
        password: PASSWORD,
        email_confirm: true,
      });
      if (made.error) throw made.error;
      const ada = client(keys.publishable_key);
      await ada.signInWithPassword({ email: ADA, password: PASSWORD });
      return ada;
    },
    async follow(link) {
      const response = await send(`${link.pathname}${link.search}`);
      const target = new URL(response.headers.get("location") ?? "");
      const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
      return { status: response.status, target, fragment };
    },
  };
}

/** GoTrue's link for the token of an email. */
export function linkIn(message: OutboxMessage): URL {
  const link = /\((http[^)]+)\)/.exec(message.body)?.[1];
  if (!link) throw new Error("the message has no link");
  return verifyLinkOf(new URL(link));
}

/** The code of an email or SMS. */
export function codeIn(message: OutboxMessage): string {
  const code = /\b(\d{6})\b/.exec(message.body)?.[1];
  if (!code) throw new Error("the message has no code");
  return code;
}

function memoryStorage() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

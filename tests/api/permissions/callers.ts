/** The callers of the permission matrix, and the requests that they send. */
import type { Api, Host, Person } from "../support/host.ts";
import type { World } from "./rows.ts";

/** The columns of the matrix. Ended sessions and banned accounts still have an access token that has not expired. */
export const CALLERS = [
  "no key",
  "a visitor",
  "the player",
  "the player's ended session",
  "another player",
  "a banned player",
  "an admin",
  "an admin's ended session",
  "the secret key",
  "a helper for results",
  "a helper for payments",
  "a helper for news",
  "a helper's ended session",
] as const;
export type CallerName = (typeof CALLERS)[number];

export interface Caller {
  name: CallerName;
  /** The API key, as in the header `apikey`. */
  key: string | null;
  /** The access token at this moment. */
  token(): Promise<string | null>;
}

export interface Matrix {
  world: World;
  callers: readonly Caller[];
}

/** Creates the accounts and sessions of every caller. */
export async function createMatrix(host: Host): Promise<Matrix> {
  const [player, other, banned] = await Promise.all(
    ["Player", "Other", "Banned"].map((name) => host.person(name)),
  );
  const admin = await host.admin("Olga");
  await host.admin("Second");
  if (!player || !other || !banned) throw new Error("an account is missing");
  const { error } = await host.secret.auth.admin.updateUserById(banned.id, { ban_duration: "24h" });
  if (error) throw error;
  const tokens: Record<CallerName, () => Promise<string | null>> = {
    "no key": async () => null,
    "a visitor": async () => null,
    "the player": () => tokenOf(player.api),
    "the player's ended session": await endedSession(host, player),
    "another player": () => tokenOf(other.api),
    "a banned player": () => tokenOf(banned.api),
    "an admin": () => tokenOf(admin.api),
    "an admin's ended session": await endedSession(host, admin),
    "the secret key": async () => null,
    "a helper for results": await helper(host, "results"),
    "a helper for payments": await helper(host, "money"),
    "a helper for news": await helper(host, "news"),
    "a helper's ended session": await helper(host, "results", "money", "news"),
  };
  const keyOf = (name: CallerName) =>
    name === "no key" ? null : name === "the secret key" ? host.secretKey : host.publishableKey;
  return {
    world: { host, player, other, admin, next: counter() },
    callers: CALLERS.map((name) => ({ name, key: keyOf(name), token: tokens[name] })),
  };
}

/** The access token of a new account with these roles; with several, of its session that has been signed out. */
async function helper(host: Host, ...roles: string[]): Promise<() => Promise<string>> {
  const person = await host.person("Helper");
  for (const role of roles) {
    const given = { _user_id: person.id, _role: role, _has_it: true };
    const { error } = await host.secret.rpc("set_helper_role", given);
    if (error) throw error;
  }
  return roles.length > 1 ? endedSession(host, person) : () => tokenOf(person.api);
}

let last = 0;
/** Numbers that no other matrix of this process uses, because several share a host's database. */
function counter(): () => number {
  return () => ++last;
}

async function tokenOf(api: Api): Promise<string> {
  const { data } = await api.auth.getSession();
  if (!data.session) throw new Error("the session is missing");
  return data.session.access_token;
}

/** The access token of a second session, which has been signed out. */
async function endedSession(host: Host, person: Person): Promise<() => Promise<string>> {
  const api = host.visitor();
  const { error } = await api.auth.signInWithPassword(person);
  if (error) throw error;
  const token = await tokenOf(api);
  const ended = await api.auth.signOut({ scope: "local" });
  if (ended.error) throw ended.error;
  return async () => token;
}

export interface Sent {
  method: string;
  /** Below the host's address. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a file. */
  body?: object | Blob;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** The JSON, or the text of another body. */
  body: unknown;
}

/** Sends a request with the caller's key and token. */
export async function send(
  host: Host,
  caller: Caller,
  { method, path, headers, body }: Sent,
): Promise<Answer> {
  const token = await caller.token();
  const isFile = body instanceof Blob;
  const response = await fetch(`${host.url}/${path}`, {
    method,
    redirect: "manual",
    headers: {
      ...headers,
      ...(body && !isFile ? { "content-type": "application/json" } : {}),
      ...(caller.key ? { apikey: caller.key } : {}),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    ...(body ? { body: isFile ? body : JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

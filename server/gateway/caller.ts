import type { Caller } from "../database/database.ts";
import { type AddressReader, incomingOf, peerOf } from "./address.ts";
import { GatewayError } from "./errors.ts";
import type { HeaderReader, RequestHead } from "./http/request-head.ts";
import { type Keys, sameKey } from "./keys.ts";
import type { Claims, Tokens } from "./tokens.ts";

export interface GatewayDeps {
  keys: Keys;
  tokens: Tokens;
  address: AddressReader;
}

/**
 * Roles of the server and of Supabase's services, which no token may name. Any other role must be granted to
 * `authenticator`; the database checks that when the role is used (see becomeCaller).
 */
const RESERVED = /^(postgres|authenticator|dashboard_user|supabase_.*|pg_.*)$/i;

/**
 * The caller of a request: a database role and claims, from the `apikey` header (or query parameter) and the bearer
 * token. A bearer token takes precedence; without any key the role is anon. `env` is Hono's `c.env` (for the peer's
 * address). Throws GatewayError (401).
 */
export async function callerOf(request: RequestHead, deps: GatewayDeps, env?: unknown): Promise<Caller> {
  const claims = await claimsOf(request, deps);
  return {
    role: roleOf(claims),
    claims,
    settings: requestSettings(request, env, deps.address(request.headers, peerOf(env))),
  };
}

/** The role in the claims, anon if there is none. Throws GatewayError for a reserved role. */
export function roleOf(claims: Claims): string {
  const role = typeof claims.role === "string" ? claims.role : "anon";
  if (RESERVED.test(role)) throw new GatewayError("token_invalid", `permission denied to set role "${role}"`);
  return role;
}

/** The token of `Authorization: Bearer ...`, or null if there is none or it is an API key. */
export function bearerToken(headers: HeaderReader): string | null {
  const token = bearer(headers);
  return token?.startsWith("sb_") ? null : token;
}

async function claimsOf(request: RequestHead, deps: GatewayDeps): Promise<Claims> {
  const token = bearer(request.headers);
  const key = apiKeyOf(request);
  if (token !== null && !token.startsWith("sb_")) {
    if (key !== null) await credentialClaims(key, deps);
    return deps.tokens.verify(token);
  }
  const credential = token ?? key;
  return credential === null ? { role: "anon" } : credentialClaims(credential, deps);
}

/** The API key of the header, or of the query string. */
export function apiKeyOf({ headers, url }: Pick<RequestHead, "headers" | "url">): string | null {
  const key = headers.get("apikey");
  return key !== null || !url.includes("apikey") ? key : new URL(url).searchParams.get("apikey");
}

/** The claims of an API key, or of a signed token that older projects use as an API key. Throws GatewayError. */
export async function credentialClaims(
  credential: string,
  { keys, tokens }: Pick<GatewayDeps, "keys" | "tokens">,
): Promise<Claims> {
  if (sameKey(credential, keys.publishable_key)) return { role: "anon" };
  if (sameKey(credential, keys.secret_key)) return { role: "service_role" };
  if (credential.split(".").length === 3) return tokens.verify(credential);
  throw new GatewayError("key_unknown", "Invalid API key");
}

function bearer(headers: HeaderReader): string | null {
  const match = /^Bearer\s+(\S+)\s*$/i.exec(headers.get("authorization") ?? "");
  return match?.[1] ?? null;
}

/** SQL receives no credentials, and no address header that a client could have written. */
const WITHHELD = new Set(["authorization", "apikey", "cookie", "x-real-ip", "cf-connecting-ip", "forwarded"]);

function requestSettings(request: RequestHead, env: unknown, address: string): Record<string, string> {
  const headers = allHeaders(request, env);
  headers["x-forwarded-for"] = address;
  return {
    "request.headers": JSON.stringify(headers),
    "request.cookies": JSON.stringify(cookiesOf(request.headers)),
    "request.method": request.method,
    // Supabase's gateway removes its own prefix before PostgREST and Storage read the path.
    "request.path": pathOf(request.url).replace(/^\/(rest|storage)\/v1(?=\/|$)/, "") || "/",
  };
}

/** The headers that SQL receives. Node's own are preferred: listing those of a Request takes as long as parsing them again. */
function allHeaders(request: RequestHead, env: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  const incoming = incomingOf(env)?.headers;
  for (const name of incoming ? Object.keys(incoming) : request.headers.keys())
    if (!WITHHELD.has(name)) headers[name] = String(incoming ? incoming[name] : request.headers.get(name));
  return headers;
}

/** The path of a URL that has been normalised, with its percent signs. */
function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  return url.slice(start).split(/[?#]/, 1)[0] ?? "/";
}

/** The cookies by name, as PostgREST's `request.cookies` has them. */
function cookiesOf(headers: HeaderReader): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((pair) => {
    const [, name, value] = /^\s*([^=\s]+)=(.*?)\s*$/.exec(pair) ?? [];
    return name === undefined || value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

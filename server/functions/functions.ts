import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Config } from "../config.ts";
import { peerOf } from "../gateway/address.ts";
import { bearerToken, callerOf, type GatewayDeps } from "../gateway/caller.ts";
import { cors } from "../gateway/cors.ts";
import { GatewayError } from "../gateway/errors.ts";
import { securityHeaders } from "../gateway/security-headers.ts";
import { createLoader } from "./loader.ts";

export interface FunctionsDeps {
  gateway: GatewayDeps;
  config: Config;
  /** Where the host reaches itself (SUPABASE_URL of a function), without a trailing slash. */
  ownUrl: string;
  siteUrl: string;
  /** More variables for functions, as Supabase's secrets. */
  secrets?: Readonly<Record<string, string>>;
  log?: (event: string, error: unknown) => void;
}

const MAX_BODY = 10 * 1024 * 1024;
/** Supabase ends a request that has not answered after 150 seconds. */
const TIME_LIMIT_MS = 150_000;

/** /functions/v1/<name>: runs `functions/<name>/handler.ts` of the served folder. Mount it at the root. */
export function createFunctions(deps: FunctionsDeps): Hono {
  const load = createLoader(deps.config.dir);
  const app = new Hono().basePath("/functions/v1");
  app.use(cors(["x-relay-error"]));
  app.use(securityHeaders());
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: (c) => refuse(c, 413, "Request body too large") }));
  app.onError((error, c) => {
    deps.log?.(`function ${c.req.path}`, error);
    return refuse(c, 500, "Internal Server Error");
  });
  const run = async (c: Context) => {
    const name = c.req.param("name") ?? "";
    const settings = deps.config.functions[name] ?? { enabled: true, verify_jwt: true };
    const refusal = await refuseCaller(c, deps, settings.verify_jwt);
    if (refusal) return refusal;
    const handle = settings.enabled ? await load(name) : null;
    if (!handle) return relayError(c, 404, "Requested function was not found");
    return within(c, handle(forwarded(c, deps), environment(deps)));
  };
  app.all("/:name", run);
  app.all("/:name/*", run);
  return app;
}

/** The request as the function sees it: with the caller's address as the host knows it, not as the client claims. */
function forwarded(c: Context, deps: FunctionsDeps): Request {
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-forwarded-for", deps.gateway.address(c.req.raw.headers, peerOf(c.env)));
  // Supabase's own proxy writes this one; here only a client can have.
  headers.delete("cf-connecting-ip");
  return new Request(c.req.raw, { headers });
}

function environment({ gateway, ownUrl, siteUrl, secrets }: FunctionsDeps): Record<string, string> {
  return {
    ...secrets,
    SUPABASE_URL: ownUrl,
    SUPABASE_ANON_KEY: gateway.keys.publishable_key,
    SUPABASE_SERVICE_ROLE_KEY: gateway.keys.secret_key,
    SITE_URL: siteUrl,
  };
}

/** Where config.toml says verify_jwt: a user's valid token, or the secret key. A key that is wrong is always refused. */
async function refuseCaller(
  c: Context,
  { gateway }: FunctionsDeps,
  verify: boolean,
): Promise<Response | null> {
  const withoutToken = new Request(c.req.url, {
    headers: { apikey: c.req.header("apikey") ?? gateway.keys.publishable_key },
  });
  try {
    const caller = await callerOf(verify ? c.req.raw : withoutToken, gateway, c.env);
    if (!verify || bearerToken(c.req.raw.headers) || caller.role === "service_role") return null;
    return relayError(c, 401, "Missing authorization header");
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return relayError(c, 401, error.kind === "key_unknown" ? error.message : "Invalid JWT");
  }
}

async function within(c: Context, answer: Promise<Response>): Promise<Response> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(relayError(c, 504, "Function did not answer in time")), TIME_LIMIT_MS);
    timer.unref();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The functions client turns this header into a FunctionsRelayError. */
function relayError(c: Context, status: 401 | 404 | 504, message: string): Response {
  c.header("x-relay-error", "true");
  return c.json({ code: status, message }, status);
}

function refuse(c: Context, status: 413 | 500, error: string): Response {
  return c.json({ error, code: status === 413 ? "body_too_large" : "internal_error" }, status);
}

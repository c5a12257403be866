import { type Context, Hono } from "hono";
import { decodeProtectedHeader } from "jose";
import type { Config } from "../config/config.ts";
import { peerOf } from "../gateway/address.ts";
import { bearerToken, callerOf, type GatewayDeps } from "../gateway/caller.ts";
import { GatewayError } from "../gateway/errors.ts";
import type { RequestHead } from "../gateway/http/request-head.ts";
import { type LogError, requestIdOf } from "../gateway/request-ids.ts";
import { securityHeaders } from "../gateway/security-headers.ts";
import { FunctionFailure, type RefusalCode, refusal } from "./errors.ts";
import { offeredSocket } from "./function-sockets.ts";
import { limitBody } from "./limit-body.ts";
import { createLoader } from "./loader.ts";
import type { InstallPackages } from "./modules/packages.ts";
import type { FunctionThread } from "./thread.ts";

export interface FunctionsDeps {
  gateway: GatewayDeps;
  config: Config;
  /** The host's own URL without a trailing slash (SUPABASE_URL of a function). */
  ownUrl: string;
  /** The application's address (SITE_URL of a function). */
  siteUrl: string;
  /** The API's public address (SUPABASE_PUBLIC_URL of a function). */
  apiUrl: string;
  /** Additional environment variables of functions, e.g. for sending email. A function starts again when they change. */
  settings?: () => Readonly<Record<string, string>>;
  install: InstallPackages;
  /** True for a request of the developer at this machine, who may read why a function failed. */
  isOwners?: ((request: RequestHead, env: unknown) => boolean) | undefined;
  /** Milliseconds until a response must begin; Supabase's limit by default. */
  timeLimit?: number;
  log?: LogError;
}

export const PATH = "/functions/v1";
const MAX_BODY = 10 * 1024 * 1024;
/** Supabase returns 504 for a function that has not responded in this time. Source: docs, guides/functions/limits. */
const TIME_LIMIT_MS = 150_000;

/**
 * /functions/v1/<name>: runs `functions/<name>/index.ts` of the served folder for any method. Mount it at the root.
 * Responses of functions pass unchanged, including CORS headers and streams; the host's own errors have the form of
 * errors.ts.
 */
export function createFunctions(deps: FunctionsDeps): Hono {
  const load = createLoader(
    deps.config,
    () => environment(deps),
    deps.install,
    (event, what) => deps.log?.(event, what),
  );
  const app = new Hono().basePath(PATH);
  app.use(securityHeaders());
  app.onError((error, c) => {
    const failure = error instanceof FunctionFailure ? error : null;
    // The loader logs a failed start, because its callers may have left. The rest of the path may be a secret.
    if (failure?.code !== "BOOT_ERROR")
      deps.log?.(`function ${c.req.path.split("/")[3]}`, failure ? failure.cause : error, requestIdOf(c.env));
    return refusal(
      failure?.code ?? "EDGE_FUNCTION_ERROR",
      deps.isOwners?.(c.req.raw, c.env) ? failure?.cause : undefined,
    );
  });
  const run = async (c: Context) => {
    const name = c.req.param("name") ?? "";
    const settings = deps.config.functions[name] ?? { enabled: true, verify_jwt: true };
    // As on Supabase, a preflight request has no token and is answered by the function.
    const verify = settings.verify_jwt && c.req.method !== "OPTIONS";
    const refused = verify ? await refuseCaller(c, deps) : null;
    if (refused) return refusal(refused);
    return settings.enabled ? answerOf(load(name), c, deps) : refusal("NOT_FOUND");
  };
  app.all("/:name", run);
  app.all("/:name/*", run);
  return app;
}

/** Also ends when the caller leaves while the function loads. */
async function answerOf(
  loading: Promise<FunctionThread | null>,
  c: Context,
  deps: FunctionsDeps,
): Promise<Response> {
  const { signal } = c.req.raw;
  let leave = () => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(new FunctionFailure("IDLE_TIMEOUT", signal.reason));
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
  try {
    const thread = await Promise.race([loading, left]);
    if (!thread) return refusal("NOT_FOUND");
    return await called(thread, c, deps);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

async function called(thread: FunctionThread, c: Context, deps: FunctionsDeps): Promise<Response> {
  const body = limitBody(c.req.raw, MAX_BODY);
  if (!body) return refusal("REQUEST_TOO_LARGE");
  const abandoned = new AbortController();
  const signal = AbortSignal.any([c.req.raw.signal, abandoned.signal]);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(refusal("IDLE_TIMEOUT")), deps.timeLimit ?? TIME_LIMIT_MS);
  });
  try {
    return await Promise.race([
      thread.call(forwarded(c, deps, body.stream, signal), offeredSocket(c.env)),
      late,
      body.exceeded.then(() => refusal("REQUEST_TOO_LARGE")),
    ]);
  } finally {
    clearTimeout(timer);
    abandoned.abort();
  }
}

/**
 * The request as the function receives it. Its path begins with the function's name, as on Supabase, and
 * x-forwarded-for is the address that the host determined.
 */
function forwarded(
  c: Context,
  deps: FunctionsDeps,
  body: ReadableStream<Uint8Array> | null,
  signal: AbortSignal,
): Request {
  const url = new URL(c.req.url);
  url.pathname = url.pathname.slice(PATH.length);
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-forwarded-for", deps.gateway.address(c.req.raw.headers, peerOf(c.env)));
  // Only Supabase's proxy sets this header; here it could only come from a client.
  headers.delete("cf-connecting-ip");
  // `duplex` is in the standard, but not yet in TypeScript's DOM types:
  // https://fetch.spec.whatwg.org/#dom-requestinit-duplex
  const init: RequestInit & { duplex: "half" } = {
    method: c.req.raw.method,
    headers,
    body,
    signal,
    duplex: "half",
  };
  return new Request(url, init);
}

function environment({ gateway, ownUrl, siteUrl, apiUrl, settings }: FunctionsDeps): Record<string, string> {
  return {
    ...settings?.(),
    SUPABASE_URL: ownUrl,
    SUPABASE_ANON_KEY: gateway.keys.publishable_key,
    SUPABASE_SERVICE_ROLE_KEY: gateway.keys.secret_key,
    SITE_URL: siteUrl,
    // The public address, for links. The name is that of Supabase's self-hosting setup.
    SUPABASE_PUBLIC_URL: apiUrl,
  };
}

/** Requires a valid token or the secret key. */
async function refuseCaller(c: Context, { gateway }: FunctionsDeps): Promise<RefusalCode | null> {
  try {
    const caller = await callerOf(c.req.raw, gateway, c.env);
    if (bearerToken(c.req.raw.headers) || caller.role === "service_role") return null;
    // A publishable key is not a token, though clients without a session send it as one.
    return c.req.header("authorization") ? "UNAUTHORIZED_INVALID_JWT_FORMAT" : "UNAUTHORIZED_NO_AUTH_HEADER";
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error.kind === "key_unknown" ? "UNAUTHORIZED_INVALID_API_KEY" : kindOfToken(c.req.raw.headers);
  }
}

function kindOfToken(headers: Headers): RefusalCode {
  try {
    const { alg } = decodeProtectedHeader(bearerToken(headers) ?? "");
    return alg === "HS256" ? "UNAUTHORIZED_LEGACY_JWT" : "UNAUTHORIZED_ASYMMETRIC_JWT";
  } catch {
    return "UNAUTHORIZED_INVALID_JWT_FORMAT";
  }
}

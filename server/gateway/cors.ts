import type { Context, MiddlewareHandler } from "hono";
import { fitsHeader } from "./header-limits.ts";

/** Allows any origin, as Supabase does: requests carry explicit credentials, and no cookie is read. */
export function cors(exposed: readonly string[] = []): MiddlewareHandler {
  const headers = Object.entries(corsHeaders(exposed));
  return async (c, next) => {
    const preflight = preflightAnswer(c);
    if (preflight) return preflight;
    await next();
    for (const [name, value] of headers) c.res.headers.set(name, value);
  };
}

/** The headers of every answer, for a service that adds them itself. `exposed`: its further headers that pages may read. */
export function corsHeaders(exposed: readonly string[]): Readonly<Record<string, string>> {
  const expose = [
    "content-range",
    "content-length",
    "retry-after",
    "x-request-id",
    "x-supabase-api-version",
    ...exposed,
  ].join(", ");
  return { "access-control-allow-origin": "*", "access-control-expose-headers": expose };
}

/** The answer to a preflight request; null for any other. */
export function preflightAnswer(c: Context): Response | null {
  if (c.req.method !== "OPTIONS" || !c.req.header("access-control-request-method")) return null;
  const asked = c.req.header("access-control-request-headers");
  return c.body(null, 204, {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": asked !== undefined && fitsHeader(asked) ? asked : "*",
    "access-control-max-age": "3600",
    vary: "access-control-request-headers",
  });
}

import type { MiddlewareHandler } from "hono";
import { fitsHeader } from "./header-limits.ts";

/** Allows any origin, as Supabase does: requests carry explicit credentials, and no cookie is read. */
export function cors(exposed: readonly string[] = []): MiddlewareHandler {
  const expose = [
    "content-range",
    "content-length",
    "retry-after",
    "x-request-id",
    "x-supabase-api-version",
    ...exposed,
  ].join(", ");
  return async (c, next) => {
    if (c.req.method === "OPTIONS" && c.req.header("access-control-request-method")) {
      const asked = c.req.header("access-control-request-headers");
      return c.body(null, 204, {
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
        "access-control-allow-headers": asked !== undefined && fitsHeader(asked) ? asked : "*",
        "access-control-max-age": "3600",
        vary: "access-control-request-headers",
      });
    }
    await next();
    c.res.headers.set("access-control-allow-origin", "*");
    c.res.headers.set("access-control-expose-headers", expose);
  };
}

import type { MiddlewareHandler } from "hono";

export interface PagePolicy {
  /** `'sha256-...'` of each inline script of the page. */
  scripts?: readonly string[];
  /** Other origins of images (team logos): `https:` by default. */
  images?: readonly string[];
  /** Other origins that the page may call. Its own origin and web sockets are always allowed. */
  connect?: readonly string[];
}

/** The page's Content-Security-Policy: scripts from this origin only, never framed. */
export function contentSecurityPolicy({
  scripts = [],
  images = ["https:"],
  connect = [],
}: PagePolicy = {}): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(" "),
    // Popovers and charts set style attributes.
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...images].join(" "),
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(" "),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Headers of every response. Pass `policy` (from contentSecurityPolicy) only if HTML is served. */
export function securityHeaders(policy?: string): MiddlewareHandler {
  return async (c, next) => {
    await next();
    const { headers } = c.res;
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "strict-origin-when-cross-origin");
    headers.set("x-frame-options", "DENY");
    headers.set("cross-origin-opener-policy", "same-origin");
    if (policy && !headers.has("content-security-policy")) headers.set("content-security-policy", policy);
  };
}

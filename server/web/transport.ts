/** Headers and checks for the whole host. */
import type { MiddlewareHandler } from "hono";

/** Browser features that the page does not use. */
const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
const TWO_YEARS = 63_072_000;

/** Sets Permissions-Policy on pages, and HSTS if the public address is https. */
export function pageHeaders(siteUrl: string): MiddlewareHandler {
  const strict = siteUrl.startsWith("https:") ? `max-age=${TWO_YEARS}` : null;
  return async (c, next) => {
    await next();
    if (strict) c.res.headers.set("strict-transport-security", strict);
    if (c.res.headers.get("content-type")?.startsWith("text/html")) {
      c.res.headers.set("permissions-policy", PERMISSIONS);
    }
  };
}

/**
 * Refuses requests whose Host header does not name this machine. A demo shows its passwords, so other host names that
 * resolve to 127.0.0.1 must not reach it.
 */
export function onlyLoopback(): MiddlewareHandler {
  return async (c, next) => {
    if (!isLoopback(new URL(c.req.url).hostname))
      return c.text("This demo answers on its own machine only.", 403);
    await next();
  };
}

/** Refuses a request whose Host header does not form a valid URL, which every service relies on. */
export function onlyUrls(): MiddlewareHandler {
  return async (c, next) => {
    if (!URL.canParse(c.req.url)) return c.text("Bad Request", 400);
    await next();
  };
}

export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

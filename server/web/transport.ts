/** Headers and refusals that concern the whole host rather than one service. */
import type { MiddlewareHandler } from "hono";

/** Powers that no page of ours uses. */
const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
const TWO_YEARS = 63_072_000;

/** For pages: Permissions-Policy, and HSTS where the public address is https. */
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
 * Answers only requests whose Host header names this machine: a demo shows its passwords, so another site's name that
 * resolves to 127.0.0.1 must not reach it.
 */
export function onlyLoopback(): MiddlewareHandler {
  return async (c, next) => {
    if (!isLoopback(new URL(c.req.url).hostname))
      return c.text("This demo answers on its own machine only.", 403);
    await next();
  };
}

/** Refuses a request whose Host header makes no URL, which its address is to every service. */
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

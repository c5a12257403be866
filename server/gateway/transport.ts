/** Headers and checks for the whole host. */
import type { IncomingMessage } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { peerOf } from "./address.ts";
import { cors } from "./cors.ts";
import type { RequestHead } from "./http/request-head.ts";

/** Browser features that the page does not use. */
const PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
const TWO_YEARS = 63_072_000;

/** Sets Permissions-Policy on pages, and HSTS if the host's public address is https. */
export function pageHeaders(ownAddress: string): MiddlewareHandler {
  const strict = ownAddress.startsWith("https:") ? `max-age=${TWO_YEARS}` : null;
  return async (c, next) => {
    await next();
    if (strict) c.res.headers.set("strict-transport-security", strict);
    if (c.res.headers.get("content-type")?.startsWith("text/html")) {
      c.res.headers.set("permissions-policy", PERMISSIONS);
    }
  };
}

/** Headers by which proxies say for whom they ask. */
const FORWARDING =
  /^(?:forwarded|via|x-real-ip|x-client-ip|cf-connecting-ip|true-client-ip|x-forwarded-.+)$/i;

/**
 * Refuses requests that did not begin on this machine, as far as they show it: another Host header than this machine's
 * (other names may resolve to 127.0.0.1), a header of a proxy, or HTTP/1.0, which proxies use and browsers do not. Anyone
 * may enter a demo or sign with the CLI's demo keys, so nobody else must reach such a host.
 */
export function onlyLoopback(): MiddlewareHandler {
  return async (c, next) => {
    const names = [...c.req.raw.headers.keys()];
    if (!isFromThisMachine(new URL(c.req.url).hostname, names, httpVersionOf(c.env)))
      return refuse(c, "This host answers on its own machine only, because its keys or accounts are public.");
    await next();
  };
}

/** Answers 403 with CORS headers, so that the developer of the page can read why. Preflights are allowed. */
async function refuse(c: Context, message: string): Promise<Response> {
  const answer = await cors()(c, async () => {
    c.res = c.text(message, 403);
  });
  return answer ?? c.res;
}

/** True if a request came from this machine over loopback and, as far as it shows it, through no proxy. */
export function isOwnersRequest({ url, headers }: RequestHead, env: unknown): boolean {
  const peer = (peerOf(env) ?? "").replace(/^::ffff:/, "");
  return (
    isLoopback(peer) && isFromThisMachine(new URL(url).hostname, [...headers.keys()], httpVersionOf(env))
  );
}

/** The same rule for requests that Hono does not handle, such as web sockets. */
export function isFromThisMachine(
  hostname: string,
  headerNames: readonly string[],
  httpVersion: string,
): boolean {
  return isLoopback(hostname) && httpVersion !== "1.0" && !headerNames.some((name) => FORWARDING.test(name));
}

/**
 * Refuses requests of web pages other than the application and pages of this machine. A host whose keys are public needs
 * it, because any page that its owner opens could use them.
 */
export function onlyOwnPages(siteUrl: string): MiddlewareHandler {
  return async (c, next) => {
    if (!isOwnPage(c.req.header("origin"), siteUrl))
      return refuse(c, "This host's keys are public, so it answers no page of another site.");
    await next();
  };
}

/** The same rule for an Origin header that Hono does not handle. */
export function isOwnPage(origin: string | undefined, siteUrl: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  return isLoopback(new URL(origin).hostname) || origin === new URL(siteUrl).origin;
}

/** True if an upgrade request began on this machine, as far as it shows it. */
export function beginsOnThisMachine({ headers, httpVersion }: IncomingMessage): boolean {
  return isFromThisMachine(hostnameOf(headers.host), Object.keys(headers), httpVersion);
}

function hostnameOf(host: string | undefined): string {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : "";
}

/** The version of a request served by @hono/node-server, whose env has Node's request; "1.1" in-process. */
function httpVersionOf(env: unknown): string {
  const incoming = typeof env === "object" && env !== null && "incoming" in env ? env.incoming : null;
  const has = typeof incoming === "object" && incoming !== null && "httpVersion" in incoming;
  return has ? String(incoming.httpVersion) : "1.1";
}

/** Refuses a request whose Host header does not form a valid URL, which every service relies on. */
export function onlyUrls(): MiddlewareHandler {
  let valid = ""; // nearly all requests name the same host
  return async (c, next) => {
    const { url } = c.req;
    const origin = url.slice(0, url.indexOf("/", url.indexOf("://") + 3));
    if (origin !== valid) {
      if (!URL.canParse(url)) return c.text("Bad Request", 400);
      valid = origin;
    }
    await next();
  };
}

export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[|\]$/g, "");
  return (
    name === "localhost" || name.endsWith(".localhost") || name === "::1" || /^127(\.\d{1,3}){3}$/.test(name)
  );
}

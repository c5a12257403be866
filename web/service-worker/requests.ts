/** How the worker answers a request. */
export type Strategy =
  /** From the cache, then the network: a file with a hash of its content in its name, which never changes. */
  | "asset"
  /** From the network, then the cached page. */
  | "page"
  /** From the network, then the cache: the club's settings on static hosting. */
  | "settings"
  /** Not answered by the worker: data, sign-in, uploads, functions, other sites. */
  | "browser";

interface RequestFacts {
  url: string;
  method: string;
  mode: string;
}

/** The host's services, whose answers are never cached. `/auth` without a version is a page. */
const SERVICES =
  /^\/(?:(?:auth|functions|graphql|realtime|rest|storage)\/v1|outbox|healthz|host-proof|\.well-known)(?:\/|$)/;

/** The strategy for a request. `origin` is the site's origin. */
export function strategyOf({ url, method, mode }: RequestFacts, origin: string): Strategy {
  const { pathname, origin: requestedOrigin } = new URL(url);
  if (method !== "GET" || requestedOrigin !== origin || SERVICES.test(pathname)) return "browser";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname === "/config.json") return "settings";
  // Paths of pages have no file extension. The host uses the same rule.
  return mode === "navigate" && !/\.[A-Za-z0-9]+$/.test(pathname) ? "page" : "browser";
}

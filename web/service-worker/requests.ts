/** How a request is answered: from the cache, from the network with the cache behind it, or by the browser as ever. */
export type Answering =
  /** A file whose name carries a hash of its content: what was kept is right for ever. */
  | "asset"
  /** A screen: the server's page, and where no server answers the one that was kept. */
  | "page"
  /** The club's settings on static hosting. */
  | "settings"
  /** Not the worker's business: data, sign-in, uploads, functions, other sites. */
  | "browser";

interface Asked {
  url: string;
  method: string;
  mode: string;
}

/** Services of the host, whose answers no cache of the worker ever holds; `/auth` alone is a screen. */
const SERVICES =
  /^\/(?:(?:auth|functions|graphql|realtime|rest|storage)\/v1|outbox|healthz|host-proof)(?:\/|$)/;

/** `origin`: the site's own. */
export function answeringOf({ url, method, mode }: Asked, origin: string): Answering {
  const { pathname, origin: asked } = new URL(url);
  if (method !== "GET" || asked !== origin || SERVICES.test(pathname)) return "browser";
  if (pathname.startsWith("/assets/")) return "asset";
  if (pathname === "/config.json") return "settings";
  // Addresses of screens have no file extension, as the host has it too.
  return mode === "navigate" && !/\.[A-Za-z0-9]+$/.test(pathname) ? "page" : "browser";
}

/** Serves the built page: its files, compressed and cached, and index.html for every screen's address. */
import { type Context, Hono } from "hono";
import { contentSecurityPolicy, securityHeaders } from "../gateway/security-headers.ts";
import { readFiles, type StaticFile } from "./files.ts";
import { type AskedPreview, previewKey, previewTags, readPreviews } from "./link-preview.ts";
import { manifestWith } from "./manifest.ts";
import { type PageConfig, pageWith, scriptHashes } from "./page.ts";

export interface WebDeps {
  /** The folder of the built page. If it does not exist, only /config.json is served. */
  folder: string;
  config: PageConfig;
  /** The page's public origin, for previews of links. */
  siteUrl: string;
  /** The preview of a path that depends on the database; null without one. */
  askForPreview: (path: string, request: Request, env: unknown) => Promise<AskedPreview | null>;
}

/** File names under /assets/ have a content hash (Vite's default), so they never change. */
const FOREVER = "public, max-age=31536000, immutable";
/** Also for the service worker: a browser that cached it would miss new builds. */
const REVALIDATED = "no-cache";
const MANIFEST = "/manifest.webmanifest";

/** How many pages with different previews are kept in memory, each with its compressed copies. */
const MOST_PAGES = 100;

export function createWeb({ folder, config, siteUrl, askForPreview }: WebDeps): Hono {
  const files = readFiles(folder);
  const manifest = files.get(MANIFEST);
  if (manifest) files.set(MANIFEST, manifestWith(manifest, config.brand));
  const index = files.get("/index.html");
  const site = siteUrl.replace(/\/+$/, "");
  const previews = readPreviews(files.get("/previews.json"));
  const page = index ? pageWith(index, config, previewTags(previews, "", config.brand, site)) : null;
  // One copy for each preview, compressed at its first request. The longest unused one is dropped.
  const pages = new Map<string, StaticFile>();
  const pageFor = async (path: string, c: Context): Promise<StaticFile | null> => {
    const key = previewKey(previews, path);
    if (!index || key === "") return page;
    const asked = previews.pages[key]?.asks ? await askForPreview(path, c.req.raw, c.env) : null;
    const tags = previewTags(previews, key, config.brand, site, asked);
    const known = pages.get(tags) ?? pageWith(index, config, tags);
    pages.delete(tags);
    pages.set(tags, known);
    const [oldest = ""] = pages.keys();
    if (pages.size > MOST_PAGES) pages.delete(oldest);
    return known;
  };
  const app = new Hono();
  app.get("/config.json", (c) => c.json(config, 200, { "cache-control": REVALIDATED }));
  app.use(securityHeaders(policyFor(config, page ? scriptHashes(page) : [])));
  app.get("*", async (c) => {
    const path = decoded(c.req.path);
    const file = path === "/" || path === "/index.html" ? null : files.get(path);
    if (file) return send(c, file, path.startsWith("/assets/") ? FOREVER : REVALIDATED);
    const shown = isNavigation(c, path) ? await pageFor(path, c) : null;
    return shown ? send(c, shown, REVALIDATED) : c.text("Not found", 404);
  });
  return app;
}

/** The API has the page's own origin unless a setting names another. */
function policyFor({ url }: PageConfig, scripts: readonly string[]): string {
  const { origin, host, protocol } = new URL(url);
  const socket = `${protocol === "https:" ? "wss:" : "ws:"}//${host}`;
  return contentSecurityPolicy({ scripts, connect: [origin, socket] });
}

/** Addresses of screens have no file extension. A missing script must not be answered with HTML. */
function isNavigation(c: Context, path: string): boolean {
  if (path.startsWith("/assets/") || /\.[A-Za-z0-9]+$/.test(path)) return false;
  return /text\/html|\*\/\*/.test(c.req.header("accept") ?? "*/*");
}

function send(c: Context, file: StaticFile, caching: string): Response {
  const headers: Record<string, string> = {
    "cache-control": caching,
    "content-type": file.type,
    etag: file.etag,
    vary: "accept-encoding",
  };
  if (c.req.header("if-none-match")?.includes(file.etag)) return c.body(null, 304, headers);
  const accepted = c.req.header("accept-encoding") ?? "";
  const encoding = ["br", "gzip"].find((name) => file.copies.has(name) && accepted.includes(name)) ?? "";
  if (encoding !== "") headers["content-encoding"] = encoding;
  const bytes = file.copies.get(encoding);
  return new Response(bytes ?? null, { headers });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

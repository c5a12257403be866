/** Serves the built page: its files, compressed and cached, and index.html for every screen's address. */
import { type Context, Hono } from "hono";
import { type Language, languageCookie, languages, SOURCE_LANGUAGE } from "../../../words/languages.ts";
import { acceptedEncoding } from "../../gateway/bodies/content-encoding.ts";
import { contentSecurityPolicy, securityHeaders } from "../../gateway/security-headers.ts";
import { bytesIn, readFiles, type StaticFile } from "./files.ts";
import { chosenLanguage, languageOf } from "./language.ts";
import {
  type AskedPreview,
  asksFor,
  previewIn,
  previewKey,
  previewTags,
  readPreviews,
} from "./link-preview.ts";
import { manifestWith } from "./manifest.ts";
import { type PageConfig, pageWith, scriptHashes } from "./page.ts";

export interface WebDeps {
  /** The folder of the built page. If it does not exist, only /config.json is served. */
  folder: string;
  /** Returns another object after a change of the club's name, time zone or language. */
  config: () => PageConfig;
  /** The page's public origin, for previews of links. */
  siteUrl: string;
  /** The preview of a path with its query that depends on the database; null without one. */
  askForPreview: (path: string, request: Request, env: unknown) => Promise<AskedPreview | null>;
}

/** File names under /assets/ have a content hash (Vite's default), so they never change. */
const FOREVER = "public, max-age=31536000, immutable";
/** Also for the service worker: a browser that cached it would miss new builds. */
const REVALIDATED = "no-cache";
const MANIFEST = "/manifest.webmanifest";
const WORKER = "/service-worker.js";
/** Where browsers and password managers lead (https://w3c.github.io/webappsec-change-password-url/). */
const CHANGE_PASSWORD = "/profile#password";

/** How many pages with different previews are kept in memory, each with its compressed copies. */
const MOST_PAGES = 100;

export interface Web {
  app: Hono;
  /** Reads the folder again, after a build. */
  reload(): void;
}

/** Serves the files that the folder had when it was read last. */
export function createWeb(deps: WebDeps): Web {
  let current = webOf(deps);
  const app = new Hono();
  app.all("*", (c) => current.fetch(c.req.raw, c.env));
  return {
    app,
    reload() {
      current = webOf(deps);
    },
  };
}

/** The page with the files that the folder has now. */
function webOf({ folder, config, siteUrl, askForPreview }: WebDeps): Hono {
  const files = readFiles(folder);
  const manifest = files.get(MANIFEST);
  const named = new Map<string, StaticFile>();
  const manifestOf = (brand: string): StaticFile | undefined => {
    if (!manifest || named.has(brand)) return named.get(brand);
    named.clear();
    return named.set(brand, manifestWith(manifest, brand)).get(brand);
  };
  const site = siteUrl.replace(/\/+$/, "");
  const previews = new Map(
    languages.map((language) => [language, readPreviews(inLanguage(files, language, "/previews.json"))]),
  );
  // One copy for each preview, language and club's name, compressed at its first request. The longest unused one is dropped.
  const pages = new Map<string, Promise<StaticFile>>();
  const pageFor = async (path: string, c: Context, language: Language): Promise<StaticFile | null> => {
    const index = inLanguage(files, language, "/index.html");
    const known = previews.get(language);
    if (!index || !known) return null;
    const key = previewKey(known, path);
    const { search, searchParams } = new URL(c.req.url);
    const asks = asksFor(known, key, searchParams);
    const asked = asks ? await askForPreview(path + search, c.req.raw, c.env) : null;
    const said = asked && previewIn(language, asked);
    const settings = config();
    const tags = previewTags(known, key, settings.brand, site, said);
    const copy = language + JSON.stringify(settings) + tags;
    const page = pages.get(copy) ?? pageWith(index, settings, tags, asked ? "fast" : "small");
    pages.delete(copy);
    pages.set(copy, page);
    const [oldest = ""] = pages.keys();
    if (pages.size > MOST_PAGES) pages.delete(oldest);
    return page;
  };
  const app = new Hono();
  app.get("/config.json", (c) => c.json(config(), 200, { "cache-control": REVALIDATED }));
  app.use(securityHeaders(policyFor(config(), scriptHashes(files))));
  app.get("/.well-known/change-password", (c) => c.redirect(CHANGE_PASSWORD));
  app.get("*", async (c) => {
    const path = decoded(c.req.path);
    const language = languageOf(c, config().language ?? SOURCE_LANGUAGE);
    // The worker of a language keeps its page for days without a network.
    const file =
      path === WORKER
        ? inLanguage(files, language, path)
        : path === MANIFEST
          ? manifestOf(config().brand)
          : files.get(path);
    if (path.startsWith("/assets/") && file) return send(c, file, FOREVER);
    if (file && !path.endsWith("/index.html")) return send(c, file, REVALIDATED, path === WORKER);
    const shown = isNavigation(c, path) ? await pageFor(path, c, language) : null;
    return shown ? send(c, shown, REVALIDATED, true) : c.text("Not found", 404);
  });
  return app;
}

/** A file of the page as built for a language. English is at the root; a page that was built without a language is English. */
function inLanguage(
  files: ReadonlyMap<string, StaticFile>,
  language: Language,
  path: string,
): StaticFile | undefined {
  return (language === SOURCE_LANGUAGE ? undefined : files.get(`/${language}${path}`)) ?? files.get(path);
}

/** The API has the page's own origin unless a setting names another. */
function policyFor({ url }: PageConfig, scripts: readonly string[]): string {
  const { origin, host, protocol } = new URL(url);
  const socket = `${protocol === "https:" ? "wss:" : "ws:"}//${host}`;
  return contentSecurityPolicy({ scripts, connect: [origin, socket] });
}

/** Addresses of screens have no file extension. A missing script must not be answered with HTML, nor an unknown service. */
function isNavigation(c: Context, path: string): boolean {
  if (/^\/(?:assets|\.well-known)\//.test(path) || /\.[A-Za-z0-9]+$/.test(path)) return false;
  return /text\/html|\*\/\*/.test(c.req.header("accept") ?? "*/*");
}

function send(c: Context, file: StaticFile, caching: string, isInLanguage = false): Response {
  const headers: Record<string, string> = {
    "cache-control": caching,
    "content-type": file.type,
    etag: file.etag,
    vary: isInLanguage ? "accept-encoding, accept-language, cookie" : "accept-encoding",
  };
  const chosen = isInLanguage ? chosenLanguage(c) : null;
  if (chosen) headers["set-cookie"] = languageCookie(chosen);
  if (c.req.header("if-none-match")?.includes(file.etag)) return c.body(null, 304, headers);
  const copies = ["br", "gzip"].filter((name) => file.copies.has(name));
  const encoding = acceptedEncoding(c.req.header("accept-encoding"), copies);
  if (encoding !== "") headers["content-encoding"] = encoding;
  return new Response(bytesIn(file, encoding), { headers });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

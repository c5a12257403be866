/** index.html with the page's settings embedded, which saves a request. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Language } from "../../../words/languages.ts";
import { etagOf, type StaticFile, textOf } from "./files.ts";

/** The settings that the page needs before its first request. Also served as /config.json. */
export interface PageConfig {
  url: string;
  publishable_key: string;
  brand: string;
  time_zone: string;
  /** The language of devices that speak none of the page's; English by default. */
  language?: Language | undefined;
  /** What the sign-up form offers first; email by default. */
  sign_up?: "email" | "phone" | undefined;
  /** The club's texts, contact and minimum age (supabase/schemas/club/texts.sql). */
  notices?: object;
  /** True if the sign-in page offers the demo's accounts as buttons. */
  demo?: true;
}

/** In zlib's threads: a page takes 20 ms with brotli's highest level, and half a millisecond with 5, a tenth larger. */
const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);
const LEVELS = { small: constants.BROTLI_MAX_QUALITY, fast: 5 };

const MARKER = /(<script type="application\/json" id="scoreline-config">)[^<]*(<\/script>)/;

/** `'sha256-...'` of each inline script of the page in every language, for the Content-Security-Policy. */
export function scriptHashes(files: ReadonlyMap<string, StaticFile>): string[] {
  const pages = [...files].filter(([path]) => path.endsWith("/index.html"));
  const scripts = pages.flatMap(([, page]) => {
    return [...textOf(page).matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = ""]) => code);
  });
  return [...new Set(scripts)].map(
    (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
}

/**
 * The page with its settings and, in its head, `tags`. The settings are a JSON block, which no script policy applies
 * to. They are escaped so that they cannot end their element. `compression`: "fast" for pages of which visitors can make many.
 */
export async function pageWith(
  html: StaticFile,
  config: PageConfig,
  tags: string,
  compression: keyof typeof LEVELS,
): Promise<StaticFile> {
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  const text = Buffer.from(
    textOf(html).replace(MARKER, (_, open: string, close: string) => `${tags}${open}${json}${close}`),
  );
  const params = { [constants.BROTLI_PARAM_QUALITY]: LEVELS[compression] };
  const [brotli, zipped] = await Promise.all([brotlied(text, { params }), gzipped(text)]);
  return {
    type: html.type,
    etag: etagOf(text),
    copies: new Map([
      ["", new Uint8Array(text)],
      ["br", new Uint8Array(brotli)],
      ["gzip", new Uint8Array(zipped)],
    ]),
  };
}

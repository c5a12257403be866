/** index.html with the settings that the page starts with, so that it need not ask for them. */
import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { etagOf, type StaticFile } from "./files.ts";

/** What the page must know before it can ask anything. Also served as /config.json. */
export interface PageConfig {
  url: string;
  publishable_key: string;
  brand: string;
  time_zone: string;
  /** Sign-ins that a demo offers as buttons. */
  demo?: unknown;
}

const MARKER = /(<script type="application\/json" id="scoreline-config">)[^<]*(<\/script>)/;

/** `'sha256-...'` of each script that the page carries itself, for its Content-Security-Policy. */
export function scriptHashes(page: StaticFile): string[] {
  const html = Buffer.from(page.copies.get("") ?? []).toString("utf8");
  return [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
  );
}

/** The settings are data, not code (a JSON block runs under no script policy), but must not end their own element. */
export function pageWith(html: StaticFile, config: PageConfig): StaticFile {
  const json = JSON.stringify(config).replaceAll("<", "\\u003c");
  const source = Buffer.from(html.copies.get("") ?? []).toString("utf8");
  const text = Buffer.from(
    source.replace(MARKER, (_, open: string, close: string) => `${open}${json}${close}`),
  );
  return {
    type: html.type,
    etag: etagOf(text),
    copies: new Map([
      ["", new Uint8Array(text)],
      ["br", new Uint8Array(brotliCompressSync(text))],
      ["gzip", new Uint8Array(gzipSync(text))],
    ]),
  };
}

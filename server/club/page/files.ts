/** The files of the built page, read once at start, with the compressed copies that the build made. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, sep } from "node:path";
import { gunzipSync } from "node:zlib";

export interface StaticFile {
  type: string;
  etag: string;
  /** Encoding ("" for none) -> bytes. A built file with a gzip copy is kept compressed only, as browsers ask for it. */
  copies: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

const COMPRESSED: Readonly<Record<string, string>> = { ".br": "br", ".gz": "gzip" };

/** Path ("/assets/main-1a2b.js") -> file. Empty if the folder does not exist; the host then only serves the API. */
export function readFiles(folder: string): Map<string, StaticFile> {
  const bytes = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const entry of list(folder)) {
    const path = `/${relative(folder, entry).split(sep).join("/")}`;
    bytes.set(path, new Uint8Array(readFileSync(entry)));
  }
  const files = new Map<string, StaticFile>();
  for (const [path, plain] of bytes) {
    if (extname(path) in COMPRESSED) continue;
    const copies = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [extension, encoding] of Object.entries(COMPRESSED)) {
      const copy = bytes.get(path + extension);
      if (copy) copies.set(encoding, copy);
    }
    if (!copies.has("gzip")) copies.set("", plain);
    files.set(path, {
      type: TYPES[extname(path)] ?? "application/octet-stream",
      etag: etagOf(plain),
      copies,
    });
  }
  return files;
}

/** The bytes in an encoding that the file has, or without one (""). */
export function bytesIn({ copies }: StaticFile, encoding: string): Uint8Array<ArrayBuffer> {
  const found = copies.get(encoding);
  return found ?? new Uint8Array(gunzipSync(copies.get("gzip") ?? new Uint8Array()));
}

/** A file that was built as UTF-8. */
export function textOf(file: StaticFile): string {
  return Buffer.from(bytesIn(file, "")).toString("utf8");
}

export function etagOf(bytes: Uint8Array): string {
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  } catch {
    return [];
  }
}

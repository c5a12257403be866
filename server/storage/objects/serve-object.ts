/** Responses with an object's bytes. The headers prevent uploads from acting as a page of this site. */

import type { StorageContext, StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { parseRange } from "./byte-ranges.ts";
import { bareType } from "./media-types.ts";
import type { StoredObject } from "./objects.ts";
import { evaluatePreconditions, rangeApplies } from "./preconditions.ts";

/** `expires` replaces the object's own caching for signed URLs. */
export async function serveObject(
  c: StorageContext,
  { store }: StorageDeps,
  object: StoredObject,
  expires?: Date,
): Promise<Response> {
  const { headers: asked } = c.req.raw;
  const { size, eTag: etag, lastModified } = object.metadata;
  const current = { etag, lastModified: new Date(lastModified) };
  const headers = new Headers(objectHeaders(object, expires));
  const stop = evaluatePreconditions(asked, current);
  if (stop !== null) return new Response(null, { status: stop, headers });

  headers.set("content-disposition", contentDisposition(object, c.req.query("download")));
  const range = rangeApplies(asked, current) ? parseRange(asked.get("range") ?? undefined, size) : "whole";
  if (range === "none") {
    c.header("content-range", `bytes */${size}`);
    throw new StorageError("invalid_range");
  }
  const part = range === "whole" ? undefined : range;
  if (part) headers.set("content-range", `bytes ${part.start}-${part.end}/${size}`);
  headers.set("content-length", String(part ? part.end - part.start + 1 : size));
  const status = part ? 206 : 200;
  // Hono answers HEAD with GET's handler, and an unread stream would keep its file open.
  if (c.req.raw.method === "HEAD" || size === 0) return new Response(null, { status, headers });
  const body = await store.read(object.version, part ?? { start: 0, end: size - 1 });
  if (!body) throw new StorageError("object_not_found");
  return new Response(body, { status, headers });
}

/** The headers of every response with an object's bytes. `expires` replaces the object's own caching. */
export function objectHeaders(object: StoredObject, expires?: Date): Record<string, string> {
  const { metadata } = object;
  return {
    "accept-ranges": "bytes",
    "content-type": safeType(metadata.mimetype),
    etag: metadata.eTag,
    "last-modified": new Date(metadata.lastModified).toUTCString(),
    ...(expires ? { expires: expires.toUTCString() } : { "cache-control": metadata.cacheControl }),
    "x-content-type-options": "nosniff",
    // An upload opened as a page runs no script, loads nothing and has no origin.
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "x-robots-tag": "none",
  };
}

/** As in Supabase Storage (src/storage/renderer/renderer.ts): HTML is sent as text. */
function safeType(type: string): string {
  return type.includes("text/html") ? type.replace("text/html", "text/plain") : type;
}

const INLINE_TYPES = /^(image\/(?!svg)|audio\/|video\/|text\/plain$|application\/json$)/;

/**
 * The Content-Disposition header. Images, audio, video and plain text are shown; other types are downloaded.
 * `download`, even if empty, forces a download under that name.
 */
export function contentDisposition({ name, metadata }: StoredObject, download: string | undefined): string {
  const wanted = fileName(download || (name.split("/").at(-1) ?? name));
  const encoded = encodeURIComponent(wanted).replace(/['()*]/g, percent);
  if (download !== undefined) return `attachment; filename=${encoded}; filename*=UTF-8''${encoded};`;
  return INLINE_TYPES.test(bareType(safeType(metadata.mimetype))) ? "inline" : "attachment";
}

/** In bytes. File systems allow no longer names. */
const MAX_FILE_NAME = 255;

/** The name under which a browser saves the file, shortened before its extension if it is too long. */
function fileName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_FILE_NAME) return name;
  const extension = /\.[\w-]{1,16}$/.exec(name)?.[0] ?? "";
  let start = "";
  for (const character of name) {
    if (Buffer.byteLength(start + character + extension) > MAX_FILE_NAME) break;
    start += character;
  }
  return start + extension;
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

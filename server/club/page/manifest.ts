/** The web app manifest with the club's name; the built file is neutral. */
import { etagOf, type StaticFile, textOf } from "./files.ts";

/** Launchers truncate longer names, so a longer name gets no short form. */
const SHORT_NAME = 12;

/** Returns the file unchanged if it is not a JSON object. */
export function manifestWith(file: StaticFile, brand: string): StaticFile {
  const built: unknown = JSON.parse(textOf(file));
  if (typeof built !== "object" || built === null) return file;
  const { short_name: _, ...rest } = { short_name: "", ...built };
  const named = { ...rest, name: brand, ...(brand.length <= SHORT_NAME ? { short_name: brand } : {}) };
  const bytes = new Uint8Array(Buffer.from(JSON.stringify(named)));
  return { type: file.type, etag: etagOf(bytes), copies: new Map([["", bytes]]) };
}

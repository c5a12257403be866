import { authStorageKey } from "../connection/stored-session.ts";
import { endEarlyReads } from "./early-reads.ts";

/** Signing out removes every key that begins with `authStorageKey`. */
const key = `${authStorageKey}-reads`;

const maxAddresses = 5;
/** A browser has six connections to a host, and the code needs some of them. */
const maxReads = 6;
const maxCharacters = 6_000;

interface Kept {
  userId: string;
  /** Reads by address, as JSON. The last visited address is the last one. */
  pages: Record<string, readonly string[]>;
}

/** Stores the reads of a member's first page on this device, for the early reads of the next visit. Stores nothing for visitors. */
export function keepFirstReads(userId: string | null): void {
  const first = endEarlyReads();
  if (!userId || !first || first.address !== window.location.pathname + window.location.search) return;
  const { [first.address]: _, ...others } = pagesOf(userId);
  const reads = first.reads.slice(0, maxReads).filter((text) => text.length <= maxCharacters);
  const pages = Object.fromEntries([...Object.entries(others), [first.address, reads]].slice(-maxAddresses));
  try {
    localStorage.setItem(key, JSON.stringify({ userId, pages } satisfies Kept));
  } catch {
    // The storage is full: the next visit has no early reads.
  }
}

function pagesOf(userId: string): Kept["pages"] {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(key) ?? "null");
    return kept?.userId === userId ? kept.pages : {};
  } catch {
    return {};
  }
}

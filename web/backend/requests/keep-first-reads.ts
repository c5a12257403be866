import { authStorageKey } from "../connection/stored-session.ts";
import { endEarlyReads } from "./early-reads.ts";

/** Signing out removes it with the other entries of the session. */
const key = `${authStorageKey}-reads`;

const mostAddresses = 5;
/** More would take the connections from the code. */
const mostReads = 6;
const mostCharacters = 6_000;

interface Kept {
  userId: string;
  /** The texts of the reads by the address, the last visited address last. */
  pages: Record<string, readonly string[]>;
}

/**
 * Ends the first page of this visit, and notes on this device what a member's has read: the next visit asks for it before its code
 * has loaded.
 */
export function keepFirstReads(userId: string | null): void {
  const first = endEarlyReads();
  if (!userId || !first || first.address !== window.location.pathname + window.location.search) return;
  const { [first.address]: _, ...others } = pagesOf(userId);
  const reads = first.reads.slice(0, mostReads).filter((text) => text.length <= mostCharacters);
  const pages = Object.fromEntries([...Object.entries(others), [first.address, reads]].slice(-mostAddresses));
  try {
    localStorage.setItem(key, JSON.stringify({ userId, pages } satisfies Kept));
  } catch {
    // The storage is full: the next visit asks with its code.
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

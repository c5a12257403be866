/**
 * The last answers of the host, stored on this device for when it cannot be reached. Each account and each build has a
 * separate cache, because the shape of the data can change between builds. The Cache API exists wherever service
 * workers do.
 */

import { nextTask } from "../../browser/when-idle.ts";
import { currentBuild } from "../connection/current-build.ts";
import { deviceNow } from "../connection/server-clock.ts";
import { storedSession } from "../connection/stored-session.ts";

export interface CachedAnswer {
  data: unknown;
  /** When it arrived, in milliseconds since 1970 by this device's clock. */
  at: number;
}

const prefix = "kept ";
const visitor = "visitor";
/** Enough for several copies of each screen. Searches and later pages evict the oldest. */
const maxCachedAnswers = 80;
/** Listing the cache costs more than a write, so it is trimmed with the first of this many writes. */
const trimmedEvery = 20;
let writesSinceTrim = 0;
const time = "x-kept-at";

/** The account whose answers are requested now. */
export function currentAccount(): string {
  return storedSession()?.user.id ?? visitor;
}

let begun = Promise.resolve();

/**
 * Stores an answer. Each write is a separate task, because all writes of a screen at once would delay a tap. Skipped if
 * another account has signed in meanwhile. Never fails: without storage nothing is stored.
 */
export function cacheAnswer(account: string, name: string, data: unknown): void {
  begun = begun.then(nextTask).then(() => {
    if (currentAccount() === account) void put(account, name, data);
  });
}

async function put(account: string, name: string, data: unknown): Promise<void> {
  const cache = await open(account);
  if (!cache) return;
  try {
    const headers = { "content-type": "application/json", [time]: String(deviceNow()) };
    await cache.put(addressOf(name), new Response(JSON.stringify(data), { headers }));
    if (writesSinceTrim++ % trimmedEvery > 0) return;
    const known = await cache.keys();
    await Promise.all(known.slice(0, -maxCachedAnswers).map((request) => cache.delete(request)));
  } catch {
    // The next answer will be stored again.
  }
}

export async function cachedAnswer(account: string, name: string): Promise<CachedAnswer | null> {
  const found = await (await open(account))?.match(addressOf(name)).catch(() => undefined);
  if (!found) return null;
  return { data: await found.json(), at: Number(found.headers.get(time)) };
}

/** Deletes the caches of all other accounts (null: of every account) and of earlier builds. */
export async function deleteAnswersExcept(account: string | null): Promise<void> {
  if (!("caches" in globalThis)) return;
  const mine = [visitor, account].map((one) => nameOf(one ?? visitor));
  const names = await caches.keys().catch(() => []);
  const others = names.filter((name) => name.startsWith(prefix) && !mine.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function open(account: string): Promise<Cache | null> {
  // Available only over https and on localhost.
  if (!("caches" in globalThis)) return null;
  return caches.open(nameOf(account)).catch(() => null);
}

function nameOf(account: string): string {
  return `${prefix}${currentBuild()} ${account}`;
}

/** The cache key. No page is served at these addresses. */
function addressOf(name: string): string {
  return `/kept/${encodeURIComponent(name)}`;
}

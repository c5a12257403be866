/**
 * The last answers of the club, kept on this device for when it cannot be reached: each account's in a cache of its own,
 * each build's apart, because a build reads its own shapes only. The Cache API is there wherever a service worker is.
 */
import { nextTask } from "../../browser/when-idle.ts";
import { currentBuild } from "../connection/current-build.ts";
import { storedSession } from "../connection/stored-session.ts";

export interface CachedAnswer {
  data: unknown;
  /** When the club gave it, in milliseconds since 1970 by this device's clock. */
  at: number;
}

const prefix = "kept ";
const visitor = "visitor";
/** Enough for each screen a few times over; searches and far pages push the oldest out. */
const maxCachedAnswers = 80;
/** A list of all that is kept costs more than to keep one: it is gone through with the first of so many. */
const trimmedEvery = 20;
let writesSinceTrim = 0;
const time = "x-kept-at";

/** Whose answers are asked for now. */
export function currentAccount(): string {
  return storedSession()?.user.id ?? visitor;
}

let begun = Promise.resolve();

/**
 * Keeps an answer; each is begun in a task of its own, because a screen's worth of them at once would cost a thumb's
 * patience. Not when another account is here by then. Never fails: a full or closed storage keeps nothing.
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
    const headers = { "content-type": "application/json", [time]: String(Date.now()) };
    await cache.put(addressOf(name), new Response(JSON.stringify(data), { headers }));
    if (writesSinceTrim++ % trimmedEvery > 0) return;
    const known = await cache.keys();
    await Promise.all(known.slice(0, -maxCachedAnswers).map((request) => cache.delete(request)));
  } catch {
    // The next answer is kept again.
  }
}

export async function cachedAnswer(account: string, name: string): Promise<CachedAnswer | null> {
  const found = await (await open(account))?.match(addressOf(name)).catch(() => undefined);
  if (!found) return null;
  return { data: await found.json(), at: Number(found.headers.get(time)) };
}

/** Drops what is kept of every account but this one (null: of every account), and what earlier builds kept. */
export async function deleteAnswersExcept(account: string | null): Promise<void> {
  if (!("caches" in globalThis)) return;
  const mine = [visitor, account].map((one) => nameOf(one ?? visitor));
  const names = await caches.keys().catch(() => []);
  const others = names.filter((name) => name.startsWith(prefix) && !mine.includes(name));
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function open(account: string): Promise<Cache | null> {
  // Closed to pages that are neither https nor on this machine.
  if (!("caches" in globalThis)) return null;
  return caches.open(nameOf(account)).catch(() => null);
}

function nameOf(account: string): string {
  return `${prefix}${currentBuild()} ${account}`;
}

/** A cache is kept by addresses; nothing is ever served at these. */
function addressOf(name: string): string {
  return `/kept/${encodeURIComponent(name)}`;
}

/**
 * Storage for what a reader has typed and the server does not have yet. Browsers write localStorage to the disk seconds after
 * the page has set it, so a copy is kept in IndexedDB, which says when it has written. Pages read localStorage, which answers at once;
 * entries that it has lost are restored from the copy.
 */

/** The methods of `Storage` that pages use for such entries. */
export type KeyValueStorage = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const name = "scoreline-typed";
/** A disk that does not answer must not keep a prediction from being sent. */
const patience = 1_000;

let opened: Promise<IDBDatabase | null> | undefined;
let restoring: Promise<boolean> | undefined;
let writing: Promise<unknown> = Promise.resolve();
let leaving: Promise<unknown>;

/** Also when the browser shows a page again that had gone away. */
function waitForLeaving(): void {
  leaving = new Promise((left) => window.addEventListener("pagehide", left, { once: true }));
}
waitForLeaving();
window.addEventListener("pageshow", waitForLeaving);

/** `localStorage` for these entries. Throws as it does if an entry cannot be set. */
export const durableStorage: KeyValueStorage = {
  get length() {
    return localStorage.length;
  },
  key: (at) => localStorage.key(at),
  getItem: (key) => localStorage.getItem(key),
  setItem(key, text) {
    copy((entries) => entries.put(text, key));
    localStorage.setItem(key, text);
  },
  removeItem(key) {
    copy((entries) => entries.delete(key));
    localStorage.removeItem(key);
  },
};

/**
 * Resolves when everything that was set is on the disk, or cannot be written there. A page that goes away cannot wait: the browser
 * writes localStorage without it. Never rejects.
 */
export function written(): Promise<unknown> {
  return Promise.race([writing, leaving, new Promise((late) => setTimeout(late, patience))]);
}

/** Restores lost entries, with the first call of a page. Resolves to whether there were any. Never rejects. */
export function restored(): Promise<boolean> {
  restoring ??= restore().catch(() => false);
  return restoring;
}

async function restore(): Promise<boolean> {
  const entries = (await open())?.transaction(name).objectStore(name);
  if (!entries) return false;
  const [keys, texts] = await Promise.all([resultOf(entries.getAllKeys()), resultOf(entries.getAll())]);
  const lost = keys.map((key, at) => [String(key), String(texts[at])] as const);
  const missing = lost.filter(([key]) => localStorage.getItem(key) === null);
  for (const [key, text] of missing) localStorage.setItem(key, text);
  return missing.length > 0;
}

function copy(change: (entries: IDBObjectStore) => void): void {
  writing = writing.then(async () => {
    const database = await open();
    if (!database) return;
    const transaction = database.transaction(name, "readwrite", { durability: "strict" });
    change(transaction.objectStore(name));
    await new Promise<void>((done) => {
      for (const end of ["oncomplete", "onabort"] as const) transaction[end] = () => done();
    });
  });
  writing = writing.catch(() => undefined);
}

/** The database of the copy; null in a browser without one, as in some private windows. */
function open(): Promise<IDBDatabase | null> {
  opened ??= new Promise<IDBDatabase | null>((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.result.createObjectStore(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => resolve(null);
  }).catch(() => null);
  return opened;
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

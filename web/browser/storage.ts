/**
 * A browser that refuses a page its storage throws when the storage is named or written. The page then has storage in its memory, so
 * that a member can sign in until the page closes. `main.tsx` imports this before everything that reads the storage.
 */

/** The methods of a storage. They are in its prototype, so that `Object.keys` has only its entries, as in the browser. */
const methods = {
  getItem(this: Record<string, string>, key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null;
  },
  setItem(this: Record<string, string>, key: string, text: string): void {
    this[key] = text;
  },
  removeItem(this: Record<string, string>, key: string): void {
    delete this[key];
  },
};

for (const name of ["localStorage", "sessionStorage"] as const) {
  try {
    // not a text: a key
    const probe = "scoreline-probe";
    window[name].setItem(probe, "");
    window[name].removeItem(probe);
  } catch {
    Object.defineProperty(window, name, { configurable: true, value: Object.create(methods) });
  }
}

// A module, so that tests can import it.
export {};

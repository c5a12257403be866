import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authStorageKey } from "./stored-session.ts";

const hour = 3_600;
const now = Date.UTC(2027, 3, 10, 12) / 1_000;
const entries = new Map<string, string>();
let clock: typeof import("./server-clock.ts");
let storage: ReturnType<typeof import("./session-storage.ts").sessionStorageByServerClock>;
let usable: () => ReturnType<typeof import("./session-storage.ts").usableSession>;

beforeEach(async () => {
  entries.clear();
  vi.useFakeTimers({ now: now * 1_000 });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  await visit();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads the modules as a new page. */
async function visit(): Promise<void> {
  vi.resetModules();
  clock = await import("./server-clock.ts");
  const module = await import("./session-storage.ts");
  storage = module.sessionStorageByServerClock();
  usable = () => module.usableSession(storage);
}

/** Lets the device's clock differ from the server's by so many seconds. */
function deviceIsAhead(by: number): void {
  const date = new Date((now - by) * 1_000).toUTCString();
  clock.learnClock(new Response(null, { headers: { date } }), Date.now());
}

const session = (access_token: string, expires_at: number) => JSON.stringify({ access_token, expires_at });
const storedEnd = () => JSON.parse(entries.get(authStorageKey) ?? "{}").expires_at;
const readEnd = () => JSON.parse(String(storage.getItem(authStorageKey))).expires_at;

describe("the stored session", () => {
  it.each([-5 * 24 * hour, -hour, hour, 5 * 24 * hour])(
    "ends in an hour by a device whose clock differs by %i seconds",
    (by) => {
      deviceIsAhead(by);
      storage.setItem(authStorageKey, session("first", now - by + hour));
      expect(storedEnd()).toBe(now - by + hour);
      expect(Math.abs(readEnd() - (now + hour))).toBeLessThanOrEqual(2);
    },
  );

  it("keeps its end when auth-js saves the session that it has read", () => {
    deviceIsAhead(hour);
    storage.setItem(authStorageKey, session("first", now + 60));
    storage.setItem(authStorageKey, String(storage.getItem(authStorageKey)));
    expect(storedEnd()).toBe(now + 60);
  });

  it("does not look expired for half a minute after its token arrived, so that reactions cause no refresh", () => {
    storage.setItem(authStorageKey, session("first", now - hour));
    vi.advanceTimersByTime(29_999);
    expect(readEnd()).toBeGreaterThan(Date.now() / 1_000 + 170);
    vi.advanceTimersByTime(1);
    expect(readEnd()).toBe(now - hour);
  });

  it("looks expired to a page that did not receive its token", async () => {
    storage.setItem(authStorageKey, session("first", now - hour));
    await visit();
    expect(readEnd()).toBe(now - hour);
  });
});

describe("the session that the page uses without auth-js", () => {
  const store = (fields: object) =>
    entries.set(
      authStorageKey,
      JSON.stringify({ access_token: "first", expires_at: now + hour, user: { id: "petra" }, ...fields }),
    );

  it("is the stored one until a minute and a half before its end", () => {
    store({ expires_at: now + 91 });
    expect(usable()).toMatchObject({ access_token: "first", user: { id: "petra" } });
    store({ expires_at: now + 90 });
    expect(usable()).toBeUndefined();
  });

  it("ends by the server's clock", () => {
    deviceIsAhead(hour);
    store({ expires_at: now - hour + 100 });
    expect(usable()).toMatchObject({ access_token: "first" });
    store({ expires_at: now - hour + 80 });
    expect(usable()).toBeUndefined();
  });

  it("is none for a visitor", () => {
    expect(usable()).toBeNull();
  });

  it("is left to auth-js if the entry is incomplete", () => {
    for (const fields of [{ access_token: "" }, { expires_at: undefined }, { user: null }]) {
      store(fields);
      expect(usable()).toBeUndefined();
    }
    entries.set(authStorageKey, "{");
    expect(usable()).toBeUndefined();
  });
});

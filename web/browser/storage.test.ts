import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const refuse = () => {
  throw new DOMException("refused", "SecurityError");
};

it("is in the page's memory if the browser refuses it", async () => {
  const refusing = { getItem: () => null, setItem: refuse, removeItem: () => undefined };
  const page = { localStorage: refusing };
  Object.defineProperty(page, "sessionStorage", { configurable: true, get: refuse });
  vi.stubGlobal("window", page);
  await import("./storage.ts");
  for (const storage of [window.localStorage, window.sessionStorage]) {
    expect(storage.getItem("a")).toBeNull();
    storage.setItem("a", "1");
    storage.setItem("b", "2");
    expect([storage.getItem("a"), Object.keys(storage)]).toEqual(["1", ["a", "b"]]);
    storage.removeItem("a");
    expect([storage.getItem("a"), storage.getItem("setItem"), Object.keys(storage)]).toEqual([
      null,
      null,
      ["b"],
    ]);
  }
});

it("is the browser's otherwise", async () => {
  const entries = new Map<string, string>();
  const storage = {
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  vi.stubGlobal("window", { localStorage: storage, sessionStorage: storage });
  await import("./storage.ts");
  expect([window.localStorage, window.sessionStorage]).toEqual([storage, storage]);
  expect(entries.size).toBe(0);
});

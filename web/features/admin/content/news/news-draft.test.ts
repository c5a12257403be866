import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { authStorageKey } from "../../../../backend/connection/stored-session.ts";
import {
  forgetDraft,
  isSameFile,
  keepDraft,
  type NewsDraft,
  percentOf,
  storedDraft,
  updateDraft,
} from "./news-draft.ts";
import { fieldsOf, textOf } from "./news-rules.ts";

const file = { name: "IMG_2041.jpg", size: 4_000_000, lastModified: 1_000 };
const draft: NewsDraft = {
  newsId: null,
  text: textOf({ ...fieldsOf(null), title: "Derby" }),
  file,
  path: "news/1.jpg",
  seen: null,
  uploadUrl: null,
  stored: 0,
};

/** localStorage, which Node does not have. */
function storage() {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

describe("the draft of news", () => {
  let device: ReturnType<typeof storage>;
  const signIn = (id: string) => device.setItem(authStorageKey, JSON.stringify({ user: { id } }));
  beforeEach(() => {
    device = storage();
    vi.stubGlobal("localStorage", device);
    signIn("olga");
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is stored for its account and its news", () => {
    keepDraft(draft);
    expect(storedDraft(null)?.text.title).toBe("Derby");
    expect(storedDraft("another")).toBeNull();
    signIn("ann");
    expect(storedDraft(null)).toBeNull();
  });

  it("has a key that sign-out removes", () => {
    keepDraft(draft);
    expect([...device.entries.keys()].every((key) => key.startsWith(authStorageKey))).toBe(true);
  });

  it("does not return with a late update", () => {
    keepDraft(draft);
    updateDraft({ stored: 1_000_000 });
    expect(storedDraft(null)?.stored).toBe(1_000_000);
    forgetDraft();
    updateDraft({ stored: 2_000_000 });
    expect([...device.entries.keys()]).toEqual([authStorageKey]);
  });

  it.each([{ name: "IMG_2042.jpg" }, { size: 4_000_001 }, { lastModified: 1_001 }])(
    "belongs to another file than one with %o",
    (change) => {
      expect(isSameFile(draft, file)).toBe(true);
      expect(isSameFile(draft, { ...file, ...change })).toBe(false);
    },
  );

  it("shows 100 % only at the end", () => {
    expect(percentOf(3_999_999, 4_000_000)).toBe(99);
    expect(percentOf(4_000_000, 4_000_000)).toBe(100);
  });
});

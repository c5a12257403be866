import { describe, expect, it } from "vitest";
import { KeptDoubles } from "./kept-doubles.ts";

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  } as Storage;
}

describe("KeptDoubles", () => {
  it("keeps a mark until it is forgotten", () => {
    const shared = storage();
    new KeptDoubles("amina", shared).keep("match", "2026-12-01", false);
    const kept = new KeptDoubles("amina", shared);
    expect(kept.of("match", "2026-12-01")).toBe(false);
    kept.forget("match");
    expect(kept.of("match", "2026-12-01")).toBeNull();
  });

  it("keeps the marks of accounts and matches apart", () => {
    const shared = storage();
    new KeptDoubles("amina", shared).keep("match", "2026-12-01", true);
    expect(new KeptDoubles("bruno", shared).of("match", "2026-12-01")).toBeNull();
    expect(new KeptDoubles("amina", shared).of("other", "2026-12-01")).toBeNull();
  });

  it("ignores a mark for another lock", () => {
    const kept = new KeptDoubles("amina", storage());
    kept.keep("match", "2026-12-01", true);
    expect(kept.of("match", "2026-12-08")).toBeNull();
  });
});

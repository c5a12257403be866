import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const second = 1_000;
let clock: typeof import("./server-clock.ts");

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  clock = await import("./server-clock.ts");
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Learns from an answer that the server wrote `ahead` milliseconds ahead of the device, `before` and `after` a delay. */
function learn({ ahead = 0, before = 0, after = 0, headers = {} }): void {
  const sent = Date.now();
  vi.advanceTimersByTime(before);
  const date = new Date(Date.now() + ahead).toUTCString();
  vi.advanceTimersByTime(after);
  clock.learnClock(new Response(null, { headers: { date, ...headers } }), sent);
}

const difference = () => clock.serverNow() - Date.now();

describe("serverNow", () => {
  it.each([-90, 90])("follows the server's clock, which differs by %i seconds", (seconds) => {
    learn({ ahead: seconds * second });
    expect(Math.abs(difference() - seconds * second)).toBeLessThanOrEqual(second);
  });

  it("ignores differences under two seconds, because the header has a resolution of one second", () => {
    learn({ ahead: -1 * second });
    expect(difference()).toBe(0);
  });

  it.each([
    ["request", { before: 25 * second }],
    ["answer", { after: 25 * second }],
  ])("does not take a slow %s for a wrong clock", (_, delay) => {
    learn(delay);
    expect(difference()).toBe(0);
  });

  it("keeps what a fast answer taught while answers are slow", () => {
    learn({ ahead: 90 * second });
    const learnt = difference();
    learn({ ahead: 90 * second, before: 5 * second, after: 25 * second });
    expect(difference()).toBe(learnt);
  });

  it("follows a correction of the device's clock", () => {
    learn({ ahead: 90 * second });
    learn({});
    expect(difference()).toBe(0);
  });

  it("is known at the next visit before any answer", async () => {
    const entries = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    });
    learn({ ahead: -5 * 86_400 * second });
    const learnt = difference();
    vi.resetModules();
    clock = await import("./server-clock.ts");
    expect(difference()).toBe(learnt);
    learn({});
    expect([difference(), entries.size]).toEqual([0, 0]);
  });

  it("tells its subscribers by how much an answer has corrected it, until they unsubscribe", () => {
    const corrections: number[] = [];
    const unsubscribe = clock.onClockChange((by) => corrections.push(Math.round(by / second)));
    learn({});
    expect(corrections).toEqual([]);
    learn({ ahead: 3_600 * second });
    learn({ ahead: -90 * second });
    expect(corrections.map((by) => Math.abs(by - 3_600) <= 1 || Math.abs(by + 3_690) <= 1)).toEqual([
      true,
      true,
    ]);
    unsubscribe();
    learn({});
    expect(corrections).toHaveLength(2);
  });

  it("learns nothing from a stored answer", () => {
    learn({ ahead: -90 * second, headers: { age: "90" } });
    expect(difference()).toBe(0);
  });
});

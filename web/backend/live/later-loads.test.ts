import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../connection/query-client.ts";
import { LaterLoads, loadWindow } from "./later-loads.ts";

const queryKey = ["matches"];
const stops: (() => void)[] = [];
beforeEach(() => void vi.stubGlobal("navigator", { onLine: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const stop of stops.splice(0)) stop();
});

/** A shown query whose loads end only when `answer` is called for the oldest of them. */
function shownQuery() {
  const queries = createQueryClient();
  const loads: { resolve: (value: string) => void; reject: (reason: Error) => void }[] = [];
  const queryFn = () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject }));
  stops.push(new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => undefined));
  return { queries, loads, shown: () => queries.getQueryData(queryKey) };
}

describe("invalidateQueries", () => {
  it("repeats a first load that was in progress, because it may have read before the change", async () => {
    const { queries, loads, shown } = shownQuery();
    void queries.invalidateQueries({ queryKey });
    loads[0]?.resolve("before the change");
    await expect.poll(() => loads).toHaveLength(2);
    loads[1]?.resolve("after the change");
    await expect.poll(shown).toBe("after the change");
    expect(loads).toHaveLength(2);
  });

  it("starts at once when nothing is in progress, and replaces a later load", async () => {
    const { queries, loads, shown } = shownQuery();
    loads[0]?.resolve("before the change");
    await expect.poll(shown).toBe("before the change");
    void queries.invalidateQueries({ queryKey });
    expect(loads).toHaveLength(2);
    void queries.invalidateQueries({ queryKey });
    expect(loads).toHaveLength(3);
    loads[2]?.resolve("after the change");
    await expect.poll(shown).toBe("after the change");
    loads[1]?.resolve("between");
    await expect.poll(() => queries.isFetching()).toBe(0);
    expect(shown()).toBe("after the change");
  });

  it("does not repeat a first load that fails", async () => {
    const { queries, loads } = shownQuery();
    void queries.invalidateQueries({ queryKey });
    loads[0]?.reject(new Error("unreachable"));
    await expect.poll(() => queries.isFetching()).toBe(0);
    expect(loads).toHaveLength(1);
  });
});

describe("loadWindow", () => {
  it("grows with the club: 0.3 s at first, 5 s for 10,000 members", () => {
    const queries = new QueryClient();
    expect(loadWindow(queries)).toBe(300);
    queries.setQueryData(["matches", "current"], [{ predictions_count: 2_000 }, { predictions_count: 10 }]);
    expect(loadWindow(queries)).toBe(1_000);
    queries.setQueryData(["leaderboard", "Overall", "summary"], { players: 10_000 });
    expect(loadWindow(queries)).toBe(5_000);
    queries.setQueryData(["leaderboard", "Overall", "summary"], { players: 10_000_000 });
    expect(loadWindow(queries)).toBe(30_000);
  });
});

describe("LaterLoads", () => {
  beforeEach(() => void vi.useFakeTimers());

  const halfOfWindow = 150;
  const all = () => true;

  it("loads what is shown once, at its moment of the window", async () => {
    const { queries, loads, shown } = shownQuery();
    queries.setQueryData(["leaderboard"], "not shown");
    loads[0]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(0);
    const later = new LaterLoads(queries, () => 0.5);
    later.add(all);
    later.add(all);
    await vi.advanceTimersByTimeAsync(halfOfWindow - 1);
    expect(loads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(2);
    loads[1]?.resolve("after the change");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(shown()).toBe("after the change");
    expect(loads).toHaveLength(2);
    expect(queries.getQueryState(["leaderboard"])?.isInvalidated).toBe(true);
  });

  it("waits in a club with more than 1,000 predictions of a match until the points are counted", async () => {
    const { queries, loads } = shownQuery();
    loads[0]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(0);
    const later = new LaterLoads(queries, () => 0);
    queries.setQueryData(["matches", "current"], [{ predictions_count: 1_000 }]);
    later.add(all);
    await vi.advanceTimersByTimeAsync(0);
    expect(loads).toHaveLength(2);
    loads[1]?.resolve("after the change");
    await vi.advanceTimersByTimeAsync(0);
    queries.setQueryData(["matches", "current"], [{ predictions_count: 1_001 }]);
    later.add(all);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(loads).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(3);
  });

  it("puts a load off until a further result is counted", async () => {
    const { queries, loads } = shownQuery();
    loads[0]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(0);
    queries.setQueryData(["matches", "current"], [{ predictions_count: 1_001 }]);
    const later = new LaterLoads(queries, () => 0);
    later.add(all);
    await vi.advanceTimersByTimeAsync(1_500);
    later.add(all);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(loads).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(loads).toHaveLength(2);
  });

  it("does not load what an act of this page has loaded since", async () => {
    const { queries, loads } = shownQuery();
    loads[0]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(0);
    new LaterLoads(queries, () => 0.5).add(all);
    void queries.invalidateQueries({ queryKey });
    loads[1]?.resolve("after the change");
    await vi.advanceTimersByTimeAsync(halfOfWindow);
    expect(loads).toHaveLength(2);
  });

  it("repeats a load that was in progress at the change", async () => {
    const { queries, loads } = shownQuery();
    loads[0]?.resolve("at first");
    await vi.advanceTimersByTimeAsync(0);
    void queries.invalidateQueries({ queryKey });
    new LaterLoads(queries, () => 0.5).add(all);
    loads[1]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(halfOfWindow);
    expect(loads).toHaveLength(3);
  });

  it("loads nothing after it was dropped, or what is not outdated", async () => {
    const { queries, loads } = shownQuery();
    loads[0]?.resolve("before the change");
    await vi.advanceTimersByTimeAsync(0);
    const later = new LaterLoads(queries, () => 0.5);
    later.add(() => false);
    await vi.advanceTimersByTimeAsync(halfOfWindow);
    later.add(all);
    later.drop();
    await vi.advanceTimersByTimeAsync(halfOfWindow);
    expect(loads).toHaveLength(1);
  });
});

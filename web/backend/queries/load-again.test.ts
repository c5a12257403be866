import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { loadAgain } from "./load-again.ts";

const queryKey = ["matches"];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A shown query whose loads end only when `answer` is called for the oldest of them. */
function shownQuery() {
  const queries = new QueryClient();
  const loads: { resolve: (value: string) => void; reject: (reason: Error) => void }[] = [];
  const queryFn = () => new Promise<string>((resolve, reject) => loads.push({ resolve, reject }));
  stops.push(new QueryObserver(queries, { queryKey, queryFn, retry: false }).subscribe(() => undefined));
  return { queries, loads, shown: () => queries.getQueryData(queryKey) };
}

describe("loadAgain", () => {
  it("repeats a first load that was in progress, because it may have read before the change", async () => {
    const { queries, loads, shown } = shownQuery();
    loadAgain(queries, queryKey);
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
    loadAgain(queries, queryKey);
    expect(loads).toHaveLength(2);
    loadAgain(queries, queryKey);
    expect(loads).toHaveLength(3);
    loads[2]?.resolve("after the change");
    await expect.poll(shown).toBe("after the change");
    loads[1]?.resolve("between");
    await expect.poll(() => queries.isFetching()).toBe(0);
    expect(shown()).toBe("after the change");
  });

  it("does not repeat a first load that fails", async () => {
    const { queries, loads } = shownQuery();
    loadAgain(queries, queryKey);
    loads[0]?.reject(new Error("unreachable"));
    await expect.poll(() => queries.isFetching()).toBe(0);
    expect(loads).toHaveLength(1);
  });
});

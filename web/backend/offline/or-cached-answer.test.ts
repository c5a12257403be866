import { InfiniteQueryObserver, type QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../connection/query-client.ts";
import { RequestError } from "../connection/response.ts";
import { subject } from "../queries/query-keys.ts";
import { isUnanswered } from "./or-cached-answer.ts";
import { currentReachability, noteResponseStatus } from "./reachability.ts";

const refusal = (status: number, message = "") => new RequestError(message, "", status);

describe("isUnanswered", () => {
  it("is true for network and proxy failures, and false for refusals, server errors and programming errors", () => {
    expect(isUnanswered(refusal(0, "TypeError: Failed to fetch"))).toBe(true);
    expect(isUnanswered(new TypeError("Failed to fetch"))).toBe(true);
    expect(isUnanswered(refusal(502))).toBe(true);
    expect(isUnanswered(refusal(500))).toBe(false);
    expect(isUnanswered(refusal(403))).toBe(false);
    expect(isUnanswered(new TypeError("Cannot read properties of null"))).toBe(false);
    expect(isUnanswered(null)).toBe(false);
  });
});

const queryKey = ["picks"];

describe("an answer that was asked for before the page saved something", () => {
  let client: QueryClient;
  /** Answers each of the requests, in their order. */
  let answers: ((text: string) => void)[];

  /** Starts to read the query again. */
  const read = () =>
    client.fetchQuery({
      queryKey,
      queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
      staleTime: 0,
    });
  const answer = async (at: number, text: string) => {
    await expect.poll(() => answers.length).toBe(at + 1);
    answers[at]?.(text);
  };

  beforeEach(() => {
    client = createQueryClient();
    answers = [];
    client.setQueryData(queryKey, "none");
  });

  it("does not take back what the page shows", async () => {
    const reading = read();
    client.setQueryData(queryKey, "2-1");
    await answer(0, "none");
    await answer(1, "2-1, read again");
    expect(await reading).toBe("2-1, read again");
    expect(client.getQueryData(queryKey)).toBe("2-1, read again");
  });

  it("is asked for once if nothing was saved", async () => {
    const reading = read();
    await answer(0, "3-0 of another device");
    expect(await reading).toBe("3-0 of another device");
    expect(answers).toHaveLength(1);
  });

  it("is asked for three times at most, so that a list which always changes is shown", async () => {
    const reading = read();
    for (const at of [0, 1, 2]) {
      await expect.poll(() => answers.length).toBe(at + 1);
      client.setQueryData(queryKey, `goal ${at + 1}`);
      answers[at]?.("late");
    }
    expect(await reading).toBe("late");
    expect(answers).toHaveLength(3);
  });

  it("is not asked for again when another request has taken its place", async () => {
    const cancelled = read();
    client.setQueryData(queryKey, "2-1");
    await client.cancelQueries({ queryKey });
    expect(await cancelled).toBe("2-1");
    const reading = read();
    await answer(1, "2-1, read again");
    answers[0]?.("none");
    expect(await reading).toBe("2-1, read again");
    expect(answers).toHaveLength(2);
  });
});

describe("the next page of a list", () => {
  beforeEach(() => void vi.stubGlobal("navigator", { onLine: true }));
  afterEach(() => void vi.unstubAllGlobals());

  /** A list of two pages, whose second one fails with `error` while there is one. */
  async function list() {
    let error: Error | "silence" | null = null;
    const asked: number[] = [];
    const observer = new InfiniteQueryObserver(createQueryClient(), {
      queryKey: [subject.matches, "played"],
      retry: false,
      initialPageParam: 1,
      getNextPageParam: (last: number) => (last < 2 ? last + 1 : null),
      queryFn: ({ pageParam }) => {
        asked.push(pageParam);
        if (error === "silence") return new Promise<number>(() => undefined);
        return error ? Promise.reject(error) : Promise.resolve(pageParam);
      },
    });
    const stop = observer.subscribe(() => undefined);
    await observer.refetch();
    asked.splice(0);
    const fail = (next: typeof error) => {
      error = next;
    };
    return { observer, asked, fail, stop };
  }

  it.each([
    ["the network fails", new TypeError("Failed to fetch")],
    ["a portal answers", refusal(502)],
    ["the service refuses it", refusal(400)],
  ])("is not shown as loaded when %s, and can be asked for again", async (_, error) => {
    const { observer, asked, fail, stop } = await list();
    fail(error);
    const { isError, isFetchNextPageError, data } = await observer.fetchNextPage();
    expect({ isError, isFetchNextPageError }).toEqual({ isError: true, isFetchNextPageError: true });
    expect(data?.pages).toEqual([1]);
    expect(asked).toEqual([2]);
    fail(null);
    expect((await observer.fetchNextPage()).data?.pages).toEqual([1, 2]);
    stop();
  });

  it("fails when it is not answered at all", async () => {
    const { observer, fail, stop } = await list();
    vi.useFakeTimers();
    fail("silence");
    const pressed = observer.fetchNextPage();
    await vi.advanceTimersByTimeAsync(20_000);
    expect((await pressed).isFetchNextPageError).toBe(true);
    vi.useRealTimers();
    stop();
  });

  it("leaves the pages as they are when they are loaded again without an answer", async () => {
    const { observer, fail, stop } = await list();
    fail(new TypeError("Failed to fetch"));
    const { isError, data } = await observer.refetch();
    expect(isError).toBe(false);
    expect(data?.pages).toEqual([1]);
    stop();
  });
});

describe("a network that never answers", () => {
  /** Ends the reading of the device's cache, which has "cached". */
  let readCache: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { onLine: true });
    vi.stubGlobal("document", { querySelector: () => null });
    vi.stubGlobal("localStorage", { getItem: () => null });
    const stored = () => new Response('"cached"', { headers: { "x-kept-at": "1" } });
    const match = () => new Promise((resolve) => (readCache = () => resolve(stored())));
    vi.stubGlobal("caches", {
      open: async () => ({ match, put: async () => undefined, keys: async () => [] }),
    });
  });
  afterEach(() => {
    noteResponseStatus(200);
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** A first load that is not answered in time. `answer` answers it after all. */
  async function slowLoad() {
    const client = createQueryClient();
    const key = [subject.matches, "current"];
    let answer: (text: string) => void = () => undefined;
    const queryFn = () => new Promise<string>((resolve) => (answer = resolve));
    const loaded = client.fetchQuery({ queryKey: key, queryFn, meta: { isOnDevice: true } });
    await vi.advanceTimersByTimeAsync(4_000);
    return { loaded, answer: (text: string) => answer(text), shown: () => client.getQueryData(key) };
  }

  it("shows the cached answer, says that the server does not respond, and shows a late answer", async () => {
    const { loaded, answer, shown } = await slowLoad();
    expect(currentReachability()).toBe("reachable");
    readCache();
    expect(await loaded).toBe("cached");
    expect(currentReachability()).toBe("unreachable");
    answer("late");
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBe("late");
  });

  it("does not replace an answer by the cached one that was read meanwhile", async () => {
    const { loaded, answer, shown } = await slowLoad();
    answer("new");
    await vi.advanceTimersByTimeAsync(1);
    readCache();
    expect(await loaded).toBe("new");
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBe("new");
  });

  it("does not replace an answer that arrives together with the cached one", async () => {
    const { loaded, answer, shown } = await slowLoad();
    readCache();
    answer("new");
    await loaded;
    await vi.advanceTimersByTimeAsync(1);
    expect(shown()).toBe("new");
  });
});

import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { loadNextPage } from "./load-next-page.ts";

/** A list of three pages. `hold`: the next requests wait for the returned function. */
async function list() {
  const queries = new QueryClient();
  let held: Promise<void> | undefined;
  const asked: number[] = [];
  const observer = new InfiniteQueryObserver(queries, {
    queryKey: ["list"],
    retry: false,
    initialPageParam: 1,
    getNextPageParam: (last: number) => (last < 3 ? last + 1 : null),
    queryFn: async ({ pageParam }) => {
      asked.push(pageParam);
      await held;
      return pageParam;
    },
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  return {
    asked,
    pages: () => observer.getCurrentResult().data?.pages,
    more: () => loadNextPage(observer.getCurrentResult()),
    changes: () => queries.invalidateQueries({ queryKey: ["list"] }),
    hold: () => {
      let release = () => {};
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    stop,
  };
}

it("loads one page", async () => {
  const { more, pages, stop } = await list();
  await more();
  expect(pages()).toEqual([1, 2]);
  await more();
  expect(pages()).toEqual([1, 2, 3]);
  stop();
});

it("loads the page although a change loads the list again meanwhile", async () => {
  const { more, pages, changes, hold, asked, stop } = await list();
  const release = hold();
  const pressed = more();
  await Promise.resolve();
  const changed = changes();
  release();
  await Promise.all([pressed, changed]);
  expect(pages()).toEqual([1, 2]);
  expect(asked.filter((page) => page === 2).length).toBeGreaterThan(0);
  stop();
});

import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { act } from "react";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { openFakeClub } from "../../../../testing/fake-club.ts";
import { rendered } from "../../../../testing/rendered.tsx";
import { searchPause } from "../../../../ui/forms/use-search.ts";
import { MembersList } from "./members-list.tsx";

const label = "Search by name, phone or email";

interface Asked {
  search: string;
  response: ServerResponse;
  isAborted: boolean;
}
/** The requests, which the tests answer. */
let asked: Asked[] = [];
openFakeClub(async (request, response) => {
  const { search } = JSON.parse(await text(request)) as { search: string };
  const one: Asked = { search, response, isAborted: false };
  response.on("close", () => {
    one.isAborted = !response.writableFinished;
  });
  asked.push(one);
});

beforeAll(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  asked = [];
});

/** Waits for requests and for what they change, without letting the time of a pause pass. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo())
    await act(async () => {
      vi.advanceTimersByTime(0);
      await new Promise((turn) => setImmediate(turn));
    });
}

const pause = () => act(() => vi.advanceTimersByTimeAsync(searchPause));

async function answer(search: string, total = 1): Promise<void> {
  await until(() => asked.some((one) => one.search === search));
  const name = search === "" ? "everyone" : `found by ${search}`;
  asked
    .findLast((one) => one.search === search)
    ?.response.writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify([{ user_id: search, full_name: name, total_count: total }]));
}

async function opened(total?: number) {
  const page = await rendered(
    <MembersList
      columns={[{ title: "Name", cell: (row) => row.full_name }]}
      hasCompletion={false}
      tools={null}
    />,
  );
  await answer("", total);
  await until(() => page.text().includes("everyone"));
  return page;
}

it("asks once for text that is typed without a pause, and keeps the rows until the answer", async () => {
  const page = await opened();
  for (const typed of ["a", "ab", "abc"]) {
    await page.type(label, typed);
    expect(page.field(label).value).toBe(typed);
  }
  await pause();
  await until(() => asked.length === 2);
  expect(page.text()).toContain("everyone");
  await answer("abc");
  await until(() => page.text().includes("found by abc"));
  expect(page.text()).toContain("1 found");
  expect(asked.map(({ search }) => search)).toEqual(["", "abc"]);
});

it("ends the request for an earlier text, whose late answer is never shown", async () => {
  const page = await opened();
  await page.type(label, "ab");
  await pause();
  await until(() => asked.length === 2);
  await page.type(label, "abc");
  await pause();
  await answer("abc");
  await until(() => page.text().includes("found by abc") && asked[1]?.isAborted === true);
  await answer("ab");
  await pause();
  expect(page.text()).toContain("found by abc");
});

it("says which rows are on screen until those of the next page are there", async () => {
  const page = await opened(45);
  await page.press("Next");
  await until(() => asked.length === 2);
  expect(page.text()).toContain("1 to 20 of 45");
  await answer("", 45);
  await until(() => page.text().includes("21 to 40 of 45"));
});

import { expect, it } from "vitest";
import { SharedRuns } from "./shared-runs.ts";
import { elementsOf } from "./sharing.ts";

it("takes a JSON list apart without changing how its elements are written", () => {
  const elements = [
    '[{"a":50.0,"b":[1,2]}, \n {"a":1e2}]',
    '"a,]\\"[{\\\\"',
    "[]",
    "null",
    "{}",
    '""',
    "-1.50",
  ];
  expect(elementsOf(`[${elements.join(",")}]`)).toEqual(elements);
  expect(elementsOf(`[${elements.join(",")}]}`)).toEqual(elements);
  expect(elementsOf(` [ ${elements.join(" ,\n ")} ] `)).toEqual(elements);
  expect(["[]", "[ ]", "null", '"[1,2]"'].map(elementsOf)).toEqual([[], [], [], []]);
});

it("runs work once for those who wait, always later than they asked, and again after a failure", async () => {
  const runs = new SharedRuns<string>();
  const started: { end: (value: string) => void; fail: (error: string) => void }[] = [];
  const work = () =>
    new Promise<string>((end, fail) => {
      started.push({ end, fail });
    });
  const ask = (key = "board") => runs.ask(key, work).value.catch((error: unknown) => `failed: ${error}`);
  const first = ask();
  const waiting = [ask(), ask(), ask()];
  const other = ask("another");
  expect(started).toHaveLength(2);
  started[0]?.fail("lost");
  expect(await first).toBe("failed: lost");
  expect(started).toHaveLength(3);
  const late = ask();
  started[2]?.end("third run");
  expect(await Promise.all(waiting)).toEqual(["third run", "third run", "third run"]);
  started[3]?.end("fourth run");
  started[1]?.end("second run");
  expect([await late, await other]).toEqual(["fourth run", "second run"]);
  const idle = ask();
  expect(started).toHaveLength(5);
  started[4]?.end("fifth run");
  expect(await idle).toBe("fifth run");
});

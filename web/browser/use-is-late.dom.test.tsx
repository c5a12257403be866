import { act } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { rendered } from "../testing/rendered.tsx";
import { useIsLate } from "./use-is-late.ts";

it("is late after its time of waiting, and renders nothing again when it does not wait", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let renders = 0;
  function Waiting({ isWaiting }: { isWaiting: boolean }) {
    renders += 1;
    return String(useIsLate(isWaiting, 2_000));
  }
  const advance = (milliseconds: number) => act(async () => void vi.advanceTimersByTime(milliseconds));

  const waiting = await rendered(<Waiting isWaiting />);
  await advance(1_999);
  expect(waiting.text()).toBe("false");
  await advance(1);
  expect(waiting.text()).toBe("true");

  const arrived = await rendered(<Waiting isWaiting={false} />);
  renders = 0;
  await advance(60_000);
  expect([arrived.text(), renders]).toEqual(["false", 0]);
});

import { afterEach, expect, it, vi } from "vitest";
import { asOwnResults, isOwnResult } from "./own-results.ts";

afterEach(() => vi.useRealTimers());

it("takes completions for its own while an act runs and two seconds longer, also after a failure", async () => {
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  expect(isOwnResult()).toBe(false);
  const saving = asOwnResults(() => new Promise((resolve) => setTimeout(resolve, 5_000)));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(isOwnResult()).toBe(true);
  await vi.advanceTimersByTimeAsync(1_000);
  await saving;
  await vi.advanceTimersByTimeAsync(1_999);
  expect(isOwnResult()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOwnResult()).toBe(false);

  await expect(asOwnResults(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(isOwnResult()).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(isOwnResult()).toBe(false);
});

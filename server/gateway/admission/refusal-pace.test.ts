import { describe, expect, it } from "vitest";
import { RefusalPace } from "./refusal-pace.ts";

const START_MS = 5000;

describe("the pace of refusals", () => {
  it("lets fifty leave at once, and then one every 2.5 milliseconds", () => {
    const pace = new RefusalPace();
    const delays = Array.from({ length: 53 }, () => pace.delayMs(START_MS));
    expect(delays.filter((delay) => delay === 0)).toHaveLength(50);
    expect(delays.slice(50)).toEqual([2.5, 5, 7.5]);
  });

  it("lets four hundred per second leave at once", () => {
    const pace = new RefusalPace();
    const delays = Array.from({ length: 1000 }, (_, n) => pace.delayMs(START_MS + n * 2.5));
    expect(Math.max(...delays)).toBe(0);
  });

  it("delays none for longer than a second", () => {
    const pace = new RefusalPace();
    const delays = Array.from({ length: 2000 }, () => pace.delayMs(START_MS));
    expect(Math.max(...delays)).toBe(1000);
    expect(pace.delayMs(START_MS + 2000)).toBe(0);
  });
});

import { expect, it } from "vitest";
import { ReturnSlots } from "./return-slots.ts";

const PACE_MS = 40;

it("sends the clients of many addresses back one after the other, at the pace of the queue", () => {
  const slots = new ReturnSlots();
  const returns = Array.from({ length: 275 }, (_, n) => slots.next(`member ${n}`, 0, PACE_MS, 0));
  expect(returns).toEqual(returns.map((_, n) => (n + 1) * PACE_MS));
});

it("sends the clients of one address back at the same pace", () => {
  const slots = new ReturnSlots();
  const returns = Array.from({ length: 275 }, () => slots.next("the club's room", 0, PACE_MS, 0));
  expect(returns).toEqual(returns.map((_, n) => (n + 1) * PACE_MS));
});

it("lets an address with many refusals delay another one by one turn only", () => {
  const slots = new ReturnSlots();
  for (let n = 0; n < 500; n++) slots.next("greedy", 0, PACE_MS, 0);
  expect(slots.next("modest", 0, PACE_MS, 0)).toBe(2 * PACE_MS);
});

it("forgets slots that have passed, begins after the queue, and never names more than a minute", () => {
  const slots = new ReturnSlots();
  slots.next("early", 0, PACE_MS, 0);
  expect(slots.next("late", 500, PACE_MS, 1000)).toBe(500 + PACE_MS);
  for (let n = 0; n < 5000; n++) slots.next("late", 0, PACE_MS, 1000);
  expect(slots.next("late", 0, PACE_MS, 1000)).toBe(60_000);
});

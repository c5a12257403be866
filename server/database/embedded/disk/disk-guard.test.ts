import { afterEach, expect, it, vi } from "vitest";
import { DISK_FULL_MESSAGE } from "../../database.ts";
import { startDiskGuard } from "./disk-guard.ts";

const MB = 2 ** 20;
const guards: { stop(): void }[] = [];
afterEach(() => {
  for (const guard of guards.splice(0)) guard.stop();
});

function guardOf(sizes: number[]) {
  const refuseWrites = vi.fn(async (_message: string | null) => {});
  const free = async () => sizes.shift() ?? Number.NaN;
  const guard = startDiskGuard({ folder: "/", refuseWrites, log: () => {}, free });
  guards.push(guard);
  return { guard, refused: () => refuseWrites.mock.calls.map(([message]) => message) };
}

it("refuses writes below 64 MB, once", async () => {
  const { guard, refused } = guardOf([64 * MB, 64 * MB - 1, 0]);
  await guard.check();
  expect(refused()).toEqual([]);
  await guard.check();
  await guard.check();
  expect(refused()).toEqual([DISK_FULL_MESSAGE]);
});

it("accepts writes again above 96 MB", async () => {
  const { guard, refused } = guardOf([0, 96 * MB, 96 * MB + 1]);
  for (let look = 0; look < 3; look++) await guard.check();
  expect(refused()).toEqual([DISK_FULL_MESSAGE, null]);
});

it("tells when there is space to spare, above what writes need", async () => {
  const sizes = [146 * MB, 146 * MB + 1, 0];
  const found = vi.fn(async () => {});
  const free = async () => sizes.shift() ?? Number.NaN;
  const spare = { bytes: 50 * MB, found };
  const guard = startDiskGuard({ folder: "/", refuseWrites: async () => {}, spare, log: () => {}, free });
  guards.push(guard);
  await guard.check();
  expect(found).not.toHaveBeenCalled();
  await guard.check();
  await guard.check();
  expect(found).toHaveBeenCalledTimes(1);
});

it("watches the folder periodically", async () => {
  vi.useFakeTimers();
  const { refused } = guardOf([0]);
  await vi.advanceTimersByTimeAsync(1000);
  vi.useRealTimers();
  expect(refused()).toEqual([DISK_FULL_MESSAGE]);
});

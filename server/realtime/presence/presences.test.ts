import { expect, test } from "vitest";
import type { Channel } from "../channels/channel.ts";
import { ChannelRegistry } from "../channels/channel-registry.ts";
import { LIMITS } from "../limits.ts";
import type { Relay } from "../relay.ts";
import { Presences } from "./presences.ts";

const stand = { name: "stand", private: false };
const channel = (key: string, address = stand) =>
  ({ address, presence: { key, enabled: true, ref: null, meta: null } }) as unknown as Channel;
const alone = { id: "here", alone: true, send() {} } as unknown as Relay;

test("limits the bytes of a topic's presence state, and leaving frees them", () => {
  const presences = new Presences(new ChannelRegistry(), alone);
  const meta = { text: "x".repeat(LIMITS.payload) };
  const all = Array.from({ length: LIMITS.presences / LIMITS.payload }, (_, n) => channel(String(n)));
  const tracked = all.map((one) => presences.track(one, meta));
  expect(tracked).toEqual([...Array(all.length - 1).fill(true), false]);
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last) throw new Error("nobody");
  expect(Object.keys(presences.stateOf(stand))).not.toContain(last.presence.key);
  expect(presences.track(last, {})).toBe(true);
  expect(presences.track(channel("elsewhere", { name: "bar", private: false }), meta)).toBe(true);
  // A channel may replace its presence by one of the same size, and by a larger one only if there is room.
  expect(presences.track(first, { text: "y".repeat(LIMITS.payload) })).toBe(true);
  expect(presences.track(last, meta)).toBe(false);
  presences.untrack(first);
  expect(presences.track(last, meta)).toBe(true);
});

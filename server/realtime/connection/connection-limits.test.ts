import { expect, test } from "vitest";
import { ConnectionCounter } from "./connection-limits.ts";

const FULL = { status: "503 Service Unavailable", message: "Too many connections" };
const YOURS = { status: "429 Too Many Requests", message: "Too many connections from this address" };

test("there are so many seats, and one that is left is free again", () => {
  const seats = new ConnectionCounter({ sockets: 2, sockets_per_address: 2 });
  expect([seats.acquire("192.0.2.1"), seats.acquire("192.0.2.2"), seats.acquire("192.0.2.3")]).toEqual([
    null,
    null,
    FULL,
  ]);
  seats.release("192.0.2.1");
  expect([seats.acquire("192.0.2.3"), seats.acquire("192.0.2.1")]).toEqual([null, FULL]);
});

test("one address has so many of them, and others have theirs", () => {
  const seats = new ConnectionCounter({ sockets: 10, sockets_per_address: 2 });
  const takes = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map((address) => seats.acquire(address));
  expect(takes).toEqual([null, null, YOURS, null]);
  seats.release("192.0.2.1");
  expect(seats.acquire("192.0.2.1")).toBeNull();
});

test("neighbours in one IPv6 network count as one address", () => {
  const seats = new ConnectionCounter({ sockets: 10, sockets_per_address: 1 });
  const takes = ["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1"].map((address) =>
    seats.acquire(address),
  );
  expect(takes).toEqual([null, YOURS, null]);
});

test("this machine, where a proxy may stand for everybody, is held to the total alone", () => {
  const seats = new ConnectionCounter({ sockets: 3, sockets_per_address: 1 });
  const takes = ["127.0.0.1", "127.0.0.1", "::1", "127.0.0.1"].map((address) => seats.acquire(address));
  expect(takes).toEqual([null, null, null, FULL]);
});

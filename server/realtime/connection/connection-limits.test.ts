import { expect, test } from "vitest";
import { ConnectionCounter } from "./connection-limits.ts";

const FULL = { status: "503 Service Unavailable", message: "Too many connections" };
const YOURS = { status: "429 Too Many Requests", message: "Too many connections from this address" };

test("limits the connections, and a closed one frees its place", () => {
  const seats = new ConnectionCounter({ sockets: 2, sockets_per_address: 2 });
  expect([seats.acquire("192.0.2.1"), seats.acquire("192.0.2.2"), seats.acquire("192.0.2.3")]).toEqual([
    null,
    null,
    FULL,
  ]);
  seats.release("192.0.2.1");
  expect([seats.acquire("192.0.2.3"), seats.acquire("192.0.2.1")]).toEqual([null, FULL]);
});

test("limits the connections of one IP address without affecting others", () => {
  const seats = new ConnectionCounter({ sockets: 10, sockets_per_address: 2 });
  const takes = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"].map((address) => seats.acquire(address));
  expect(takes).toEqual([null, null, YOURS, null]);
  seats.release("192.0.2.1");
  expect(seats.acquire("192.0.2.1")).toBeNull();
});

test("counts addresses of one IPv6 /64 network as one", () => {
  const seats = new ConnectionCounter({ sockets: 10, sockets_per_address: 1 });
  const takes = ["2001:db8::1", "2001:db8:0:0:ffff::2", "2001:db8:0:1::1"].map((address) =>
    seats.acquire(address),
  );
  expect(takes).toEqual([null, YOURS, null]);
});

test("applies only the total to this machine, which may be a proxy for everyone", () => {
  const seats = new ConnectionCounter({ sockets: 3, sockets_per_address: 1 });
  const takes = ["127.0.0.1", "127.0.0.1", "::1", "127.0.0.1"].map((address) => seats.acquire(address));
  expect(takes).toEqual([null, null, null, FULL]);
});

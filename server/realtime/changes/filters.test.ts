import { describe, expect, test } from "vitest";
import { decode, decodeBroadcast, encode, encodeBinaryBroadcast } from "../protocol.ts";
import { bindingsKey, parseBindings } from "./bindings.ts";
import { matchesFilter, parseFilter } from "./filters.ts";

const COLUMNS = [
  { name: "id", type: "int8" },
  { name: "name", type: "text" },
  { name: "done", type: "bool" },
  { name: "at", type: "timestamptz" },
];
const ROW = { id: 10, name: "Hull", done: true, at: "2030-01-01T20:00:00+00:00", score: null };

const match = (filter: string, row: Record<string, unknown> = ROW) => {
  const conditions = parseFilter(filter);
  if (!conditions) throw new Error("not a filter");
  return matchesFilter(conditions, row, COLUMNS);
};

describe("a filter", () => {
  test.each([
    ["", true],
    ["id=eq.10", true],
    ["id=gt.9", true],
    ["id=lt.9", false],
    ["id=gte.10", true],
    ["id=lte.9", false],
    ["id=neq.10", false],
    ["id=eq.ten", false],
    ["id=in.(1,10)", true],
    ["id=not.in.(1,10)", false],
    ["name=eq.Hull", true],
    ['name=in.("a,b",Hull)', true],
    ['name=eq."Hull"', true],
    ["name=gt.Arsenal,id=eq.10", true],
    ["name=gt.Arsenal,id=eq.11", false],
    ["done=eq.true", true],
    ["done=is.true", true],
    ["at=gt.2030-01-01 19:59:59Z", true],
    ["at=lt.2030-01-01T20:00:00Z", false],
    ["score=eq.1", false],
    ["score=neq.1", false],
    ["score=is.null", true],
    ["score=not.is.null", false],
    ["score=isdistinct.1", true],
  ])("%s is %s", (filter, expected) => {
    expect(match(filter)).toBe(expected);
  });

  test.each([
    "id",
    "id=10",
    "id=fts.x",
    "id=in.1",
    "=eq.1",
    "name=match.(a)\\1",
    "name=match.((a{9}){9}){9}",
    `name=like.${"%a".repeat(60)}`,
  ])("%s is invalid", (filter) => {
    expect(parseFilter(filter)).toBeNull();
  });
});

describe("bindings", () => {
  test("have the same id if they are equal, otherwise different ids", () => {
    const wish = { event: "UPDATE", schema: "public", table: "matches" };
    const [one] = parseBindings([wish]) ?? [];
    const [same, other] = parseBindings([wish, { ...wish, filter: "id=eq.1" }]) ?? [];
    expect(one?.id).toBe(same?.id);
    expect(other?.id).not.toBe(one?.id);
  });

  test("have different keys even if their ids collide", () => {
    const wish = { event: "*", schema: "public", table: "matches" };
    const [one, none] = parseBindings([wish, { ...wish, filter: "id=eq.0" }]) ?? [];
    if (!one || !none) throw new Error("no bindings");
    expect(bindingsKey([one])).toBe(bindingsKey([{ ...one }]));
    expect(bindingsKey([{ ...none, id: one.id }])).not.toBe(bindingsKey([one]));
  });

  test.each([
    ["an unknown event", [{ event: "TRUNCATE", schema: "public" }]],
    ["no list", "matches"],
    ["too many", Array(101).fill({ event: "*", schema: "public" })],
    ["too many values", Array(3).fill({ event: "*", table: "x", filter: `id=in.(${Array(400).fill(1)})` })],
    ["too many patterns", Array(11).fill({ event: "*", table: "x", filter: "name=like.H%" })],
    ["a filter that cannot be read", [{ event: "*", schema: "public", table: "x", filter: "id" }]],
  ])("with %s are refused", (_, config) => {
    expect(parseBindings(config)).toBeNull();
  });
});

describe("the protocol", () => {
  const message = { joinRef: "1", ref: "2", topic: "realtime:x", event: "phx_join", payload: { a: 1 } };

  test.each(["1.0.0", "2.0.0"] as const)("version %s decodes what it encodes", (version) => {
    expect(decode(version, encode(version, message).bytes.toString())).toEqual(message);
  });

  test("encodes no binary frame with names longer than 255 bytes", () => {
    const frame = (topic: string) => encodeBinaryBroadcast({ topic, event: "cheer" }, Buffer.from("!"));
    expect(frame("x".repeat(255))?.bytes.byteLength).toBe(5 + 255 + "cheer!".length);
    expect(frame("é".repeat(128))).toBeNull();
  });

  test("decodes a binary broadcast frame", () => {
    const [joinRef, ref, topic, event] = ["1", "2", "realtime:x", "cheer"];
    const frame = Buffer.concat([
      Buffer.from([3, joinRef.length, ref.length, topic.length, event.length, 0, 1]),
      Buffer.from(`${joinRef + ref + topic + event}{"loud":true}`),
    ]);
    expect(decodeBroadcast(frame)).toEqual({
      joinRef,
      ref,
      topic,
      event: "broadcast",
      payload: { type: "broadcast", event, payload: { loud: true } },
    });
  });
});

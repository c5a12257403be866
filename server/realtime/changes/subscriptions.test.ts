import { describe, expect, it } from "vitest";
import { bindingsKey, matchesBinding, parseBindings } from "./bindings.ts";
import type { PublishedTable } from "./published-tables.ts";
import type { Subscriber } from "./subscriber.ts";
import { Subscriptions } from "./subscriptions.ts";

const columns = [
  { name: "id", type: "int4" },
  { name: "owner", type: "uuid" },
  { name: "at", type: "timestamptz" },
  { name: "open", type: "bool" },
  { name: "data", type: "jsonb" },
];
const letters: PublishedTable = {
  oid: "1",
  schema: "public",
  table: "letters",
  key: columns.slice(0, 1),
  readable: { anon: columns },
  uniformRoles: new Set(),
};

function subscriber(
  filter: string,
  wish: { schema?: string; table?: string } = { table: "letters" },
): Subscriber {
  const bindings = parseBindings([{ event: "*", schema: "public", filter, ...wish }]);
  if (!bindings) throw new Error(`invalid filter: ${filter}`);
  return {
    topic: `realtime:${filter}`,
    version: "2.0.0",
    bindings,
    bindingsKey: bindingsKey(bindings),
    caller: { role: "anon", claims: {} },
    identity: "anon",
    send: () => undefined,
  };
}

const found = (subscriptions: Subscriptions, row: Record<string, unknown>) =>
  [...subscriptions.candidates(letters, row)].flatMap(({ subscribers }) => [...subscribers]);

describe("subscriptions", () => {
  it("are found by the value that their filter requires, not by comparing all", () => {
    const subscriptions = new Subscriptions();
    const members = Array.from({ length: 50 }, (_, n) => subscriber(`owner=eq.${n}`));
    const list = subscriber("owner=in.(7,8)");
    for (const member of [...members, list]) subscriptions.add(member);
    expect(found(subscriptions, { owner: "7" })).toEqual([members[7], list]);
    expect(found(subscriptions, { owner: "none" })).toEqual([]);
    expect(found(subscriptions, { owner: null })).toEqual([]);
    expect(found(subscriptions, {})).toEqual([]);
  });

  it("include everyone whom the filter matches, in every type of column", () => {
    const filters = [
      ...["id=eq.1", "id=eq.1.0", "id=eq.x", "id=gt.0", "id=not.eq.2", "id=neq.3", "id=in.(1,2)", ""],
      ...["at=eq.2026-01-01T00:00:00Z", "at=eq.2026-01-01T04:00:00+04:00", "open=eq.t", "open=eq.true"],
      ...["open=eq.0", "open=is.null", 'data=eq.{"a":1}', "owner=like.a*", "id=eq.1,owner=eq.ada"],
    ].map((filter) => subscriber(filter));
    filters.push(subscriber("id=eq.1", { table: "*" }), subscriber("", { schema: "*" }));
    const subscriptions = new Subscriptions();
    for (const each of filters) subscriptions.add(each);
    for (const row of [
      { id: 1, owner: "ada", at: "2026-01-01T00:00:00+00:00", open: true, data: { a: 1 } },
      { id: 2, owner: "bob", at: null, open: false, data: null },
      { id: 3 },
    ]) {
      const change = { operation: "INSERT" as const, row, matched: new Set<string>() };
      const matching = filters.filter(({ bindings }) =>
        bindings.some((binding) => matchesBinding(binding, letters, change, "anon")),
      );
      expect(found(subscriptions, row)).toEqual(expect.arrayContaining(matching));
    }
  });

  it("of the same topic and bindings are one audience, and end with the last subscriber", () => {
    const subscriptions = new Subscriptions();
    const [one, other] = [subscriber("owner=eq.a"), subscriber("owner=eq.a")];
    for (const each of [one, one, other]) subscriptions.add(each);
    expect(subscriptions.size).toBe(2);
    expect(subscriptions.candidates(letters, { owner: "a" }).size).toBe(1);
    subscriptions.remove(one);
    expect(found(subscriptions, { owner: "a" })).toEqual([other]);
    subscriptions.remove(other);
    subscriptions.remove(other);
    expect(found(subscriptions, { owner: "a" })).toEqual([]);
    expect(subscriptions.size).toBe(0);
    subscriptions.add(one);
    expect(found(subscriptions, { owner: "a" })).toEqual([one]);
  });
});

import type { Version } from "../protocol.ts";
import type { Binding } from "./bindings.ts";
import { equalityKey, isPattern } from "./filters.ts";
import type { PublishedTable } from "./published-tables.ts";
import type { Subscriber } from "./subscriber.ts";

/** The subscribers whose messages about a row are the same for callers of the same role. */
export interface Audience {
  readonly topic: string;
  readonly version: Version;
  readonly bindings: readonly Binding[];
  readonly subscribers: ReadonlySet<Subscriber>;
}

type Mutable = Audience & { readonly subscribers: Set<Subscriber> };

/**
 * All subscribers, found by table and by a value that their filter requires. A statement that changes one row for each of
 * 5,000 members costs 5,000 look-ups instead of 25 million comparisons.
 */
export class Subscriptions {
  readonly #audiences = new Map<string, Mutable>();
  readonly #audienceOf = new Map<Subscriber, string>();
  readonly #tables = new Map<string, TableIndex>();
  readonly #withPatterns = new Set<Audience>();

  get size(): number {
    return this.#audienceOf.size;
  }

  has(subscriber: Subscriber): boolean {
    return this.#audienceOf.has(subscriber);
  }

  add(subscriber: Subscriber): void {
    if (this.has(subscriber)) return;
    const { topic, version, bindings, bindingsKey } = subscriber;
    const key = `${version}\n${bindingsKey}\n${topic}`;
    this.#audienceOf.set(subscriber, key);
    const known = this.#audiences.get(key);
    if (known) {
      known.subscribers.add(subscriber);
      return;
    }
    const audience = { topic, version, bindings, subscribers: new Set([subscriber]) };
    this.#audiences.set(key, audience);
    if (bindings.some(({ conditions }) => conditions.some(isPattern))) this.#withPatterns.add(audience);
    for (const binding of bindings) {
      const table = keyOf(binding.schema, binding.table ?? "*");
      const index = this.#tables.get(table) ?? new TableIndex();
      this.#tables.set(table, index);
      index.add(audience, binding);
    }
  }

  remove(subscriber: Subscriber): void {
    const key = this.#audienceOf.get(subscriber);
    const audience = key === undefined ? undefined : this.#audiences.get(key);
    if (key === undefined || !audience) return;
    this.#audienceOf.delete(subscriber);
    audience.subscribers.delete(subscriber);
    if (audience.subscribers.size > 0) return;
    this.#audiences.delete(key);
    this.#withPatterns.delete(audience);
    for (const binding of audience.bindings) {
      const table = keyOf(binding.schema, binding.table ?? "*");
      const index = this.#tables.get(table);
      index?.remove(audience, binding);
      if (index?.isEmpty) this.#tables.delete(table);
    }
  }

  /** The audiences that may want this row, each once. Their other conditions are still to be compared. */
  candidates(relation: PublishedTable, row: Readonly<Record<string, unknown>>): ReadonlySet<Audience> {
    const found = new Set<Audience>();
    for (const schema of [relation.schema, "*"])
      for (const table of [relation.table, "*"])
        this.#tables.get(keyOf(schema, table))?.collect(relation, row, found);
    return found;
  }

  /** The bindings with patterns, which the database evaluates. */
  *patternBindings(): Iterable<Binding> {
    for (const { bindings } of this.#withPatterns) yield* bindings;
  }
}

function keyOf(schema: string, table: string): string {
  return JSON.stringify([schema, table]);
}

/** The audiences of one table, or of one wildcard. */
class TableIndex {
  /** Without a required value. */
  readonly #others = new Set<Audience>();
  readonly #columns = new Map<string, ColumnIndex>();

  get isEmpty(): boolean {
    return this.#others.size === 0 && this.#columns.size === 0;
  }

  add(audience: Audience, binding: Binding): void {
    const required = requiredValues(binding);
    if (!required) {
      this.#others.add(audience);
      return;
    }
    const column = this.#columns.get(required.column) ?? new ColumnIndex();
    this.#columns.set(required.column, column);
    for (const value of required.values) column.add(value, audience);
  }

  remove(audience: Audience, binding: Binding): void {
    const required = requiredValues(binding);
    if (!required) {
      this.#others.delete(audience);
      return;
    }
    const column = this.#columns.get(required.column);
    for (const value of required.values) column?.remove(value, audience);
    if (column?.isEmpty) this.#columns.delete(required.column);
  }

  collect(relation: PublishedTable, row: Readonly<Record<string, unknown>>, found: Set<Audience>): void {
    for (const audience of this.#others) found.add(audience);
    for (const [name, column] of this.#columns) {
      const actual = row[name];
      if (actual === null || actual === undefined) continue;
      for (const audience of column.find(actual, typeOf(relation, name))) found.add(audience);
    }
  }
}

/** The audiences by the value that they require of one column. */
class ColumnIndex {
  readonly #byText = new Map<string, Set<Audience>>();
  /** The texts by their value in the column's type: `1` and `1.0` are one number. Built for the next change. */
  #byValue: { type: string; texts: Map<string, string[]> } | null = null;

  get isEmpty(): boolean {
    return this.#byText.size === 0;
  }

  add(text: string, audience: Audience): void {
    const audiences = this.#byText.get(text);
    if (audiences) {
      audiences.add(audience);
      return;
    }
    this.#byText.set(text, new Set([audience]));
    this.#byValue = null;
  }

  remove(text: string, audience: Audience): void {
    const audiences = this.#byText.get(text);
    audiences?.delete(audience);
    if (audiences?.size !== 0) return;
    this.#byText.delete(text);
    this.#byValue = null;
  }

  *find(actual: unknown, type: string): Iterable<Audience> {
    if (this.#byValue?.type !== type) this.#byValue = { type, texts: this.#textsByValue(type) };
    for (const text of this.#byValue.texts.get(equalityKey(actual, type) ?? "") ?? [])
      yield* this.#byText.get(text) ?? [];
  }

  #textsByValue(type: string): Map<string, string[]> {
    const texts = new Map<string, string[]>();
    for (const text of this.#byText.keys()) {
      const key = equalityKey(text, type);
      if (key !== null) texts.set(key, [...(texts.get(key) ?? []), text]);
    }
    return texts;
  }
}

/** The values of which the row must have one, by the first condition that says so. */
function requiredValues({ conditions }: Binding): { column: string; values: readonly string[] } | null {
  return (
    conditions.find(({ operator, negated }) => !negated && (operator === "eq" || operator === "in")) ?? null
  );
}

function typeOf({ readable }: PublishedTable, name: string): string {
  for (const columns of Object.values(readable)) {
    const column = columns.find((one) => one.name === name);
    if (column) return column.type;
  }
  return "text";
}

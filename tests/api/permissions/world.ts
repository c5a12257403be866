/** The people of the permission matrix, and what a row of it is. */

import type { Host, Person } from "../support/host.ts";

export interface World {
  host: Host;
  /** The player whom the rows belong to. */
  player: Person;
  other: Person;
  admin: Person;
  /** A number that no row has used. */
  next(): number;
}

type Values = Record<string, string | number | boolean | null>;

export interface Row {
  /** The filter that finds the row. */
  key: Record<string, string | number | boolean>;
  /** A new row that is valid apart from the caller's permission. */
  insert: Values;
  update: Values;
  /** An existing row's values and their unique columns. Without it, an upsert writes `insert` with `key`. */
  upsert?: { on: string; values: Values };
}

/** Throws the backend's error, for steps outside the matrix. */
export async function done<Data>(
  request: PromiseLike<{ data: Data; error: { message: string } | null }>,
): Promise<NonNullable<Data>> {
  const { data, error } = await request;
  if (error) throw new Error(error.message);
  if (data === null || data === undefined) throw new Error("The backend answered nothing");
  return data;
}

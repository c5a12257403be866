import * as words from "#words/backend";
import { codeOf } from "../connection/error-kinds.ts";

/** What a form shows, and what the database compares: the same values as they are stored. */
export interface Loaded<Values, Seen> {
  values: Values;
  seen: Seen;
}

/** A field of a form, or several that belong together, as a date and a time do. */
export interface EditField<Values> {
  label: string;
  /** The part of the values that is compared. */
  of: (values: Values) => unknown;
  /** `values` with this field of `other`. */
  take: (values: Values, other: Values) => Values;
  /** The field's value as the question shows it. */
  text: (values: Values) => string;
}

/** A field that two people changed, each to another value. */
export interface Difference {
  label: string;
  mine: string;
  theirs: string;
}

export interface Edit<Values, Seen, Result> {
  opened: Loaded<Values, Seen>;
  mine: Values;
  fields: readonly EditField<Values>[];
  /** Saves the values; refused with SL016 if the database no longer has what was seen. */
  save: (values: Values, seen: Seen) => Promise<Result>;
  /** Loads what is saved now. */
  load: () => Promise<Loaded<Values, Seen>>;
  /** Asks which values to keep; null: neither, the form stays as it is. `by` says who saved the others, if that is known. */
  ask: (differences: readonly Difference[], by: string | null) => Promise<"mine" | "theirs" | null>;
  /** Called when the user keeps what is saved and nothing is left to save. */
  onTheirs: (saved: Loaded<Values, Seen>) => void;
}

/** Nothing was saved, because the user decided so. No message is shown for it. */
export class EditNotSaved extends Error {
  override readonly name = "EditNotSaved"; // not a text: a name in the code
}

/** The code of a refusal because the row has changed since it was seen. */
const CHANGED = "SL016";

/** Each round needs another change by somebody else, so more rounds than this mean that the comparison is wrong. */
const maxRounds = 5;

/**
 * Saves what was edited without replacing what somebody else has saved since the form was opened. Fields that only one of
 * both changed are merged; for the others `ask` decides. Throws EditNotSaved if nothing was saved.
 */
export async function saveEdit<Values, Seen, Result>(edit: Edit<Values, Seen, Result>): Promise<Result> {
  let { opened, mine } = edit;
  for (let round = 1; ; round += 1) {
    let by: string | null;
    try {
      return await edit.save(mine, opened.seen);
    } catch (error) {
      if (codeOf(error) !== CHANGED || round === maxRounds) throw error;
      by = await whoSaved(error);
    }
    const saved = await edit.load();
    const conflicts = edit.fields.filter((field) => isConflict(field, opened.values, mine, saved.values));
    const choice =
      conflicts.length > 0 ? await edit.ask(conflicts.map(differenceIn(mine, saved.values)), by) : "mine";
    if (choice === null) throw new EditNotSaved();
    const kept = choice === "mine" ? edit.fields : edit.fields.filter((field) => !conflicts.includes(field));
    const next = merged(kept, opened.values, mine, saved.values);
    if (choice === "theirs" && edit.fields.every((field) => isSame(field, next, saved.values))) {
      edit.onTheirs(saved);
      throw new EditNotSaved();
    }
    mine = next;
    opened = saved;
  }
}

/** What is saved, with those of these fields that were edited since the form was opened. */
export function merged<Values>(
  fields: readonly EditField<Values>[],
  opened: Values,
  mine: Values,
  saved: Values,
): Values {
  const edited = fields.filter((field) => !isSame(field, mine, opened));
  return edited.reduce((values, field) => field.take(values, mine), saved);
}

/** A field that consists of these keys. */
export function field<Values extends object>(
  label: string,
  keys: readonly (keyof Values)[],
  text = (values: Values) => keys.map((key) => wordOf(values[key])).join(", "),
): EditField<Values> {
  const of = (values: Values) => keys.map((key) => values[key]);
  const take = (values: Values, other: Values) => {
    const taken = { ...values };
    for (const key of keys) taken[key] = other[key];
    return taken;
  };
  return { label, of, take, text };
}

/** A value in words. */
export function wordOf(value: unknown): string {
  if (value === true) return words.yes;
  if (value === false) return words.no;
  return value === null || value === undefined || value === "" || Number.isNaN(value)
    ? words.empty
    : String(value);
}

function isSame<Values>({ of }: EditField<Values>, one: Values, other: Values): boolean {
  return JSON.stringify(of(one)) === JSON.stringify(of(other));
}

function isConflict<Values>(field: EditField<Values>, opened: Values, mine: Values, saved: Values): boolean {
  return !isSame(field, mine, opened) && !isSame(field, saved, opened) && !isSame(field, mine, saved);
}

function differenceIn<Values>(mine: Values, saved: Values) {
  return ({ label, text }: EditField<Values>): Difference => ({
    label,
    mine: text(mine),
    theirs: text(saved),
  });
}

/** As `savedBy`, whose code loads with the first conflict; null if it cannot be loaded. */
async function whoSaved(error: unknown): Promise<string | null> {
  return import("./saved-by.ts").then(
    ({ savedBy }) => savedBy(error),
    () => null,
  );
}

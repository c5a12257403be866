import * as words from "#words/admin-club";
import type { AuditRow, UndoRow } from "../../../../backend/types/admin-rows.ts";
import { matchLabel } from "../../../../football/time/club-day.ts";

type Values = Readonly<Record<string, unknown>>;

/** An entry of the audit log with what its sentence needs. Values are empty for the entry that an undo names. */
export interface Entry {
  before: Values;
  after: Values;
  /** The name of the match, team, archive or other record; null if it has none. */
  subject: string | null;
  /** The name of the player whom the entry is about. */
  player: string;
  /** The club's time zone. */
  timeZone: string;
}
/** What one kind of entry says. */
export type Sentence = (entry: Entry) => string;
export type Sentences = Readonly<Record<string, Sentence>>;

/** Actions whose record is a player. */
const playerActions: ReadonlySet<string> = new Set([
  "add_member_note",
  "admin_user_predictions",
  "clear_player_points",
  "add_member",
  "clear_user_predictions",
  "delete-user",
  "delete_member_note",
  "message_member",
  "claim_points",
  "merge_members",
  "note_reminder",
  "set-temporary-password",
  "set_admin_role",
]);

/** The id of the player whom an entry is about, or null. */
export function playerOf(
  row: Pick<AuditRow, "action" | "record_id" | "old_values" | "new_values">,
): string | null {
  const id = text(valuesOf(row.new_values).user_id) ?? text(valuesOf(row.old_values).user_id);
  if (id !== null) return id;
  const action = row.action === "undo" ? text(valuesOf(row.old_values).action) : row.action;
  return action !== null && playerActions.has(action) ? row.record_id : null;
}

/** The id with which the entry's action can be undone now, or null. */
export function undoIdOf(
  { new_values }: Pick<AuditRow, "new_values">,
  open: readonly Pick<UndoRow, "id">[],
): string | null {
  const id = text(valuesOf(new_values).undo_id);
  return open.some((undo) => undo.id === id) ? id : null;
}

/** The stored values as an object; empty without values, or if they are a list. */
export function valuesOf(stored: AuditRow["new_values"]): Values {
  return stored !== null && typeof stored === "object" && !Array.isArray(stored) ? stored : {};
}

/** A stored value as text, or null. */
export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** A stored value as a number, or 0. */
export function amount(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** The number of stored values in a list; 0 without a list. */
export function countOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** The entry's match, as its subject names it. */
export function matchOf({ subject }: Entry): string {
  return subject === null ? words.aMatch : matchLabel(subject);
}

/** The subject in quotes, after its kind: `the team 'Arsenal'`. */
export function named(kind: string, { subject }: Pick<Entry, "subject">): string {
  return subject === null ? kind : `${kind} ${quoted(subject)}`;
}

export function quoted(name: string): string {
  return `'${name}'`;
}

/**
 * Columns that a migration drops or whose values it changes on purpose, by the release whose club has the old ones:
 * `"1.0.0": { "public.news": ["content"] }`.
 */
export const CHANGED_COLUMNS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {};

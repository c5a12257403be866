/** SQL for a timestamptz in the API's form: `2026-01-31T12:00:00.000Z`. */
export function isoTime(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

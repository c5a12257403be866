import { ConnectionError, DatabaseError, isOutOfResources } from "../database.ts";

/** What to do about an extension that the embedded PostgreSQL lacks (PostGIS, vector, pg_net); empty for other errors. */
export function remedyOf({ code, message }: DatabaseError): string {
  if (code !== "0A000" || !/^extension ".*" is not available$/.test(message)) return "";
  return " The PostgreSQL that serves this project does not have it: set DATABASE_URL to a PostgreSQL 15 or newer that does.";
}

/** False for a lost connection and a full disk, which say nothing about the statements. */
export function isFaultOfSql(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && !(error instanceof ConnectionError) && !isOutOfResources(error);
}

import { ConnectionError, type Database, DatabaseError, isOutOfResources } from "../database.ts";
import { withoutComments } from "./sql-statements.ts";

const MISSING = "0A000";
const CREATES = /^create extension (?:if not exists )?"?([\w-]+)"?/i;

/** What to do about an extension that the embedded PostgreSQL lacks (PostGIS, vector, pg_net); empty for other errors. */
export function remedyOf({ code, message }: DatabaseError): string {
  if (code !== MISSING || !/^extension ".*" is not available$/.test(message)) return "";
  return " The PostgreSQL that serves this project does not have it: set DATABASE_URL to a PostgreSQL 15 or newer that does.";
}

/**
 * A sentence that names the other missing extensions of these statements, so that one start names all. Empty if none is missing, or if
 * `failure` has another cause.
 */
export async function otherMissingExtensions(
  db: Pick<Database, "query">,
  statements: readonly string[],
  failure: { code: string; message: string },
): Promise<string> {
  if (failure.code !== MISSING) return "";
  const available = await db.query<{ name: string }>("select name from pg_available_extensions");
  const has = new Set(available.map(({ name }) => name));
  const created = statements.flatMap((statement) => {
    const [, name] = CREATES.exec(withoutComments(statement).trim().replace(/\s+/g, " ")) ?? [];
    return name === undefined || has.has(name) || failure.message.includes(`"${name}"`) ? [] : [name];
  });
  return created.length === 0 ? "" : ` Other extensions that it lacks: ${[...new Set(created)].join(", ")}.`;
}

/** False for a lost connection and a full disk, which say nothing about the statements. */
export function isFaultOfSql(error: unknown): error is DatabaseError {
  return error instanceof DatabaseError && !(error instanceof ConnectionError) && !isOutOfResources(error);
}

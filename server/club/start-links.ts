/** The link that starts a club in the browser. Its token is in the address's fragment, which no server receives. */
import { createHash, randomBytes } from "node:crypto";
import type { Queryable } from "../database/database.ts";

const TOKEN_BYTES = 32;
/** The page that the link opens. Also in web/paths.ts. */
export const START_PAGE = "/start";

/** What a start link can do: start the club, or nothing any more, because the club has an admin. */
export type StartLink = { state: "open" } | { state: "used"; startedAt: string | null };

/**
 * Makes a new link valid and ends the one before. Only the token's hash is stored. Null if the club has an admin, or the
 * project has no club.
 */
export async function newStartLink(database: Queryable, siteUrl: string): Promise<string | null> {
  const [known] = await database.query<{ has: boolean }>(
    "select to_regprocedure('private.open_start_link(text)') is not null as has",
  );
  if (!known?.has) return null;
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const [row] = await database.query<{ opened: boolean }>("select private.open_start_link($1) as opened", [
    hashOf(token),
  ]);
  return row?.opened ? `${siteUrl.replace(/\/+$/, "")}${START_PAGE}#${token}` : null;
}

/** Looks a token up and locks the club until the transaction ends. Null for an unknown token. */
export async function lockStartLink(tx: Queryable, token: string): Promise<StartLink | null> {
  const [row] = await tx.query<{ state: string; started_at: string | null }>(
    `select state, to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as started_at
       from private.lock_start_link($1)`,
    [hashOf(token)],
  );
  if (!row) return null;
  return row.state === "open" ? { state: "open" } : { state: "used", startedAt: row.started_at };
}

/** Tokens are random, so one round of SHA-256 is enough. */
export function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Answers 503 instead of the services while the database is down or its disk is full. */
import type { MiddlewareHandler } from "hono";
import {
  type Database,
  DatabaseError,
  DISK_FULL,
  DISK_FULL_MESSAGE,
  isOutage,
} from "../database/database.ts";
import { responseOf, type Sent } from "./http/sent.ts";
import type { LogError } from "./request-ids.ts";
import { unavailable, unavailableSent } from "./unavailable.ts";

const UNAVAILABLE = "The database is not available. Try again in a moment.";
const LOG_EVERY_MS = 1000;

/**
 * Mount it before the services. The database reconnects automatically, so no request has to fail before it is available
 * again.
 */
export function refuseWhenDatabaseDown(database: Pick<Database, "available">): MiddlewareHandler {
  return async (c, next) => {
    const preflight = c.req.method === "OPTIONS"; // needs no database, and must succeed so that a browser can read the 503
    if (!database.available && !preflight) return unavailable(c.req.method, UNAVAILABLE, "08006");
    await next();
    const outage = outageOf(c.error, c.res.status, c.req.method, database);
    if (outage === null) return;
    c.res = undefined; // otherwise Hono would copy the headers of the service's response
    c.res = responseOf(outage);
  };
}

/** What replaces the answer of this status to a failure of the database or its disk; null for any other. */
export function outageOf(
  error: unknown,
  status: number,
  method: string,
  database: Pick<Database, "available">,
): Sent | null {
  if (!isOutageOrFull(error) && (status !== 500 || database.available)) return null;
  if (isDiskFull(error)) return unavailableSent(method, DISK_FULL_MESSAGE, DISK_FULL);
  return unavailableSent(method, UNAVAILABLE, error instanceof DatabaseError ? error.code : "08006");
}

/**
 * Limits log lines about a lost connection or a full disk to one a second, and all errors while the database is down,
 * because functions and jobs then fail too. All other lines pass.
 */
export function limitOutageLog(log: LogError, database: Pick<Database, "available">): LogError {
  let nextAt = 0;
  return (event, error, request) => {
    const isLimited = !database.available || isOutageOrFull(error);
    if (isLimited && performance.now() < nextAt) return;
    log(event, error, request);
    // From the time of the line, which a busy host may write later.
    if (isLimited) nextAt = performance.now() + LOG_EVERY_MS;
  };
}

function isOutageOrFull(error: unknown): error is Error {
  return isOutage(error) || isDiskFull(error);
}

/** True if PostgreSQL or the host itself, which stores uploads, found the disk or the user's quota full. */
function isDiskFull(error: unknown): error is Error {
  if (error instanceof DatabaseError) return error.code === DISK_FULL;
  return error instanceof Error && "code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT");
}

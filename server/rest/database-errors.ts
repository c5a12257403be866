/** Converts PostgreSQL's errors to PostgREST's: SQLSTATE to status. Source: PostgREST's Error.hs, mapSQLtoHTTP. */
import type { DatabaseError } from "../database/database.ts";
import {
  notSingular,
  putMismatch,
  RestError,
  tooComplex,
  tooManyAffected,
  unreadableRaise,
} from "./errors.ts";

const EXACT: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  "42P17": 500,
  "53400": 500,
  "57P01": 503,
  P0001: 400,
};

const BY_CLASS: Readonly<Record<string, number>> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 500,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

/**
 * `signedIn` is false for anon. A missing privilege is then 401 instead of 403. `isOwners` is true for the developer, who
 * is told which table has recursive policies.
 */
export function fromDatabase(error: DatabaseError, signedIn: boolean, isOwners = false): RestError {
  const { code, message, details, hint } = error;
  const guarded = guardOf(error);
  if (guarded) return guarded;
  if (code === "PGRST") return raised(error);
  if (code === "54001") return tooComplex();
  const status = statusOf(error, signedIn);
  const isTold = code === "42P17" && isOwners;
  if (revealsInternals(error) && !isTold) return new RestError(status, code, "Internal error");
  const headers: Record<string, string> = status === 401 ? { "www-authenticate": "Bearer" } : {};
  return new RestError(status, code, message, details, hint, headers);
}

/**
 * True for faults of the server or of its SQL, whose texts have file paths, settings or parts of statements: internal
 * errors (XX), system errors (58), configuration files (F0), recursive policies (42P17) and syntax errors. The log has
 * the text. PostgREST returns it.
 */
function revealsInternals({ code, message }: DatabaseError): boolean {
  if (/^(XX|58|F0)/.test(code) || code === "42P17") return true;
  return (
    (code === "42601" && /^syntax error at /.test(message)) ||
    /^could not \w+ (file|directory) "/.test(message)
  );
}

function statusOf({ code, message }: DatabaseError, signedIn: boolean): number {
  if (code === "42501") return signedIn ? 403 : 401;
  if (code === "21000") return message.endsWith("requires a WHERE clause") ? 400 : 500;
  if (code === "22023" && /^role .* does not exist$/.test(message)) return 401;
  const chosen = /^PT([2-5]\d\d)$/.exec(code)?.[1]; // raise … using errcode = 'PT402'
  if (chosen) return Number(chosen);
  return EXACT[code] ?? BY_CLASS[code.slice(0, 2)] ?? 400;
}

/** The text that a guard in the SQL casts to an integer. The error undoes the write in the same statement. */
export const GUARDS = { single: "PGRST116:", affected: "PGRST124:", put: "PGRST115:" } as const;

function guardOf({ code, message }: DatabaseError): RestError | null {
  if (code !== "22P02") return null;
  const [, guard, rows] = /"(PGRST1(?:15|16|24)):(\d+)"/.exec(message) ?? [];
  if (!guard || !rows) return null;
  if (guard === "PGRST115") return putMismatch();
  return guard === "PGRST116" ? notSingular(Number(rows)) : tooManyAffected(Number(rows));
}

/** `raise sqlstate 'PGRST' using message = '{"code", "message", …}', detail = '{"status", "headers"}'` */
function raised({ message, details }: DatabaseError): RestError {
  const body = objectOf(message);
  if (!body || typeof body.code !== "string" || typeof body.message !== "string") {
    return unreadableRaise(
      `Invalid JSON value for MESSAGE: '${message}'`,
      "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.",
    );
  }
  const answer = details === null ? null : objectOf(details);
  if (!answer || typeof answer.status !== "number" || !isRecord(answer.headers)) {
    return unreadableRaise(
      details === null
        ? "DETAIL is missing in the RAISE statement"
        : `Invalid JSON value for DETAIL: '${details}'`,
      "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.",
    );
  }
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  );
  return new RestError(
    answer.status,
    body.code,
    body.message,
    body.details ?? null,
    textOf(body.hint),
    headers,
  );
}

function objectOf(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Converts failures of a connection to ConnectionError. */
import { ConnectionError, type DatabaseError } from "../database.ts";

const CANNOT_CONNECT = "08001";
const CONNECTION_CLOSED = "08003";
const CONNECTION_REFUSED = "08004";
const CONNECTION_LOST = "08006";
const STARTING_UP = "57P03";

/**
 * The connection could not be opened: the server cannot be reached, or refuses (wrong password, too many connections).
 */
export function connectFailure(error: unknown): ConnectionError {
  const cause = error instanceof AggregateError ? error.errors[0] : error; // "localhost" tries ::1 and 127.0.0.1
  const message = cause instanceof Error ? cause.message || cause.name : String(cause);
  const state = sqlStateOf(cause);
  if (state === null) return new ConnectionError(message, CANNOT_CONNECT);
  return new ConnectionError(message, isConnectionState(state) ? state : CONNECTION_REFUSED);
}

/** The server ended the connection with a FATAL error. */
export function fatalFailure({ message, code, details, hint }: DatabaseError): ConnectionError {
  return new ConnectionError(message, isConnectionState(code) ? code : CONNECTION_LOST, details, hint);
}

/** The socket closed without a reason from the server. */
export function lostConnection(cause: Error | null): ConnectionError {
  const reason = cause ? `: ${cause.message}` : "";
  return new ConnectionError(`The connection to the database was lost${reason}`, CONNECTION_LOST);
}

export function databaseClosed(): ConnectionError {
  return new ConnectionError("The database is closed", CONNECTION_CLOSED);
}

/** True if the server will accept connections soon without a change of settings. */
export function isStartingUp({ code }: ConnectionError): boolean {
  return code === STARTING_UP;
}

function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[0-9A-Z]{5}$/.test(code) && !/^E[A-Z]+$/.test(code) ? code : null; // ENOENT, EPIPE and the like are Node's
}

function isConnectionState(code: string): boolean {
  return /^(08|57P0[1-3]$)/.test(code);
}

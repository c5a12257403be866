/**
 * The interface through which services use PostgreSQL. Services import only this file; `open.ts` chooses the server.
 *
 * Parameters are sent as PostgreSQL text (`null` is SQL null), so that no driver guesses their types: cast them in the
 * SQL (`$1::uuid`). Results are PostgreSQL text too, unless `query` parses them.
 */
import type { RunningCluster } from "./embedded/postmaster.ts";

export type Param = string | null;

export interface Statement {
  text: string;
  params?: readonly Param[];
}

export interface Result {
  fields: readonly { name: string; dataTypeID: number }[];
  rows: readonly (readonly (string | null)[])[];
  /** The command tag's name and count: `UPDATE 3` is { command: "UPDATE", rowCount: 3 }. */
  command: string;
  rowCount: number;
}

/** The identity that a statement runs as: a database role and the claims that `auth.uid()` and `auth.jwt()` read. */
export interface Caller {
  role: string;
  /** Verified JWT claims; becomes `request.jwt.claims`. */
  claims: Readonly<Record<string, unknown>>;
  /** Other values that SQL may read with current_setting(), e.g. `request.headers`, `request.method`. */
  settings?: Readonly<Record<string, string>>;
}

export interface Queryable {
  /**
   * Runs one statement. Returns rows as objects, with int, float, bool, json(b) parsed and everything else as text.
   * Throws DatabaseError.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly Param[],
  ): Promise<Row[]>;
}

export interface DatabaseActivity {
  /** Open connections, without the one that listens. */
  open: number;
  /** Calls that wait for a connection. */
  waiting: number;
  /** Finished calls and transactions. */
  calls: number;
  /** Their time in seconds, waiting included. */
  seconds: number;
}

/** An open transaction. */
export interface Transaction extends Queryable {
  /** Runs a script of several statements. */
  script(sql: string): Promise<void>;
}

export interface Database extends Queryable {
  /** True if other hosts may use the same database. The embedded server belongs to one host. */
  readonly shared: boolean;
  /**
   * False after every connection is lost, or the first cannot be opened, until one is open again. The pool reconnects
   * automatically, so this becomes true without a call having to fail.
   */
  readonly available: boolean;
  /** What the connections do now, and have done since the start. */
  readonly activity: DatabaseActivity;
  /**
   * Runs the statements in one implicit transaction and one round trip (Bind/Execute of each, one Sync), as `caller`
   * (null: the host itself, superuser). All or nothing: the first error is thrown as DatabaseError. An urgent call gets a
   * connection before the others that wait.
   */
  run(caller: Caller | null, statements: readonly Statement[], isUrgent?: boolean): Promise<Result[]>;
  /**
   * Runs an interactive transaction as `caller` (null: the host itself). Commits when `work` resolves, otherwise rolls
   * back.
   */
  transaction<T>(caller: Caller | null, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Listens to a channel. Receives the payload of every NOTIFY from any process. `resumed` is called when the connection was
   * lost and listens again, before what is received on it: notifications between were missed. Returns the function that
   * stops listening.
   */
  listen(
    channel: string,
    heard: (payload: string) => void,
    resumed?: () => void,
  ): Promise<() => Promise<void>>;
  /** Runs a script of several statements as the host (migrations, bootstrap), in one transaction. */
  script(sql: string): Promise<void>;
  /** Missing if the host does not manage the server (DATABASE_URL). */
  readonly cluster?: RunningCluster;
  /**
   * With a message, makes later transactions read-only; their writes fail as DatabaseError 53100 (disk full) with that
   * message. Null allows writes again.
   */
  refuseWrites(message: string | null): Promise<void>;
  /** Waits some seconds for earlier calls, then ends them; later calls are rejected. */
  close(): Promise<void>;
}

/** The search path of every connection. A caller's settings may name another. */
export const SEARCH_PATH: readonly string[] = ["public", "extensions"];

/** An error reported by PostgreSQL. `code` is the SQLSTATE. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  constructor(
    message: string,
    readonly code: string,
    readonly details: string | null = null,
    readonly hint: string | null = null,
    readonly constraint: string | null = null,
  ) {
    super(message);
  }
}

/**
 * The connection could not be opened or was lost, so the outcome of the call is unknown. `code` is of class 08, or
 * 57P01 to 57P03 if the server announced it.
 */
export class ConnectionError extends DatabaseError {}

/** True for SQLSTATEs of class 53: the disk, the memory or the connections of the server are used up. */
export function isOutOfResources({ code }: DatabaseError): boolean {
  return code.startsWith("53");
}

/** SQLSTATE disk_full. */
export const DISK_FULL = "53100";
/** The message for callers whose write was refused for that reason. */
export const DISK_FULL_MESSAGE =
  "The disk of the server is full: nothing was saved. Ask the administrator of the server to free disk space.";

/** True if the database cannot serve for now: its disk is full, or the connection was lost. The gateway then answers 503. */
export function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof DatabaseError && error.code === DISK_FULL);
}

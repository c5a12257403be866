/**
 * The interface through which services use PostgreSQL. Services see only this file; `open.ts` chooses the server.
 *
 * Parameters travel as PostgreSQL text (`null` is SQL null), so a value never needs a driver's own type guess:
 * cast in the SQL (`$1::uuid`). Results come back as PostgreSQL text too, unless `query` parses them.
 */
export type Param = string | null;

export interface Statement {
  text: string;
  params?: readonly Param[];
}

export interface Result {
  fields: readonly { name: string; dataTypeID: number }[];
  rows: readonly (readonly (string | null)[])[];
  /** The command tag's word and count: `UPDATE 3` is { command: "UPDATE", rowCount: 3 }. */
  command: string;
  rowCount: number;
}

/** Who a statement runs as: a database role and the claims that `auth.uid()` and `auth.jwt()` read. */
export interface Caller {
  role: string;
  /** Verified JWT claims; becomes `request.jwt.claims`. */
  claims: Readonly<Record<string, unknown>>;
  /** What else SQL may read through current_setting(), e.g. `request.headers`, `request.method`. */
  settings?: Readonly<Record<string, string>>;
}

export interface Queryable {
  /** One statement; rows as objects, with int, float, bool, json(b) parsed and everything else as text. Throws DatabaseError. */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    params?: readonly Param[],
  ): Promise<Row[]>;
}

export interface Database extends Queryable {
  /** True if other hosts may use the same database. The embedded server belongs to one host. */
  readonly shared: boolean;
  /**
   * False from the moment that every connection is lost, or that the first cannot be opened, until one is open again.
   * The pool reconnects by itself, so this becomes true without a call having to fail.
   */
  readonly available: boolean;
  /**
   * The statements in one implicit transaction and one round trip (Bind/Execute of each, one Sync), as `caller`
   * (null: the host itself, superuser). All or nothing; the first error is thrown as DatabaseError.
   */
  run(caller: Caller | null, statements: readonly Statement[]): Promise<Result[]>;
  /** An interactive transaction as `caller` (null: the host itself): committed when `work` resolves, else rolled back. */
  transaction<T>(caller: Caller | null, work: (tx: Queryable) => Promise<T>): Promise<T>;
  /** LISTEN; the payload of every NOTIFY on the channel, from any process. Returns the function that stops it. */
  listen(channel: string, heard: (payload: string) => void): Promise<() => Promise<void>>;
  /** A script of several statements as the host itself (migrations, bootstrap), in one transaction. */
  script(sql: string): Promise<void>;
  /** Makes a backup now. Missing where the host does not look after the server (DATABASE_URL). */
  backUp?(): Promise<void>;
  /**
   * With a message: makes every later transaction read-only, and lets its writes fail as DatabaseError 53100 (disk full)
   * with that message. Null allows writes again.
   */
  refuseWrites(message: string | null): Promise<void>;
  /** Waits for the calls that were made before; later calls are rejected. */
  close(): Promise<void>;
}

/** An error as PostgreSQL reported it. `code` is the SQLSTATE. */
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
 * 57P01 to 57P03 when the server announced it.
 */
export class ConnectionError extends DatabaseError {}

/** SQLSTATE disk_full. */
export const DISK_FULL = "53100";
/** What a caller reads when a write was refused for that reason. */
export const DISK_FULL_MESSAGE =
  "The disk of the server is full: nothing was saved. Ask the administrator of the server to free disk space.";

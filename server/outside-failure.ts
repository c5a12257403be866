/** Failures that the owner can mend: of settings, files, the network and PostgreSQL. All others are faults of the program. */
import { ConfigError } from "./config/config.ts";
import { DatabaseError } from "./database/database.ts";
import { StartError } from "./database/start-error.ts";

/** What to do about an error of the operating system. */
const REMEDIES: Readonly<Record<string, string>> = {
  EACCES: "let this user read and write it",
  EPERM: "let this user read and write it",
  EROFS: "make the file system writable, or set DATA_DIR to another folder",
  ENOSPC: "the disk is full: free space and try again",
  EDQUOT: "the disk is full: free space and try again",
  EIO: "the disk or its connection has failed: check it",
  EMFILE: "raise the number of files that a process may open: ulimit -n 4096",
  ENFILE: "the system has too many open files: close some programs",
  ENOMEM: "the memory is full: close some programs",
  EAGAIN: "the system has too many processes: close some programs",
  ENOENT: "it is missing: put it back",
  EISDIR: "a folder has the place of a file: remove it",
  ENOTDIR: "a file has the place of a folder: remove it",
  ECONNREFUSED: "nothing answers there: check the address, and that the server runs",
  ECONNRESET: "the connection was lost: try again",
  EPIPE: "the connection was lost: try again",
  ETIMEDOUT: "nothing answers there: check the address, and that the server runs",
  EHOSTUNREACH: "nothing answers there: check the address and the network",
  ENETUNREACH: "nothing answers there: check the address and the network",
  ENOTFOUND: "the name of that server is unknown: check the address",
  EAI_AGAIN: "the name of that server cannot be looked up: check the network",
};

/** SQLSTATEs of classes that do not depend on the statement: connection, password, database, permission, resources, damage. */
const OUTSIDE_STATE = /^(08|28|3D|53|57P|58|XX00[12]|42501)/;

/** One line for the owner that says what to do, or null for a fault of the program. */
export function outsideFailure(error: unknown): string | null {
  if (error instanceof StartError || error instanceof ConfigError) return error.message;
  if (!(error instanceof Error)) return null;
  const [first] = error instanceof AggregateError ? error.errors : [error.cause]; // "localhost" tries ::1 and 127.0.0.1
  const inner = first === undefined ? null : outsideFailure(first);
  if (inner !== null) return inner;
  const code = "code" in error ? String(error.code) : "";
  const remedy = REMEDIES[code];
  if (remedy !== undefined && "syscall" in error) return `${error.message}: ${remedy}.`;
  if (isFromPostgres(error) && OUTSIDE_STATE.test(code))
    return `The database cannot be used: ${error.message} (${code}).`;
  return null;
}

/** An error of the host's connections, or one of node-postgres, which has a severity. */
function isFromPostgres(error: Error): boolean {
  return error instanceof DatabaseError || "severity" in error;
}

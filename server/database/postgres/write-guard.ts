/** Whether connections refuse writes because the disk is nearly full, and how refused writes are reported. */
import { DatabaseError, DISK_FULL } from "../database.ts";

const READ_ONLY_TRANSACTION = "25006";

export class WriteGuard {
  /** The message of refused writes; null allows writes. */
  refusal: string | null = null;

  /** `diskFull` is called when the server reports a full disk, with what failed. */
  constructor(private readonly diskFull: (failed: "statement" | "connection") => void = () => {}) {}

  /** A connection could not be opened: a server writes a file for the first ones after its start. */
  connectionFailed(error: unknown): void {
    if (error instanceof Error && "code" in error && error.code === DISK_FULL) this.diskFull("connection");
  }

  /** The error to report instead of the server's. `refusal`: why its transaction may not write. */
  report(error: DatabaseError, refusal: string | null): DatabaseError {
    if (error.code === DISK_FULL) this.diskFull("statement");
    if (error.code !== READ_ONLY_TRANSACTION || refusal === null) return error;
    return new DatabaseError(refusal, DISK_FULL);
  }
}

/**
 * Does for PGlite's write-ahead log what PostgreSQL's own processes would: PGlite never calls fsync and never
 * checkpoints by itself. Runs in the worker thread, between batches.
 */
import { closeSync, fdatasyncSync, fsyncSync, openSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { BatchReply } from "../wire/batch-reply.ts";
import { decodeReply } from "../wire/decoder.ts";
import { Encoder } from "../wire/encoder.ts";

/** PostgreSQL's segments are 16 MB; four of them keep recovery after a kill below half a second. */
const CHECKPOINT_EVERY = 64 * 1024 * 1024;
const POSITION = "select pg_current_wal_flush_lsn() - '0/0', pg_walfile_name(pg_current_wal_flush_lsn())";

export class WriteAheadLog {
  readonly #position = new Encoder();
  #flushed = 0;
  #checkpointed = 0;
  #segment: { name: string; file: number } | null = null;

  constructor(
    private readonly db: PGlite,
    private readonly folder: string,
    private readonly sync: boolean,
  ) {
    this.#run(new Encoder().parse("wal", POSITION).sync().take());
    this.#flushed = this.#checkpointed = this.#read().position;
  }

  /** Call after a group of batches, before their answers leave: one fdatasync for all their commits. */
  flush(): void {
    const { position, segment } = this.#read();
    if (position === this.#flushed) return;
    this.#flushed = position;
    if (!this.sync) return;
    if (this.#segment?.name !== segment) this.#enter(segment);
    if (this.#segment) fdatasyncSync(this.#segment.file);
  }

  checkpointIfDue(): void {
    if (this.#flushed - this.#checkpointed > CHECKPOINT_EVERY && !this.db.isInTransaction())
      this.checkpoint();
  }

  /** Writes all pages to their files, and those to the disk, since PGlite itself leaves that to the kernel. */
  checkpoint(): void {
    const started = Date.now();
    this.#run(new Encoder().query("checkpoint").take());
    this.#flushed = this.#checkpointed = this.#read().position;
    if (this.sync) syncFilesChangedSince(this.folder, started - 10 * 60_000);
  }

  #enter(name: string): void {
    if (this.#segment) {
      fdatasyncSync(this.#segment.file);
      closeSync(this.#segment.file);
    }
    const log = join(this.folder, "pg_wal");
    this.#segment = { name, file: openSync(join(log, name), "r+") };
    fsyncPath(log); // the segment's directory entry
  }

  #read(): { position: number; segment: string } {
    const reply = this.#run(this.#position.bind("wal", []).execute().sync().take());
    const [position, segment] = reply.results[0]?.rows[0] ?? [];
    // No answer inside a failed transaction: its rollback, a later batch, is what moves the log.
    return position && segment
      ? { position: Number(position), segment }
      : { position: this.#flushed, segment: "" };
  }

  #run(bytes: Uint8Array): BatchReply {
    const reply = new BatchReply([], []);
    decodeReply(this.db.execProtocolRawSync(bytes), reply, () => {});
    return reply;
  }
}

function syncFilesChangedSince(folder: string, since: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && statSync(path).mtimeMs >= since) fsyncPath(path);
  }
}

function fsyncPath(path: string): void {
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

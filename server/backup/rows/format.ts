/**
 * The entries of a backup, a .tar.gz file, in their order:
 *
 * - `backup.json`: what the file contains (Contents);
 * - `data/NAME`: files of the data folder;
 * - `uploads/VERSION/PART`: the bytes of each upload, in parts;
 * - `tables/PLACE/PART`: the rows of the table at that place of `Contents.tables`, in parts of whole rows, in COPY's text format;
 * - `end.json`: counts and hashes (Summary). A file without it is truncated.
 *
 * Parts let both sides stream, because tar needs the size of an entry before its bytes.
 */
import { z } from "zod";

/** Raised when an older program could not restore the file. */
export const FORMAT = 1;
export const CONTENTS = "backup.json";
export const SUMMARY = "end.json";
/** The files of the data folder that belong to a project. Missing ones are left out. */
export const DATA_FILES = ["keys.json", "demo.json"] as const;

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  /** The columns of each row in order, without generated ones. */
  columns: z.array(z.string()),
});
export type Table = z.infer<typeof tableSchema>;

const sequenceSchema = z.object({
  schema: z.string(),
  name: z.string(),
  last_value: z.string().regex(/^-?\d+$/),
  is_called: z.boolean(),
});
export type Sequence = z.infer<typeof sequenceSchema>;

/** A setting of a role in this database, or of the database itself (role null). */
const settingSchema = z.object({ role: z.string().nullable(), name: z.string(), value: z.string() });
export type RoleSetting = z.infer<typeof settingSchema>;

const migrationSchema = z.object({
  version: z.string().regex(/^\w{1,50}$/),
  name: z.string().nullable(),
  /** The hash of its statements; null if the database did not record them. */
  hash: z.string().nullable(),
});
export type AppliedMigration = z.infer<typeof migrationSchema>;

/** The first fields of `backup.json`, which every format has. */
export const formatSchema = z.object({ format: z.number(), version: z.string().regex(/^[\w.+-]{1,50}$/) });

export const contentsSchema = formatSchema.extend({
  created_at: z.iso.datetime(),
  postgres: z.string(),
  migrations: z.array(migrationSchema),
  /** The state of the seeds: `due`, `applied`, or null for a database without this record. */
  seeds: z.enum(["due", "applied"]).nullable(),
  tables: z.array(tableSchema),
  sequences: z.array(sequenceSchema),
  settings: z.array(settingSchema),
});
export type Contents = z.infer<typeof contentsSchema>;

const rowsSchema = z.object({ rows: z.number().int(), hash: z.string() });
/** The number of rows and a hash that does not depend on their order. */
export type Rows = z.infer<typeof rowsSchema>;

export const summarySchema = z.object({
  /** In the order of `Contents.tables`. */
  tables: z.array(rowsSchema),
  uploads: z.array(
    z.object({
      version: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      bytes: z.number().int(),
      hash: z.string(),
    }),
  ),
  /** Names of objects whose bytes the store did not have. */
  missing: z.array(z.string()),
});
export type Summary = z.infer<typeof summarySchema>;

/** A backup cannot be made or restored. The message says why in one line. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}

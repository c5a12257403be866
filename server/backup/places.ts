/** Where scheduled backups go: a folder, or a prefix of a bucket of S3. */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { StorageEnvironment } from "../config/storage-environment.ts";
import { StartError } from "../database/start-error.ts";
import { storeDurably } from "../durable-files.ts";
import { s3Settings } from "../storage/stores/open-store.ts";

export interface BackupPlace {
  /** The full name of a file in this place. */
  addressOf(name: string): string;
  /** Stores a finished backup completely or not at all. */
  put(file: string, address: string, signal: AbortSignal | undefined): Promise<void>;
  /** Removes a file; a missing one is ignored. */
  remove(address: string): Promise<void>;
}

const S3 = /^s3:\/\/([^/]+)\/?(.*)$/;
/** S3 answers the last part of a large upload only after putting all parts together. */
const S3_TIMEOUT_MS = 60_000;

/** `to`: a folder or `s3://bucket/prefix`, with the endpoint and the keys of the storage's variables. Throws StartError. */
export async function openPlace(to: string, environment: StorageEnvironment): Promise<BackupPlace> {
  const [, bucket, prefix = ""] = S3.exec(to) ?? [];
  if (bucket === undefined && to.includes("://"))
    throw new StartError(`BACKUP_TO cannot be "${to}": set a folder, or s3://bucket/prefix.`);
  return bucket === undefined ? folderPlace(resolve(to)) : s3Place(bucket, prefix, environment);
}

function folderPlace(folder: string): BackupPlace {
  return {
    addressOf: (name) => join(folder, name),
    put: (file, address) => storeDurably(address, contentOf(file)),
    remove: (address) => rm(address, { force: true }),
  };
}

/** Opens the file when it is read, so that a place that cannot be written leaves no stream whose error nobody handles. */
async function* contentOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file);
}

async function s3Place(
  bucket: string,
  prefix: string,
  environment: StorageEnvironment,
): Promise<BackupPlace> {
  const base = `s3://${bucket}/`;
  const keyOf = (address: string) => address.slice(base.length);
  const { openS3Store } = await import("../storage/stores/s3-store.ts");
  const store = openS3Store(
    s3Settings(environment, bucket, `BACKUP_TO=s3://${bucket}`),
    S3_TIMEOUT_MS,
    keyOf,
  );
  const folder = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  return {
    addressOf: (name) => `${base}${folder}${name}`,
    put: async (file, address, signal) => {
      await store.write(address, createReadStream(file, signal ? { signal } : {}));
    },
    remove: (address) => store.remove([address]),
  };
}

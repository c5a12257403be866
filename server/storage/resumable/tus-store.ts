/**
 * The data store of `@tus/server` over any ObjectStore. Each request's bytes become a file of their own, a part; the last
 * part joins all into the object's file. So a store needs no way to append, and an acknowledged byte survives a crash.
 */
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Upload } from "@tus/server";
import type { Caller } from "../../database/database.ts";
import type { StorageDeps } from "../endpoint.ts";
import { StorageError } from "../errors.ts";
import { findBucket } from "../objects/buckets.ts";
import { occasionallySweep, removeUnreferenced, UPLOAD_EXPIRY_MS } from "../objects/object-files.ts";
import { storeObject } from "../objects/upload.ts";
import { checkType, sizeLimit } from "../objects/upload-limits.ts";
import {
  addPart,
  deleteUpload,
  findUpload,
  finish,
  insertUpload,
  objectOf,
  type Part,
  partsOf,
} from "./uploads.ts";

const DEFAULT_TYPE = "application/octet-stream";

/** The uploads of one caller. `upsert` applies to uploads that the caller creates. */
export class TusStore extends DataStore {
  override readonly extensions = ["creation", "creation-with-upload", "expiration", "termination"];

  constructor(
    readonly deps: StorageDeps,
    readonly caller: Caller,
    readonly upsert: boolean,
  ) {
    super();
  }

  override getExpiration(): number {
    return UPLOAD_EXPIRY_MS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size = 0, metadata = {} } = upload;
    await insertUpload(this.deps.database, this.caller, { id, upsert: this.upsert, size, metadata });
    upload.creation_date = new Date().toISOString();
    if (size === 0) await this.#join(id, [], { start: 0, size: 0 });
    await occasionallySweep(this.deps);
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.deps.database, id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const { size, received, metadata, created } = found;
    return new Upload({ id, size, offset: received, metadata, creation_date: created });
  }

  /** Keeps what arrives, also if the connection is lost before the end. Returns the new offset. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const { database, store } = this.deps;
    const version = randomUUID();
    await database.query("insert into host.loose_files (version) values ($1)", [version]);
    try {
      const { size } = await store.write(version, untilCut(stream));
      if (size === 0) return offset;
      const part = { start: offset, size, version };
      const upload = await this.getUpload(id);
      if (offset + size === upload.size) await this.#join(id, [...(await partsOf(database, id)), part], part);
      else if (await addPart(database, id, part)) return offset + size;
      else throw ERRORS.INVALID_OFFSET;
      return offset + size;
    } finally {
      // Not removed if a row references the part.
      await removeUnreferenced(this.deps, [version]);
    }
  }

  override async remove(id: string): Promise<void> {
    const parts = await partsOf(this.deps.database, id);
    await deleteUpload(this.deps.database, id);
    await this.#discard(parts);
  }

  /** Makes the object, as the caller, in the transaction that acknowledges the last part. */
  async #join(id: string, parts: Part[], last: { start: number; size: number }): Promise<void> {
    const { database, fileSizeLimit } = this.deps;
    const upload = await findUpload(database, id);
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    const object = { ...objectOf(id), version: "", metadata: null, userMetadata: {} };
    const found = await findBucket(database, object.bucket);
    const type = upload.metadata.contentType ?? DEFAULT_TYPE;
    // The bucket may have changed since the upload was created.
    checkType(found, type);
    if (upload.size > sizeLimit(found, fileSizeLimit)) throw new StorageError("too_large");
    await storeObject(
      this.deps,
      {
        caller: this.caller,
        found,
        object,
        upsert: upload.upsert,
        async first(tx) {
          if (!(await finish(tx, id, last.start, last.size))) throw ERRORS.INVALID_OFFSET;
        },
      },
      {
        type,
        cacheControl: cacheControlOf(upload.metadata),
        userMetadata: userMetadataOf(upload.metadata),
        bytes: this.#read(parts),
      },
    );
    await this.#discard(parts);
  }

  async *#read(parts: readonly Part[]): AsyncGenerator<Uint8Array> {
    for (const { version, size } of parts) {
      const body = await this.deps.store.read(version, { start: 0, end: size - 1 });
      if (body === null) throw new Error("A part of an upload is missing");
      if (body instanceof Uint8Array) yield body;
      else yield* body;
    }
  }

  #discard(parts: readonly Part[]): Promise<void> {
    return removeUnreferenced(
      this.deps,
      parts.map(({ version }) => version),
    );
  }
}

/** Ends where the connection is lost. */
async function* untilCut(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* stream;
  } catch {
    // The client learns from Upload-Offset what is stored.
  }
}

/** As Supabase Storage does (src/http/routes/tus/lifecycle.ts): seconds, or no cache. */
function cacheControlOf({ cacheControl }: Record<string, string | null>): string {
  return /^-?\d{1,15}$/.test(cacheControl ?? "") ? `max-age=${cacheControl}` : "no-cache";
}

/** Ignores what is not a JSON object, as Supabase Storage does. */
function userMetadataOf({ metadata }: Record<string, string | null>): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(metadata ?? "{}");
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // ignored
  }
  return {};
}

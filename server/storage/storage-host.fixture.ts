/** Runs a storage service on each store, with a bucket of each kind. Tests use the official client. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StorageClient } from "@supabase/storage-js";
import { afterAll, beforeAll, describe } from "vitest";
import { openTestDatabase } from "../../tests/engines/open-test-database.ts";
import { type S3Server, startS3Server } from "../../tests/engines/s3-server.ts";
import type { Database } from "../database/database.ts";
import { createAddressReader } from "../gateway/address.ts";
import { newKeys } from "../gateway/keys.ts";
import { createTokens } from "../gateway/tokens.ts";
import type { StorageDeps } from "./endpoint.ts";
import { createStorage } from "./storage.ts";
import { openDiskStore } from "./stores/disk-store.ts";
import type { ObjectStore } from "./stores/object-store.ts";
import { openS3Store } from "./stores/s3-store.ts";

/** `open` is public; in `diaries` only the owner may read and write; `drop` accepts files and shows none. */
const BUCKETS = `
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('open', 'open', true, null, null), ('diaries', 'diaries', false, null, null), ('drop', 'drop', false, null, null),
  ('pictures', 'pictures', true, 1000, '{image/png,image/jpeg}');
create policy "people see their own diaries" on storage.objects for select to authenticated
  using (bucket_id = 'diaries' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "people write their own diaries" on storage.objects for insert to authenticated
  with check (bucket_id = 'diaries' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "people change their own diaries" on storage.objects for update to authenticated
  using (bucket_id = 'diaries' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "people delete their own diaries" on storage.objects for delete to authenticated
  using (bucket_id = 'diaries' and (storage.foldername(name))[1] = (select auth.uid()::text));
create policy "anyone drops files" on storage.objects for insert to anon, authenticated with check (bucket_id = 'drop');
create policy "anyone sees that there are diaries" on storage.buckets for select to anon, authenticated using (id = 'diaries');`;

const SITE = "http://storage.test";
/** Low, so that tests can reach the limit. */
export const FILE_SIZE_LIMIT = 200_000;

export interface StorageHost {
  db: Database;
  deps: StorageDeps;
  /** With the secret key. */
  secret: StorageClient;
  /** Signed in as `ann`. */
  ann: StorageClient;
  /** With the publishable key only. */
  visitor: StorageClient;
  annId: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Headers with the secret key. */
  secretHeaders: Record<string, string>;
  /** Names of the files on disk, or of the objects in S3. */
  files(): string[];
}

export function describeStorage(subject: string, facts: (host: () => StorageHost) => void): void {
  describe.each(["disk", "s3"])(`${subject}, with %s`, (kind) => {
    const dataDir = mkdtempSync(join(tmpdir(), "storage-test-"));
    let s3: S3Server | undefined;
    let host: StorageHost | undefined;
    beforeAll(async () => {
      // S3 supports several hosts on one database; a disk belongs to one host.
      const db = await openTestDatabase("bootstrapped", { shared: kind === "s3" });
      await db.script(`set local role postgres; ${BUCKETS}; reset role`);
      if (kind === "s3") s3 = await startS3Server();
      host = await openStorage(db, s3 ? inS3(s3) : onDisk(join(dataDir, "storage")));
    });
    afterAll(async () => {
      await host?.db.close();
      await s3?.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    facts(() => {
      if (!host) throw new Error("the host is not open");
      return host;
    });
  });
}

interface Home {
  store: ObjectStore;
  files(): string[];
}

function onDisk(folder: string): Home {
  return {
    store: openDiskStore(folder),
    files: () =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name),
  };
}

function inS3({ endpoint, bucket, keys, objects, unfinished }: S3Server): Home {
  return {
    store: openS3Store({ endpoint: `${endpoint}/${bucket}`, ...keys }),
    files: () => [...objects.keys(), ...Array<string>(unfinished()).fill("unfinished")],
  };
}

async function openStorage(db: Database, { store, files }: Home): Promise<StorageHost> {
  const keys = await newKeys();
  const tokens = await createTokens(keys.signing_keys);
  const iat = Math.floor(Date.now() / 1000);
  const annId = crypto.randomUUID();
  const token = await tokens.sign({ role: "authenticated", sub: annId, iat, exp: iat + 3600 });
  const deps: StorageDeps = {
    database: db,
    gateway: { keys, tokens, address: createAddressReader([]) },
    store,
    fileSizeLimit: FILE_SIZE_LIMIT,
    cdn: null,
    images: null,
  };
  const app = await createStorage(deps);
  const send = async (path: string, init?: RequestInit) => app.request(new URL(path, SITE), init);
  const client = (headers: Record<string, string>) =>
    new StorageClient(`${SITE}/storage/v1`, headers, (input, init) => send(String(input), init));
  return {
    db,
    deps,
    annId,
    secret: client({ apikey: keys.secret_key }),
    ann: client({ apikey: keys.publishable_key, authorization: `Bearer ${token}` }),
    visitor: client({ apikey: keys.publishable_key }),
    fetch: (path, init) => send(`/storage/v1/${path}`, init),
    secretHeaders: { apikey: keys.secret_key },
    files,
  };
}

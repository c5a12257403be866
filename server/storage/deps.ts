import type { Context } from "hono";
import type { Database } from "../database/database.ts";
import type { GatewayDeps } from "../gateway/caller.ts";
import type { ObjectStore } from "./store.ts";

export interface StorageDeps {
  database: Database;
  gateway: GatewayDeps;
  store: ObjectStore;
  /** Bytes that no object may exceed; a bucket's own limit can only be lower. */
  fileSizeLimit: number;
  log?: (event: string, error: unknown) => void;
}

/** The default of `[storage] file_size_limit` in the Supabase CLI's config.toml. */
export const DEFAULT_FILE_SIZE_LIMIT = 50 * 1024 * 1024;

export type Endpoint = (c: Context, deps: StorageDeps) => Promise<Response>;

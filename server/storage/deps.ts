import type { Context } from "hono";
import type { Caller, Database } from "../database/database.ts";
import type { GatewayDeps } from "../gateway/caller.ts";
import type { SecurityEvent } from "../gateway/security-events.ts";
import type { Cdn } from "./cdn.ts";
import type { ImageRenderer } from "./images/image-renderer.ts";
import type { ObjectStore } from "./stores/object-store.ts";

export interface StorageDeps {
  database: Database;
  gateway: GatewayDeps;
  store: ObjectStore;
  /** Bytes that no object may exceed; a bucket's own limit can only be lower. */
  fileSizeLimit: number;
  /** Null where no cache in front is to be told. */
  cdn: Cdn | null;
  /** Null where image transformation is switched off. */
  images: ImageRenderer | null;
  log?: (event: string, error: unknown) => void;
  /** Told of every write or read that a policy, a grant or a rule of the project's own refused. */
  logSecurityEvent?: (event: SecurityEvent) => void;
}

/** `caller`: once it is known; `sending`: where the client sends a file, of which not all may be read. */
export interface StorageEnv {
  Variables: { caller?: Caller; receivesFile?: boolean };
}
export type StorageContext = Context<StorageEnv>;

export type Endpoint = (c: StorageContext, deps: StorageDeps) => Promise<Response>;

import type { Context } from "hono";
import type { Caller, Database } from "../database/database.ts";
import type { GatewayDeps } from "../gateway/caller.ts";
import type { LogError } from "../gateway/request-ids.ts";
import type { SecurityEvent } from "../gateway/security-events.ts";
import type { Cdn } from "./cdn.ts";
import type { ImageRenderer } from "./images/image-renderer.ts";
import type { ObjectStore } from "./stores/object-store.ts";

export interface StorageDeps {
  database: Database;
  gateway: GatewayDeps;
  store: ObjectStore;
  /** The maximum bytes of an object. A bucket's own limit can only be lower. */
  fileSizeLimit: number;
  /** Null if there is no CDN to purge. */
  cdn: Cdn | null;
  /** Null if image transformation is disabled. */
  images: ImageRenderer | null;
  log?: LogError;
  /** Receives every read or write that a policy, a grant or a rule of the project refused. */
  logSecurityEvent?: (event: SecurityEvent) => void;
}

/**
 * `caller` is set after authentication. `receivesFile` is set if the request uploads a file, whose body may be unread
 * when an error is returned.
 */
export interface StorageEnv {
  Variables: { caller?: Caller; receivesFile?: boolean };
}
export type StorageContext = Context<StorageEnv>;

export type Endpoint = (c: StorageContext, deps: StorageDeps) => Promise<Response>;

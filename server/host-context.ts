/** What every service of a host may use. */

import type { Config } from "./config/config.ts";
import type { Database } from "./database/database.ts";
import type { GatewayDeps } from "./gateway/caller.ts";
import type { RequestHead } from "./gateway/http/request-head.ts";
import type { LogError } from "./gateway/request-ids.ts";

export interface HostContext {
  database: Database;
  gateway: GatewayDeps;
  config: Config;
  /** The application's address without a trailing slash: where links of messages lead in the end. */
  siteUrl: string;
  /** The API's public address without a trailing slash. Links of emails and the issuer of tokens begin with it. */
  apiUrl: string;
  /** Logs failures that the caller must not see. Never receives a token, code or password. */
  log?: LogError;
  /** True for a request of the developer at this machine; missing if other machines may reach the host. */
  isOwners?: ((request: RequestHead, env: unknown) => boolean) | undefined;
}

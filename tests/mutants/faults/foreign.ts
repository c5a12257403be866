/** Supabase folders that were not written for this host. */
import type { Fault } from "../fault.ts";

const FOREIGN_FOLDERS = "tests/api/host/foreign-folders.test.ts";

export const FOREIGN: readonly Fault[] = [
  {
    name: "links of emails lead to the API instead of the application",
    file: "server/config/addresses.ts",
    find: "given.siteUrl ?? auth.site_url ?? apiUrl",
    replace: "given.siteUrl ?? apiUrl",
    caughtBy: FOREIGN_FOLDERS,
    test: "receives the visitors of its emails",
  },
  {
    name: "links of emails begin with the application's address",
    file: "server/auth/messages/messages.ts",
    find: "deps.apiUrl}/auth/v1/verify",
    replace: "deps.siteUrl}/auth/v1/verify",
    caughtBy: FOREIGN_FOLDERS,
    test: "receives the visitors of its emails",
  },
];

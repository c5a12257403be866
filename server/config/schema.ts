import { z } from "zod";
import { authSettings } from "./auth-settings.ts";
import { flag, ignoredSection, positive } from "./fields.ts";
import { edgeRuntimeSettings, functionSettings } from "./functions-settings.ts";
import {
  analytics,
  databaseSettings,
  experimental,
  mailCatcherSettings,
  realtimeSettings,
  remotes,
  studio,
} from "./other-programs.ts";
import { storageSettings } from "./storage-settings.ts";

const exposable = z
  .string()
  .min(1)
  .refine((name) => !["host", "private", "auth"].includes(name), {
    message: "the schemas auth, host and private are never exposed",
  });

const exposedByDefault = ["public", "graphql_public"];

/** `[api]`. */
const apiSettings = z
  .object({
    enabled: flag(true),
    // An empty list is the CLI's way to ask for its defaults.
    schemas: z
      .array(exposable)
      .default(exposedByDefault)
      .transform((given) => (given.length === 0 ? exposedByDefault : given)),
    extra_search_path: z.array(z.string().min(1)).default(["public", "extensions"]),
    max_rows: positive(1000),
    auto_expose_new_tables: z
      .literal(true, { error: "revoke grants on new tables in a migration instead" })
      .optional(),
    // The API's own address; addresses.ts has the default.
    external_url: z.url({ protocol: /^https?$/ }).optional(),
    port: z.int().min(1).max(65_535).default(54_321),
    tls: ignoredSection("a reverse proxy serves HTTPS"),
  })
  .prefault({});

/**
 * `supabase/config.toml` with its own names (https://supabase.com/docs/guides/local-development/cli/config) and the
 * CLI's defaults. It is the only list of settings: docs/config.md is generated from it.
 */
export const configSchema = z.object({
  project_id: z.string().default("project"),
  api: apiSettings,
  auth: authSettings,
  storage: storageSettings,
  functions: functionSettings,
  edge_runtime: edgeRuntimeSettings,
  realtime: realtimeSettings,
  db: databaseSettings,
  inbucket: mailCatcherSettings,
  local_smtp: mailCatcherSettings,
  studio,
  analytics,
  experimental,
  remotes,
});

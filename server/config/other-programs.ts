/** Sections of config.toml that are for the CLI and the programs that it starts. */
import { z } from "zod";
import { flag, ignored, ignoredSection } from "./fields.ts";

const PORTS = "the host listens on the environment's PORT";
const CLI_ONLY = "only for commands of the Supabase CLI";
const PLATFORM = "a setting of Supabase's platform";

/** `[db]`: how the first start fills the database. */
export const databaseSettings = z
  .object({
    port: ignored(PORTS),
    shadow_port: ignored(CLI_ONLY),
    health_timeout: ignored("the host waits for its own database"),
    major_version: ignored("the database is the embedded one or that of the environment's DATABASE_URL"),
    orioledb_version: ignored("the database is the embedded one or that of the environment's DATABASE_URL"),
    password: ignored("the database is the embedded one or that of the environment's DATABASE_URL"),
    root_key: ignored("the key of the vault is in the data folder"),
    pooler: ignoredSection("the host has its own pool of connections"),
    migrations: z
      // schemas.json says whether the host applies them.
      .object({ enabled: flag(true), schema_paths: z.array(z.string().min(1)).default([]) })
      .prefault({}),
    seed: z
      .object({ enabled: flag(true), sql_paths: z.array(z.string().min(1)).default(["./seed.sql"]) })
      .prefault({}),
    settings: ignoredSection("set them in PostgreSQL: `alter system set ...`"),
    network_restrictions: ignoredSection(PLATFORM),
    ssl_enforcement: ignoredSection(PLATFORM),
    vault: ignoredSection("secrets are created in SQL: `select vault.create_secret(...)`"),
  })
  .prefault({});

/** `[realtime]`. */
export const realtimeSettings = z
  .object({
    enabled: flag(true),
    ip_version: ignored("the host listens on the environment's HOST"),
    max_header_length: ignored("the host accepts 64 KB of headers for every service"),
  })
  .prefault({});

/** `[inbucket]`, which newer versions of the CLI call `[local_smtp]`: the program that catches emails. */
export const mailCatcherSettings = z
  .object({
    enabled: flag(true),
    port: ignored("the outbox page has the host's own port"),
    smtp_port: ignored("the outbox accepts no SMTP"),
    pop3_port: ignored("the outbox serves no POP3"),
    admin_email: ignored("only with `[auth.email.smtp]`"),
    sender_name: ignored("only with `[auth.email.smtp]`"),
  })
  .prefault({});

export const studio = ignoredSection("the host has no Studio");
export const analytics = ignoredSection("the host has no analytics server");
export const experimental = ignoredSection("experiments of the CLI");
export const remotes = ignoredSection("overrides for projects on Supabase's platform");

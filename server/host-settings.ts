/** What a host is built from. */
import type { PasswordCost } from "./auth/passwords/password-hashes.ts";
import type { ReportBackup } from "./backup/backup-state.ts";
import type { StorageEnvironment } from "./config/storage-environment.ts";
import type { Database } from "./database/database.ts";
import type { LogError } from "./gateway/request-ids.ts";
import type { SecurityEvent } from "./gateway/security-events.ts";
import type { ReportHost } from "./monitoring/reporter.ts";

export interface HostSettings {
  dataDir: string;
  /** The server that DATABASE_URL names. */
  databaseUrl?: string | undefined;
  /** How many backups to keep; 0 makes none. */
  backupsKept?: number;
  /** BACKUP_TO: where daily backups go, a folder or s3://bucket/prefix. */
  backupTo?: string | undefined;
  /** Opens while everything else loads. */
  database: Promise<Database>;
  supabaseDir: string;
  /** True if the application has a page, so that it and the API have one address. */
  servesPage: boolean;
  /** SITE_URL of the environment: the application's address. */
  siteUrl?: string | undefined;
  /** API_EXTERNAL_URL of the environment: the API's address. */
  apiUrl?: string | undefined;
  /** The host's own URL without a trailing slash. */
  ownUrl: string;
  /** The address that the server listens on. */
  hostname: string;
  trustedProxies: readonly string[];
  smtpUrl?: string | undefined;
  /** "always" requires confirmation even if messages only reach the outbox. */
  confirm?: "when_delivered" | "always";
  /** The cost of password hashes. "low" is for tests and only allowed if other machines cannot reach the host. */
  passwordCost?: PasswordCost | undefined;
  /** "loopback" accepts the CLI's demo keys if only this machine can reach the host. */
  demoKeys?: "loopback" | "off" | undefined;
  /** For `env(NAME)` in config.toml. */
  environment: Readonly<Record<string, string | undefined>>;
  /** The store of uploads and the CDN. */
  storage: StorageEnvironment;
  reportBackup?: ReportBackup | undefined;
  reportHost?: ReportHost | undefined;
  log: LogError;
  /** Receives each read or write that the database refused. */
  logSecurityEvent: (event: SecurityEvent) => void;
}

/** The environment variables of a host. */
import { z } from "zod";
import { storageVariables } from "../config/storage-environment.ts";
import { StartError } from "../database/start-error.ts";
import { LOG_LEVELS } from "../log.ts";

export const settingsSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: z.string().min(1).optional(),
  SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  API_EXTERNAL_URL: z.url({ protocol: /^https?$/ }).optional(),
  SUPABASE_DIR: z.string().min(1).default("./supabase"),
  TRUSTED_PROXIES: z.string().default(""),
  SMTP_URL: z.string().min(1).optional(),
  AUTH_CONFIRM: z.enum(["when_delivered", "always"]).default("when_delivered"),
  /** "low" makes hashes that are cheap to guess, for tests. Refused if other machines can reach the host. */
  PASSWORD_COST: z.enum(["full", "low"]).default("full"),
  /** "loopback" accepts the Supabase CLI's demo keys if only this machine can reach the host. */
  DEMO_KEYS: z.enum(["loopback", "off"]).default("off"),
  BACKUP_TO: z.string().min(1).optional(),
  BACKUPS: z.coerce.number().int().min(0).max(1000).default(7),
  /** The port of /metrics; 0 serves none. */
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  LOG_LEVEL: z.enum(LOG_LEVELS).default("warn"),
  /** "on" ends the host when its standard input closes, so that it never outlives the program that started it. */
  STOP_WITH_PARENT: z.enum(["on", "off"]).default("off"),
  ...storageVariables,
});

export type Settings = z.infer<typeof settingsSchema>;

/** Throws StartError that names the first invalid variable. */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  // `NAME=` in a unit file or a shell means "not set".
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new StartError(
    `${issue?.path.join(".")} cannot be "${process.env[String(issue?.path[0])]}": ${issue?.message}.`,
  );
}

/** The variables that `npm run backup` and `npm run restore` share with the host. */
import { z } from "zod";
import { BackupError } from "../../server/backup/rows/format.ts";
import { storageVariables } from "../../server/config/storage-environment.ts";
import { StartError } from "../../server/database/start-error.ts";
import { runCommand } from "../backend/run-command.ts";

const schema = z.object({
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string().optional(),
  SUPABASE_DIR: z.string().default("./supabase"),
  ...storageVariables,
});

export type BackupSettings = z.infer<typeof schema>;

/** Throws BackupError. */
export function readSettings(environment: NodeJS.ProcessEnv): BackupSettings {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`${issue?.path.join(".")} is not valid: ${issue?.message}.`);
}

/** Runs `npm run backup` or `npm run restore`. An expected failure is one line on standard error. */
export function runBackupCommand(main: () => Promise<void>): Promise<void> {
  return runCommand(main, BackupError, StartError);
}

/** `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

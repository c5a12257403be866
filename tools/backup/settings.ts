/** The variables that `npm run backup` and `npm run restore` share with the host. */
import { z } from "zod";
import { BackupError } from "../../server/backup/format.ts";
import { storageVariables } from "../../server/config/storage-environment.ts";
import { StartError } from "../../server/database/start-error.ts";

const schema = z.object({
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: z.string().optional(),
  SUPABASE_DIR: z.string().default("./supabase"),
  ...storageVariables,
});

/** Throws BackupError. */
export function readSettings(environment: NodeJS.ProcessEnv): z.infer<typeof schema> {
  const set = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new BackupError(`${issue?.path.join(".")} is not valid: ${issue?.message}.`);
}

/** Runs a command. An expected failure is one line on standard error. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof BackupError || error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

/** npm run restore -- FILE */
import { BackupError } from "../../server/backup/rows/format.ts";
import { readSettings, runBackupCommand } from "../backup/settings.ts";
import { restore } from "./restore.ts";

await runBackupCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length > 0) throw new BackupError("Usage: npm run restore -- FILE");
  await restore(readSettings(process.env), file);
});

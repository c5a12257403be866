/** npm run backup -- [FILE] */
import { BackupError } from "../../server/backup/rows/format.ts";
import { backUp } from "./make.ts";
import { readSettings, runBackupCommand } from "./settings.ts";

await runBackupCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new BackupError("Usage: npm run backup -- [FILE]");
  await backUp(readSettings(process.env), file);
});

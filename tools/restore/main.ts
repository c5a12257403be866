/** npm run restore -- FILE */
import { commandSettings, restore } from "../../server/backup/commands.ts";
import { BackupError } from "../../server/backup/rows/format.ts";
import { StartError } from "../../server/database/start-error.ts";
import { readEnvironment } from "../../server/process/settings.ts";
import { runCommand } from "../backend/run-command.ts";

await runCommand(
  async () => {
    const [file, ...more] = process.argv.slice(2);
    if (!file || more.length > 0) throw new BackupError("Usage: npm run restore -- FILE");
    await restore(readEnvironment(commandSettings), file);
  },
  BackupError,
  StartError,
);

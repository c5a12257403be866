/** npm run backup -- [FILE] */
import { backUp, commandSettings } from "../../server/backup/commands.ts";
import { BackupError } from "../../server/backup/rows/format.ts";
import { StartError } from "../../server/database/start-error.ts";
import { readEnvironment } from "../../server/process/settings.ts";
import { runCommand } from "../backend/run-command.ts";

await runCommand(
  async () => {
    const [file, ...more] = process.argv.slice(2);
    if (more.length > 0) throw new BackupError("Usage: npm run backup -- [FILE]");
    await backUp(readEnvironment(commandSettings), file);
  },
  BackupError,
  StartError,
);

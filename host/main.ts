#!/usr/bin/env node
/** The command of the package: reads the command line and runs one command. */
import { BackupError } from "../server/backup/rows/format.ts";
import { PROGRAM, VERSION } from "../server/program.ts";
import { runCommand } from "../tools/backend/run-command.ts";
import { KeysError } from "../tools/keys/keys.ts";
import { CommandError, HELP, readCommand } from "./command-line.ts";

await runCommand(
  async () => {
    const { name, words, help, version, ...flags } = readCommand(process.argv.slice(2));
    if (version) console.log(`${PROGRAM} ${VERSION}`);
    else if (help) console.log(HELP);
    else {
      // Read the environment when they are loaded, which the command line has set.
      const { COMMANDS } = await import("./commands.ts");
      await COMMANDS[name](words, flags);
    }
  },
  CommandError,
  BackupError,
  KeysError,
);

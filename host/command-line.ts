/** Flags, which are the variables of the environment under another name, and the folders that follow from them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { loadConfig } from "../server/config/config.ts";
import { settingsSchema } from "../server/process/settings.ts";
import { PROGRAM } from "../server/program.ts";

/** The command line is not valid. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

const COMMAND_NAMES = ["start", "migrate", "reset", "keys", "backup", "restore", "gen"] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export const HELP = `${PROGRAM} [COMMAND] [--dir FOLDER] [--SETTING VALUE]

  start          serves the folder (the default command)
  migrate        applies new migrations, also while the host runs
  reset          deletes the database, its copies and the uploads, and makes a new database with the seeds
  keys           prints the address and the keys as JSON
  keys rotate publishable|secret|signing [--leaked]
  backup [FILE]  writes database, uploads and keys to one file, also while the host runs
  restore FILE   into an empty data folder
  gen types [--schema NAME,NAME]  prints TypeScript types of the schemas (public and those of api.schemas)

  --dir FOLDER       the Supabase folder (./supabase)
  --data-dir FOLDER  keys, database and uploads (.${PROGRAM} in the Supabase folder)
  --port NUMBER      the port (api.port of config.toml)
  --env-file FILE    a file of variables
  --help, --version

Each variable of the README is also a flag: DATABASE_URL is --database-url.`;

/** `DATABASE_URL` for `database-url`. */
const variableOf = (flag: string) =>
  flag === "dir" ? "SUPABASE_DIR" : flag.toUpperCase().replaceAll("-", "_");
const flagOf = (variable: string) =>
  variable === "SUPABASE_DIR" ? "dir" : variable.toLowerCase().replaceAll("_", "-");

const options = {
  ...Object.fromEntries(
    Object.keys(settingsSchema.shape).map((name) => [flagOf(name), { type: "string" as const }]),
  ),
  "env-file": { type: "string" as const },
  leaked: { type: "boolean" as const, default: false },
  schema: { type: "string" as const },
  help: { type: "boolean" as const, short: "h", default: false },
  version: { type: "boolean" as const, short: "v", default: false },
};

export interface Command {
  name: CommandName;
  /** What follows the name. */
  words: string[];
  leaked: boolean;
  /** `--schema`, of `gen types`. */
  schema: string | undefined;
  help: boolean;
  version: boolean;
}

/** Sets the environment from the flags; a flag precedes a variable, and both precede a file. Throws CommandError. */
export function readCommand(args: string[], environment: NodeJS.ProcessEnv = process.env): Command {
  const { values, positionals } = parsed(args);
  const { help, version, leaked, schema, "env-file": file, ...flags } = values;
  const [first = "start", ...words] = positionals;
  const name = COMMAND_NAMES.find((known) => known === first);
  if (!name) throw new CommandError(`There is no command ${first}. ${PROGRAM} --help lists them.`);
  const command = {
    name,
    words,
    leaked: leaked === true,
    schema: schema === undefined ? undefined : String(schema),
    help: help === true,
    version: version === true,
  };
  if (command.help || command.version) return command;
  for (const [flag, value] of Object.entries(flags)) environment[variableOf(flag)] = String(value);
  if (file !== undefined) process.loadEnvFile(String(file)); // keeps what is set
  setFolders(environment);
  return command;
}

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}. ${PROGRAM} --help lists the flags.`);
  }
}

/** The data of a project are in its folder, and its port is that of its config.toml. */
function setFolders(environment: NodeJS.ProcessEnv): void {
  environment.SUPABASE_DIR ||= "supabase";
  const dir = environment.SUPABASE_DIR;
  if (!existsSync(dir)) throw new CommandError(`${dir} does not exist: set --dir to a Supabase folder.`);
  environment.DATA_DIR ||= join(dir, `.${PROGRAM}`);
  environment.PORT ||= String(loadConfig(dir, environment).api.port);
  // Only while no other machine can reach the host. A project with keys of its own ignores them.
  environment.DEMO_KEYS ||= "loopback";
}

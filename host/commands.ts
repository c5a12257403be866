import { existsSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { backUp, restore } from "../server/backup/commands.ts";
import { findDatabase } from "../server/backup/project-database.ts";
import { loadConfig } from "../server/config/config.ts";
import { readConnection } from "../server/database/embedded/connection-file.ts";
import { homeOf } from "../server/database/embedded/home/home.ts";
import { removeDataFolder } from "../server/database/embedded/home/unused-homes.ts";
import { migrate as applyMigrations } from "../server/database/migrations/migrate.ts";
import { migrateSettings } from "../server/database/migrations/settings.ts";
import { openDatabase } from "../server/database/open.ts";
import { PostgresDatabase } from "../server/database/postgres/postgres.ts";
import { writeDurably } from "../server/durable-files.ts";
import { readKeys } from "../server/gateway/keys.ts";
import { serve } from "../server/process/serve.ts";
import { readEnvironment, type Settings, settingsSchema } from "../server/process/settings.ts";
import { PROGRAM } from "../server/program.ts";
import { urlOfRunningHost } from "../tools/backend/running-host.ts";
import { KEYS_USAGE, printKeys, rotateKeys } from "../tools/keys/keys.ts";
import { type Command, CommandError, type CommandName } from "./command-line.ts";
import { databaseAddress } from "./database-address.ts";
import { watchMigrations } from "./watch-migrations.ts";

type Run = (words: readonly string[], flags: Pick<Command, "leaked" | "schema">) => Promise<void>;

export const COMMANDS: Readonly<Record<CommandName, Run>> = {
  async start(words) {
    expectNothing(words);
    const { DATA_DIR: dataDir, SUPABASE_DIR: dir, DATABASE_URL } = settings();
    await serve(() => ({ application: async () => ({}), servesPage: false }));
    ignoreInGit(dataDir);
    const keys = readKeys(dataDir);
    const connection = DATABASE_URL ? null : readConnection(dataDir);
    console.log(`Publishable key  ${keys?.publishable_key}`);
    console.log(`Secret key       ${keys?.secret_key}`);
    if (connection) console.log(`Database         ${databaseAddress(connection)}`);
    console.log(`Data             ${resolve(dataDir)}`);
    watchMigrations(join(dir, "migrations"), (file) =>
      console.log(`${file} is new: ${PROGRAM} migrate --dir ${dir} applies it.`),
    );
  },

  async migrate(words) {
    expectNothing(words);
    const { DATABASE_URL, DATA_DIR, SUPABASE_DIR: dir } = settings();
    const { connection, close } = await findDatabase(DATABASE_URL, DATA_DIR);
    const database = new PostgresDatabase({ connection, shared: true });
    try {
      const versions = await applyMigrations(database, dir, migrateSettings(loadConfig(dir, process.env)));
      console.log(versions.length === 0 ? "No migration is new." : `Applied: ${versions.join(", ")}.`);
    } finally {
      await database.close();
      await close();
    }
  },

  async reset(words) {
    expectNothing(words);
    const { DATABASE_URL, DATA_DIR: dataDir, SUPABASE_DIR: dir } = settings();
    if (DATABASE_URL)
      throw new CommandError("reset deletes a data folder's own database, not that of DATABASE_URL.");
    const url = await urlOfRunningHost(dataDir);
    if (url !== null) throw new CommandError(`Stop the host at ${url} first.`);
    const keys = readKeys(dataDir);
    // Proves that this is a data folder, before it is deleted.
    if (!keys || !existsSync(homeOf(resolve(dataDir)).cluster))
      throw new CommandError(`There is no database in ${dataDir}.`);
    await removeDataFolder(dataDir);
    const database = await openDatabase({ dataDir });
    try {
      writeDurably(join(dataDir, "keys.json"), `${JSON.stringify(keys, null, 2)}\n`);
      ignoreInGit(dataDir);
      const versions = await applyMigrations(database, dir, migrateSettings(loadConfig(dir, process.env)));
      console.log(`The database is new. Migrations: ${versions.length}. The keys are the same.`);
    } finally {
      await database.close();
    }
  },

  async keys(words, { leaked }) {
    const { DATA_DIR, HOST, PORT, SITE_URL, API_EXTERNAL_URL } = settings();
    if (words.length === 0)
      return printKeys(DATA_DIR, API_EXTERNAL_URL ?? SITE_URL ?? `http://${HOST}:${PORT}`);
    if (words[0] !== "rotate") throw new CommandError(`Usage: ${PROGRAM} ${KEYS_USAGE}`);
    return rotateKeys(DATA_DIR, words, leaked);
  },

  async backup([file, ...words]) {
    expectNothing(words);
    return backUp(settings(), file);
  },

  async restore([file, ...words]) {
    expectNothing(words);
    if (file === undefined) throw new CommandError(`Usage: ${PROGRAM} restore FILE`);
    return restore(settings(), file);
  },

  async gen([what, ...words], { schema }) {
    expectNothing(words);
    if (what !== "types") throw new CommandError(`Usage: ${PROGRAM} gen types [--schema NAME,NAME]`);
    const { DATABASE_URL, DATA_DIR, SUPABASE_DIR } = settings();
    const schemas = schema?.split(",") ?? ["public", ...loadConfig(SUPABASE_DIR, process.env).api.schemas];
    const { connection, close } = await findDatabase(DATABASE_URL, DATA_DIR);
    try {
      const { typesOf } = await import("./types.ts");
      process.stdout.write(await typesOf(connection, [...new Set(schemas)]));
    } finally {
      await close();
    }
  },
};

function settings(): Settings {
  return readEnvironment(settingsSchema);
}

function expectNothing(words: readonly string[]): void {
  if (words.length > 0)
    throw new CommandError(`${words.join(" ")} is too much. ${PROGRAM} --help has the usage.`);
}

/** A data folder in a project is not for its repository. */
function ignoreInGit(dataDir: string): void {
  if (basename(dataDir) === `.${PROGRAM}` && !readdirSync(dataDir).includes(".gitignore"))
    writeDurably(join(dataDir, ".gitignore"), "*\n");
}

/** Bundles the TypeScript commands of package.json, and what other tools import, into build/commands. */
import { cpSync, rmSync } from "node:fs";
import { rolldown } from "rolldown";
import { OUTSIDE } from "./build-server.mjs";

const COMMANDS = {
  admin: "tools/admin/main.ts",
  backup: "tools/backup/main.ts",
  doctor: "tools/doctor/main.ts",
  demo: "tools/demo/main.ts",
  "durable-files": "server/durable-files.ts",
  functions: "server/functions/modules/prebuilt.ts",
  import: "tools/import/main.ts",
  keys: "tools/keys/main.ts",
  restore: "tools/restore/main.ts",
  "unused-homes": "server/database/embedded/home/unused-homes.ts",
};

export async function buildCommands() {
  rmSync("build/commands", { recursive: true, force: true });
  const bundle = await rolldown({ input: COMMANDS, platform: "node", external: OUTSIDE, logLevel: "warn" });
  await bundle.write({ dir: "build/commands", format: "esm", entryFileNames: "[name].js" });
  await bundle.close();
  cpSync("server/database/bootstrap", "build/commands/bootstrap", { recursive: true }); // for restore
}

/** npm run --silent keys prints the keys of the data folder; npm run keys -- rotate NAME [--leaked] replaces one. */
import { parseArgs } from "node:util";
import { runCommand } from "../backend/run-command.ts";
import { printKeys, rotateKeys } from "./keys.ts";

const { DATA_DIR = "./data", HOST = "127.0.0.1", PORT = "3000", SITE_URL, API_EXTERNAL_URL } = process.env;

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { leaked: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 0) return rotateKeys(DATA_DIR, positionals, values.leaked);
  return printKeys(DATA_DIR, API_EXTERNAL_URL ?? SITE_URL ?? `http://${HOST}:${PORT}`);
}, Error);

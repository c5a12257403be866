/**
 * npm run --silent keys: prints { "url", "publishable_key", "secret_key" } of the data folder, for scripts and tests.
 * npm run keys -- rotate NAME [--leaked]: replaces the publishable, secret or signing key.
 */
import { parseArgs } from "node:util";
import { KEY_NAMES, readKeys, rotateKey } from "../../server/gateway/keys.ts";
import { outsideFailure } from "../../server/outside-failure.ts";
import { urlOfRunningHost } from "../backend/connect.ts";

const USAGE = `npm run keys -- rotate ${KEY_NAMES.join("|")} [--leaked]`;
const { DATA_DIR = "./data", HOST = "127.0.0.1", PORT = "3000", SITE_URL, API_EXTERNAL_URL } = process.env;

try {
  const { values, positionals } = parseArgs({
    options: { leaked: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (positionals.length === 0) await print();
  else await rotate(positionals, values.leaked);
} catch (error) {
  fail(outsideFailure(error) ?? (error instanceof Error ? error.message : String(error)));
}

async function print(): Promise<void> {
  const keys = readKeys(DATA_DIR);
  if (!keys) return fail(`There are no keys in ${DATA_DIR} yet. Run npm start first, or set DATA_DIR.`);
  const configured = API_EXTERNAL_URL ?? SITE_URL ?? `http://${HOST}:${PORT}`;
  const url = (await urlOfRunningHost(DATA_DIR)) ?? configured;
  const { publishable_key, secret_key } = keys;
  console.log(JSON.stringify({ url, publishable_key, secret_key }, null, 2));
}

async function rotate([verb, given, ...others]: readonly string[], leaked: boolean): Promise<void> {
  const name = KEY_NAMES.find((known) => known === given);
  if (verb !== "rotate" || !name || others.length > 0) return fail(`Usage: ${USAGE}`);
  await rotateKey(DATA_DIR, name, leaked);
  const running = (await urlOfRunningHost(DATA_DIR)) !== null;
  console.log(`The ${name} key in ${DATA_DIR} is new.${running ? " Restart the host to use it." : ""}`);
}

function fail(message: string): void {
  console.error(message);
  process.exitCode = 1;
}

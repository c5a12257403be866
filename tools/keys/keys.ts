/** Prints and replaces the keys of a data folder. */
import { KEY_NAMES, readKeys, rotateKey } from "../../server/gateway/keys.ts";
import { urlOfRunningHost } from "../backend/running-host.ts";

export const KEYS_USAGE = `keys rotate ${KEY_NAMES.join("|")} [--leaked]`;

/** The keys cannot be printed or replaced; the message says what to do. */
export class KeysError extends Error {
  override readonly name = "KeysError";
}

/** Prints { "url", "publishable_key", "secret_key" }. `configured`: the address of a host that does not run. */
export async function printKeys(dataDir: string, configured: string): Promise<void> {
  const keys = readKeys(dataDir);
  if (!keys)
    throw new KeysError(`There are no keys in ${dataDir} yet. Start the host first, or set DATA_DIR.`);
  const url = (await urlOfRunningHost(dataDir)) ?? configured;
  const { publishable_key, secret_key } = keys;
  console.log(JSON.stringify({ url, publishable_key, secret_key }, null, 2));
}

/** `words`: what follows "keys" on the command line. */
export async function rotateKeys(dataDir: string, words: readonly string[], leaked: boolean): Promise<void> {
  const [verb, given, ...others] = words;
  const name = KEY_NAMES.find((known) => known === given);
  if (verb !== "rotate" || !name || others.length > 0) throw new KeysError(`Usage: ${KEYS_USAGE}`);
  await rotateKey(dataDir, name, leaked);
  const running = (await urlOfRunningHost(dataDir)) !== null;
  console.log(`The ${name} key in ${dataDir} is new.${running ? " Restart the host to use it." : ""}`);
}

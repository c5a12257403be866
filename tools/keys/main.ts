/** npm run --silent keys: prints { "url", "publishable_key", "secret_key" } of the data folder, for scripts and tests. */
import { readKeys } from "../../server/gateway/keys.ts";
import { urlOfRunningHost } from "../backend/connect.ts";

const { DATA_DIR = "./data", HOST = "127.0.0.1", PORT = "3000", SITE_URL } = process.env;
const keys = readKeys(DATA_DIR);
if (keys) {
  const url = (await urlOfRunningHost(DATA_DIR)) ?? SITE_URL ?? `http://${HOST}:${PORT}`;
  const { publishable_key, secret_key } = keys;
  console.log(JSON.stringify({ url, publishable_key, secret_key }, null, 2));
} else {
  console.error(`There are no keys in ${DATA_DIR} yet. Run npm start first, or set DATA_DIR.`);
  process.exitCode = 1;
}

/** npm run host: serves SUPABASE_DIR without a web page or demo. */
import { ensureInstalled } from "./install.mjs";

ensureInstalled({ dev: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.env.WEB_DIR = "none";
await import("../build/server/main.js");

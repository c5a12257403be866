/** npm run host: serves SUPABASE_DIR without a web page or demo. */
import { ensureInstalled } from "./install.mjs";

ensureInstalled({ dev: false });
const { ensureBuilt } = await import("./build.mjs");
await ensureBuilt();
process.env.WEB_DIR = "none";
// A project that was made with the CLI; this project has its own keys.
if (process.env.SUPABASE_DIR) process.env.DEMO_KEYS ??= "loopback";
await import("../build/server/main.js");

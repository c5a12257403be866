/**
 * npm run supabase-folder -- FOLDER: makes FOLDER/supabase, or brings it up to date, for a project on Supabase, where only migrations
 * run: the settings, the edge functions, the migrations, and the code of the schemas as one more migration whenever it has
 * changed. Keep the folder: what it has pushed is its history.
 */
import { existsSync, statSync } from "node:fs";
import { updateFolder } from "./update-folder.ts";

const [folder, ...more] = process.argv.slice(2);
if (!folder || more.length > 0 || (existsSync(folder) && !statSync(folder).isDirectory())) {
  console.error("Usage: npm run supabase-folder -- FOLDER");
  process.exit(1);
}
for (const line of updateFolder(folder)) console.log(line);

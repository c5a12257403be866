import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../database/start-error.ts";
import { type Demo, demoSchema } from "./demo-sign-in.ts";

/** `demo.json` marks a data folder as a demo and has its sign-ins. Such a folder is only served to this machine. */
export function readDemo(dataDir: string, onLoopback: boolean): Demo | null {
  const path = join(dataDir, "demo.json");
  if (!existsSync(path)) return null;
  if (!onLoopback) {
    throw new StartError(
      `${dataDir} is a demo, which anyone may enter: set HOST and SITE_URL to this machine, or DATA_DIR to another folder.`,
    );
  }
  try {
    return demoSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new StartError(
      `${path} does not have the sign-ins of a demo: delete ${dataDir} for another demo, or that file for a club without one.`,
    );
  }
}

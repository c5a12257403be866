/** Starts the club: the host with the club's application. */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { languages } from "../words/languages.ts";
import { reportBackup, reportHost } from "./club/reports.ts";
import { StartError } from "./database/start-error.ts";
import { serve } from "./process/serve.ts";
import { readEnvironment } from "./process/settings.ts";

const settingsSchema = z.object({
  WEB_DIR: z.string().min(1).default("./build/web"),
  CLUB_FILE: z.string().min(1).default("./club.json"),
});

const clubSchema = z.object({
  brand: z.string().min(1),
  time_zone: z.string().min(1),
  sign_up: z.enum(["email", "phone"]).optional(),
  language: z.enum(languages).optional(),
});

function readClub(path: string): z.infer<typeof clubSchema> {
  try {
    return clubSchema.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    throw new StartError(
      `CLUB_FILE (${path}) is not a file like { "brand": "…", "time_zone": "Indian/Mauritius", "sign_up": "phone", "language": "fr" }.`,
    );
  }
}

/** Commands that import this file wait for it. */
export const served = serve((dataDir) => {
  const { WEB_DIR: webDir, CLUB_FILE } = readEnvironment(settingsSchema);
  const settings = { dataDir, webDir, file: readClub(CLUB_FILE) };
  return {
    async application(context, place) {
      const { clubApplication } = await import("./club/application.ts"); // while PostgreSQL starts
      return clubApplication(settings)(context, place);
    },
    servesPage: existsSync(webDir),
    reportBackup,
    reportHost,
  };
}).then(({ url, isStopping, host: { application } }) => ({
  url,
  isStopping,
  /** True if the club's time zone was chosen in the browser, so that club.json does not set it. */
  hasOwnTimeZone: application.club.facts.startedInBrowser,
  firstStart: application.firstStart,
  reloadPage: application.reloadPage,
}));

/** What the club adds to the host: its name in messages, its page, and how it starts. */
import { existsSync } from "node:fs";
import { Hono } from "hono";
import { isLanguage } from "../../words/languages.ts";
import type { Application, OpenApplication } from "../application.ts";
import type { MessageHooks } from "../auth/deps.ts";
import { type Club, type ClubFile, openClub } from "./club.ts";
import { readDemo } from "./demo-folder.ts";
import { createDemoSignIn } from "./demo-sign-in.ts";
import { createFirstStart, type FirstStart } from "./first-start.ts";
import { askForPreview } from "./page/link-preview.ts";
import type { PageConfig } from "./page/page.ts";
import { createWeb, type Web } from "./page/web.ts";
import { createStartClub } from "./start-club.ts";

export interface ClubSettings {
  dataDir: string;
  /** The folder of the built page. */
  webDir: string;
  file: ClubFile & Pick<PageConfig, "sign_up">;
}

export interface ClubApplication extends Application {
  club: Club;
  firstStart: FirstStart;
  /** Reads the files of the page again, after a build. */
  reloadPage: () => void;
}

export function clubApplication({ dataDir, webDir, file }: ClubSettings): OpenApplication<ClubApplication> {
  return async (context, { onLoopback }) => {
    const { database, siteUrl, apiUrl, gateway, log = () => {} } = context;
    const demo = readDemo(dataDir, onLoopback);
    const club = await openClub(database, file, log);
    const canStart = context.config.auth.enabled && demo === null;
    const firstStart = createFirstStart(context, { canStart: canStart && existsSync(webDir), onLoopback });
    const { publishable_key } = gateway.keys;
    const config = (): PageConfig => {
      const { brand, time_zone, language, notices } = club.facts;
      const page = { url: apiUrl, publishable_key, sign_up: file.sign_up, brand, time_zone, language };
      return { ...page, ...(notices && { notices }), ...(demo !== null && { demo: true as const }) };
    };
    let web: Web | undefined;
    return {
      club,
      firstStart,
      reloadPage: () => web?.reload(),
      onlyHere: demo !== null,
      messages: clubMessages(club, siteUrl),
      functionVariables: () => ({ CLUB_NAME: club.facts.brand, CLUB_LANGUAGE: club.facts.language }),
      endpoints(auth) {
        if (demo !== null) return createDemoSignIn(auth, demo);
        return canStart ? createStartClub({ ...auth, club, firstStart }) : new Hono();
      },
      page: (api) => {
        web = createWeb({
          folder: webDir,
          config,
          siteUrl,
          askForPreview: async (path, request, env) =>
            api && askForPreview(api, publishable_key, path, request, env),
        });
        return web.app;
      },
    };
  };
}

export function clubMessages(club: Club, siteUrl: string): MessageHooks {
  return {
    /** The language that the account has chosen, otherwise the club's. */
    emailData: ({ language }) => ({ language: isLanguage(language) ? language : club.facts.language }),
    /**
     * The club's name, the template's text, and the line from which a phone fills in the code on the club's pages only
     * (https://wicg.github.io/sms-one-time-codes/). A template that has either of them keeps its own.
     */
    codeText(text, code) {
      const { brand } = club.facts;
      const named = text.includes(brand) ? text : `${brand}: ${text}`;
      const isBound = /^@\S+ #\S+/.test(named.trimEnd().split("\n").at(-1) ?? "");
      return isBound ? named : `${named}\n\n@${new URL(siteUrl).hostname} #${code}`;
    },
  };
}

/** Every screen in French and Kreol on a narrow phone: it fits, has no English text left and, in French, no axe violation. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { DASHBOARD_TABS } from "../support/dashboard-tabs.ts";
import { axeViolations, textOutsideTheScreen } from "../support/screen-checks.ts";
import { test } from "../support/test.ts";
import { newVisitor, signInToDemo } from "../support/user-actions.ts";

test.describe.configure({ mode: "parallel" });

let club: Club;
test.beforeAll(async () => {
  club = await openClub({ demo: true });
});
test.afterAll(() => club.stop());

const SCREENS = {
  visitor: [
    "/",
    "/auth",
    "/auth?mode=register",
    "/reset-password",
    "/confirm",
    "/unsubscribe",
    "/screen",
    "/start",
    "/terms",
    "/privacy",
    "/prize-rules",
    "/archives",
    "/join/AAAAAAAA",
    "/no/such/page",
  ],
  player: [
    "/",
    "/matches",
    "/round",
    "/leaderboard",
    "/leaderboard?competition=friendly_club&period=matchday",
    "/leaderboard?period=month",
    "/divisions",
    "/cup",
    "/last-one-standing",
    "/prizes",
    "/honours",
    "/career",
    "/groups",
    "/subscriptions",
    "/questions",
    "/profile",
    "/archives",
  ],
  admin: [
    "/live-scores",
    "/subscription-archives",
    "/manage-matches",
    "/enter-results",
    ...DASHBOARD_TABS.map((tab) => `/admin-dashboard/${tab}`),
  ],
};

/** Rounds and questions of the demo that are also examples of the page. */
const WRITTEN_BY_THE_DEMO = [
  "Matchday 12",
  "Champion",
  "Top scorer",
  "Relegated",
  "Which team wins the competition?",
  "Which three teams go down?",
];

/** Numbers and dates as English writes them: `44.4%`, `108.4`, `1 décembre`, `1 Dec 2026`, `Clôture Demain 18:00`. */
const WRITTEN_AS_IN_ENGLISH: Record<string, RegExp> = {
  fr: /^\d+\.\d$|\d [A-Z][a-z][a-z] \d{4}|\d%|\d\.\d\s%|\b1 (?:janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)|[a-zé,:] (?:Aujourd’hui|Demain|Hier) /,
  mfe: /^\d+\.\d$|\d (?:Feb|Apr|May|Jun|Jul|Aug|Oct|Dec) \d{4}|\d\.\d%|[a-z,:] (?:Zordi|Dime|Yer) /,
};

/** English texts without arguments whose translation is another one. */
function englishTexts(language: string): Set<string> {
  const spoken = new Set<string>();
  const names = readdirSync("words/en").map((file) => file.replace(/\.json$/, ""));
  const texts = names.flatMap((name) => {
    const english = JSON.parse(readFileSync(`words/en/${name}.json`, "utf8")) as Record<string, string>;
    const translated = readFileSync(`words/generated/${language}/${name}.ts`, "utf8");
    for (const [, text = ""] of translated.matchAll(/: string = (".*");$/gm)) spoken.add(JSON.parse(text));
    return Object.values(english).filter((text) => !/[{<]/.test(text));
  });
  return new Set(
    texts.filter((text) => text.length > 2 && !spoken.has(text) && !WRITTEN_BY_THE_DEMO.includes(text)),
  );
}

/** What the page shows or says to a screen reader. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      if (text.parentElement?.closest("script, style, template, [lang='en']") === null)
        found.push(text.textContent?.trim() ?? "");
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], [alt]"))
      for (const name of ["aria-label", "title", "placeholder", "alt"])
        found.push(element.getAttribute(name)?.trim() ?? "");
    return [...new Set(found)].filter((text) => text !== "");
  });
}

for (const language of ["fr", "mfe"])
  for (const [who, paths] of Object.entries(SCREENS))
    test(`the ${who}'s screens in ${language} fit at 360 px and have no English text`, async ({
      browser,
    }) => {
      test.setTimeout(900_000);
      const english = englishTexts(language);
      expect(english.size).toBeGreaterThan(500);
      const page = await newVisitor(browser, club, [], { viewport: { width: 360, height: 800 } });
      if (who !== "visitor") await signInToDemo(page, club.url, who === "admin" ? "admin" : "player");
      await page.context().addCookies([{ name: "language", value: language, url: club.url }]);
      const problems: Record<string, string[]> = {};
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("html"), path).toHaveAttribute("lang", language);
        await expect(page.getByRole("main").getByRole("heading").first(), path).toBeVisible();
        await expect(page.locator(".skeleton"), path).toHaveCount(0);
        const found = [
          ...(await textOutsideTheScreen(page)),
          ...((await page.evaluate(() => document.documentElement.scrollWidth)) > 360
            ? ["scrolls sideways"]
            : []),
          // The rules look at the structure, which is the same in both, and the colours are those of the English page.
          ...(language === "fr" ? await axeViolations(page, { contrast: false }) : []),
          ...(await textsOf(page)).filter(
            (text) => english.has(text) || WRITTEN_AS_IN_ENGLISH[language]?.test(text),
          ),
        ];
        if (found.length > 0) problems[path] = found;
      }
      expect(problems).toEqual({});
    });

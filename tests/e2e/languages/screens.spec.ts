/** Every screen in French and Kreol on a narrow phone: it fits, has no English text left and, in French, no axe violation. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { type Club, openClub } from "../support/club.ts";
import { DASHBOARD_TABS } from "../support/dashboard-tabs.ts";
import { axeViolations, textOutsideTheScreen } from "../support/screen-checks.ts";
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
    "/archives",
    "/join/AAAAAAAA",
    "/no/such/page",
  ],
  player: [
    "/",
    "/matches",
    "/leaderboard",
    "/leaderboard?competition=friendly_club&period=matchday",
    "/leaderboard?period=month",
    "/honours",
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

/** English texts without arguments whose translation is another one. */
function englishTexts(language: string): Set<string> {
  const names = readdirSync("words/en").map((file) => file.replace(/\.json$/, ""));
  const texts = names.flatMap((name) => {
    const english = JSON.parse(readFileSync(`words/en/${name}.json`, "utf8")) as Record<string, string>;
    const translated = readFileSync(`words/generated/${language}/${name}.ts`, "utf8");
    return Object.entries(english).flatMap(([key, text]) =>
      /[{<]/.test(text) || translated.includes(`export const ${key}: string = ${JSON.stringify(text)};`)
        ? []
        : [text],
    );
  });
  // Words of one or two letters and names of competitions are the same in data.
  return new Set(texts.filter((text) => text.length > 2));
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
      for (const path of paths) {
        await page.goto(path);
        await expect(page.locator("html"), path).toHaveAttribute("lang", language);
        await expect(page.getByRole("main").getByRole("heading").first(), path).toBeVisible();
        await expect(page.locator(".skeleton"), path).toHaveCount(0);
        expect(await textOutsideTheScreen(page), path).toEqual([]);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, path).toBeLessThanOrEqual(360);
        // The rules look at the structure, which is the same in both.
        if (language === "fr") expect(await axeViolations(page), path).toEqual([]);
        expect(
          (await textsOf(page)).filter((text) => english.has(text)),
          path,
        ).toEqual([]);
      }
      await page.context().close();
    });

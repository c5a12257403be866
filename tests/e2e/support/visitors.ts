/** Opens pages for visitors and members. After each test it closes them and fails the test if a browser error was recorded. */
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { Club } from "./club.ts";
import { newVisitor, signIn } from "./user-actions.ts";

interface Visitors {
  /** `expectedErrors` collects the browser errors of pages whose errors are expected. */
  visitorIn(opening: { browser: Browser }, expectedErrors?: string[]): Promise<Page>;
  memberIn(opening: { browser: Browser }, email: string, expectedErrors?: string[]): Promise<Page>;
}

/** Call it once per file, outside the tests. */
export function openVisitors(club: () => Club): Visitors {
  const browserErrors: string[] = [];
  const opened: BrowserContext[] = [];
  test.afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
    expect(browserErrors.splice(0)).toEqual([]);
  });
  const visitorIn: Visitors["visitorIn"] = async ({ browser }, expectedErrors = browserErrors) => {
    const page = await newVisitor(browser, club(), expectedErrors);
    opened.push(page.context());
    return page;
  };
  const memberIn: Visitors["memberIn"] = async (opening, email, expectedErrors) => {
    const page = await visitorIn(opening, expectedErrors);
    await signIn(page, email);
    return page;
  };
  return { visitorIn, memberIn };
}

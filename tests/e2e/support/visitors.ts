/** Visitors and members of a club for one test each. After the test their pages are closed and no browser error may be left. */
import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { Club } from "./club.ts";
import { newVisitor, signIn } from "./user-actions.ts";

interface Visitors {
  /** `heard` collects the browser errors of pages whose errors are expected. */
  visitorIn(opening: { browser: Browser }, heard?: string[]): Promise<Page>;
  memberIn(opening: { browser: Browser }, email: string, heard?: string[]): Promise<Page>;
}

/** Call it once per file, outside the tests. */
export function openVisitors(club: () => Club): Visitors {
  const complaints: string[] = [];
  const opened: BrowserContext[] = [];
  test.afterEach(async () => {
    for (const context of opened.splice(0)) await context.close();
    expect(complaints.splice(0)).toEqual([]);
  });
  const visitorIn: Visitors["visitorIn"] = async ({ browser }, heard = complaints) => {
    const page = await newVisitor(browser, club(), heard);
    opened.push(page.context());
    return page;
  };
  const memberIn: Visitors["memberIn"] = async (opening, email, heard) => {
    const page = await visitorIn(opening, heard);
    await signIn(page, email);
    return page;
  };
  return { visitorIn, memberIn };
}

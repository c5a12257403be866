/** Visitors and members of a file's tests. After each test it fails if a browser error was recorded. */
import { type Browser, expect, type Page } from "@playwright/test";
import type { Club } from "./club.ts";
import { test } from "./test.ts";
import { newVisitor, recordErrors, signIn } from "./user-actions.ts";

/** The test's own page, or a browser for a new one. */
type Opening = { page: Page } | { browser: Browser };

interface Visitors {
  /** `expectedErrors` collects the browser errors of pages whose errors are expected. */
  visitorIn(opening: Opening, expectedErrors?: string[]): Promise<Page>;
  memberIn(opening: Opening, email: string, expectedErrors?: string[]): Promise<Page>;
}

/** Call it once per file, outside the tests. */
export function openVisitors(club: () => Club): Visitors {
  const browserErrors: string[] = [];
  test.afterEach(() => expect(browserErrors.splice(0)).toEqual([]));
  const visitorIn: Visitors["visitorIn"] = async (opening, expectedErrors = browserErrors) => {
    if ("browser" in opening) return newVisitor(opening.browser, club(), expectedErrors);
    recordErrors(opening.page, expectedErrors);
    return opening.page;
  };
  const memberIn: Visitors["memberIn"] = async (opening, email, expectedErrors) => {
    const page = await visitorIn(opening, expectedErrors);
    await signIn(page, email);
    return page;
  };
  return { visitorIn, memberIn };
}

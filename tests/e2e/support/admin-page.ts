import type { Browser, Page } from "@playwright/test";
import type { Club } from "./club.ts";
import { addAdmin } from "./club-data.ts";
import { signIn, withPatientGoto } from "./user-actions.ts";

/** Adds the admin Olga Organiser (olga@example.com) to a club and opens a wide page with her session. */
export async function openAdminPage(browser: Browser, club: Club, width = 1280): Promise<Page> {
  const context = await browser.newContext({ baseURL: club.url, viewport: { width, height: 900 } });
  const page = withPatientGoto(await context.newPage());
  await addAdmin(club, "Olga Organiser", "olga@example.com");
  await signIn(page, "olga@example.com");
  return page;
}

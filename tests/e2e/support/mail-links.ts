import { expect, type Page } from "@playwright/test";
import type { Club } from "./club.ts";

/** The link of the newest email to this address, as the auth service's emails have it. */
export async function emailLinkTo(club: Club, recipient: string): Promise<string> {
  const mail = (await club.outbox()).find((sent) => sent.recipient === recipient);
  const link = /href="([^"]*\/confirm#[^"]*)"/.exec(mail?.html ?? "")?.[1];
  if (!link) throw new Error(`no link was sent to ${recipient}`);
  return link.replaceAll("&amp;", "&");
}

/** Opens the link and presses the button, which is named like the link in the email. */
export async function followEmailLink(page: Page, link: string, button: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: button }).click();
  await expect(page.getByRole("button", { name: button })).toHaveCount(0);
}

/** The link as the emails of earlier versions have it: GoTrue's own, which a request uses up. */
export function earlierLink(link: string): string {
  const { origin, hash } = new URL(link);
  const values = new URLSearchParams(hash.slice(1));
  const query = new URLSearchParams({
    token: values.get("token_hash") ?? "",
    type: values.get("type") ?? "",
    redirect_to: values.get("next") ?? "",
  });
  return `${origin}/auth/v1/verify?${query}`;
}

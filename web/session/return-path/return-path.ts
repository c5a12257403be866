import * as words from "#words/session";
import { competitionWithId } from "../../football/rules/competitions.ts";
import { paths } from "../../paths.ts";

const key = "wanted-page";

/** The page that a visitor wants to open after sign-in, with its query and fragment. Stored for this tab only. */
export function returnPath(): string | null {
  return sessionStorage.getItem(key);
}

/**
 * What waits on that page if it is a link with a code to redeem, as "Premier League code"; the link names the plan. Null for
 * other pages.
 */
export function waitingCode(): string | null {
  const { pathname, searchParams } = new URL(returnPath() ?? "", window.location.origin);
  if (pathname !== paths.subscriptions || !searchParams.has("code")) return null;
  const plan = competitionWithId(searchParams.get("plan") ?? "");
  return plan ? words.codeOfCompetition({ name: plan.name }) : words.aCode;
}

export function rememberReturnPath(path: string): void {
  sessionStorage.setItem(key, path);
}

export function forgetReturnPath(): void {
  sessionStorage.removeItem(key);
}

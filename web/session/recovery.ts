import * as words from "#words/session";
import { paths } from "../paths.ts";

/** What identifies a password recovery: the address, and a flag of the tab. */
export interface Landing {
  pathname: string;
  search: string;
  hash: string;
  /** Whether this tab is in a password-reset flow. */
  flagged: boolean;
}

const flag = "password-reset-flow";

/** Whether this visit is a password recovery: by its path, by `type=recovery` in query or hash, or by the session flag. */
export function isRecovery({ pathname, search, hash, flagged }: Landing): boolean {
  if (pathname === paths.resetPassword || flagged) return true;
  const named = (parameters: string) => new URLSearchParams(parameters).get("type") === "recovery";
  return named(search) || named(hash.replace(/^#/, ""));
}

/**
 * The message for an email link that was refused, by its error code in the address; null without one. Never the text of the
 * address itself, which anyone can write.
 */
export function linkProblem({ search, hash }: Pick<Landing, "search" | "hash">): string | null {
  const refused = [search, hash.replace(/^#/, "")].some((parameters) => {
    const found = new URLSearchParams(parameters);
    return found.has("error") || found.has("error_code");
  });
  return refused ? words.linkIsUsedOrExpired : null;
}

export function isRecoveryFlagged(): boolean {
  return sessionStorage.getItem(flag) === "true";
}

export function flagRecovery(): void {
  sessionStorage.setItem(flag, "true");
}

export function clearRecovery(): void {
  sessionStorage.removeItem(flag);
}

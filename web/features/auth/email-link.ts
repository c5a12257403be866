import * as words from "#words/auth";
import { paths } from "../../paths.ts";

/** What a link of the auth service's emails is for, as in supabase/templates. */
export type EmailLinkType = "signup" | "recovery" | "magiclink" | "email_change" | "invite";

export interface EmailLink {
  token: string;
  type: EmailLinkType;
  /** The page of this site to open after it: path, query and fragment. */
  next: string;
}

export const usedOrExpired = words.linkIsUsed;

const types: readonly string[] = [
  "signup",
  "recovery",
  "magiclink",
  "email_change",
  "invite",
] satisfies EmailLinkType[];

/**
 * The link in the fragment of the page's address, which no server receives, or in its query, as in Supabase's examples of
 * templates; null if the address has none or its type is unknown.
 */
export function emailLinkIn({
  origin,
  hash,
  search,
}: Pick<URL, "origin" | "hash" | "search">): EmailLink | null {
  for (const text of [hash.slice(1), search]) {
    const values = new URLSearchParams(text);
    const token = values.get("token_hash");
    const given = values.get("type") ?? "";
    // Supabase's name for a link that confirms a sign-up or signs in.
    const type = given === "email" ? "magiclink" : given;
    if (token && isType(type)) return { token, type, next: pageOf(values.get("next"), origin) };
  }
  return null;
}

/** True if the address has a link, also one of an unknown type, so that its token must be removed from there. */
export function hasToken({ hash, search }: Pick<URL, "hash" | "search">): boolean {
  return [hash.slice(1), search].some((text) => new URLSearchParams(text).has("token_hash"));
}

function isType(type: string): type is EmailLinkType {
  return types.includes(type);
}

/** The page of this site at an absolute address, which anybody can write; Home for every other address. */
function pageOf(address: string | null, origin: string): string {
  if (!address) return paths.home;
  try {
    const url = new URL(address);
    if (url.origin !== origin || url.pathname === paths.emailLink) return paths.home;
    // Two slashes would name another host.
    return url.pathname.replace(/^\/+/, "/") + url.search + url.hash;
  } catch {
    return paths.home;
  }
}

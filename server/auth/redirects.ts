import type { Context } from "hono";
import { fitsHeader } from "../gateway/header-limits.ts";
import type { AuthDeps } from "./deps.ts";

/**
 * Where the links of a request lead: redirect_to, else the page that sent the request (Referer), else SITE_URL. Each is
 * used only if it is allowed. Source: supabase/auth, internal/utilities/request.go (GetReferrer).
 */
export function requestedRedirect(c: Context, deps: AuthDeps, wanted = c.req.query("redirect_to")): string {
  if (wanted && isAllowedRedirect(deps, wanted)) return wanted;
  return allowedRedirect(deps, c.req.header("referer"));
}

/**
 * The allowed target of a link: inside SITE_URL, or a match of additional_redirect_urls (`*` within a segment, `**`
 * across segments). Any other target becomes SITE_URL, so that messages cannot link to another site.
 */
export function allowedRedirect(deps: AuthDeps, wanted: string | null | undefined): string {
  return wanted && isAllowedRedirect(deps, wanted) ? wanted : deps.siteUrl;
}

/**
 * True if the address is inside SITE_URL or matches a pattern of additional_redirect_urls, and is not too long for the
 * Location header of a redirect.
 */
export function isAllowedRedirect(deps: AuthDeps, wanted: string): boolean {
  if (!URL.canParse(wanted)) return false;
  const url = new URL(wanted);
  if (!fitsHeader(url.href)) return false;
  // Refuses user info, backslashes and control characters, which browsers may parse differently.
  const odd = [...wanted].some((character) => character === "\\" || character <= " ");
  if (url.username || url.password || odd) return false;
  const own = new URL(deps.siteUrl);
  const folder = own.pathname.replace(/\/*$/, "/");
  const inside = url.origin === own.origin && `${url.pathname}/`.startsWith(folder);
  if (inside && /^https?:$/.test(url.protocol)) return true;
  const bare = `${url.protocol}//${url.host}${url.pathname}`;
  return deps.config.auth.additional_redirect_urls.some((pattern) => matches(pattern, bare));
}

/** Adds values to the fragment of `url`, which servers and their logs do not see. */
export function withFragment(url: string, values: Readonly<Record<string, string>>): string {
  const [before] = url.split("#");
  return `${before}#${new URLSearchParams(values)}`;
}

/** Adds values to the query of `url` and keeps its fragment. */
export function withQuery(url: string, values: Readonly<Record<string, string>>): string {
  const parsed = new URL(url);
  for (const [name, value] of Object.entries(values)) parsed.searchParams.set(name, value);
  return parsed.toString();
}

function matches(pattern: string, url: string): boolean {
  const source = pattern
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === "**" ? ".*" : part === "*" ? "[^./]*" : part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
    )
    .join("");
  return new RegExp(`^${source}$`).test(url) || new RegExp(`^${source}$`).test(url.replace(/\/$/, ""));
}

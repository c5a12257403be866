import type { AuthDeps } from "./deps.ts";

/**
 * Where a link may lead: inside SITE_URL, or a pattern of additional_redirect_urls (`*` within a segment, `**` across).
 * Anything else becomes SITE_URL, so no mail of ours can be made to point at a stranger's page.
 */
export function allowedRedirect(deps: AuthDeps, wanted: string | null | undefined): string {
  return wanted && isAllowedRedirect(deps, wanted) ? wanted : deps.siteUrl;
}

/** Does an address lie inside SITE_URL, or match a pattern of additional_redirect_urls? */
export function isAllowedRedirect(deps: AuthDeps, wanted: string): boolean {
  if (!URL.canParse(wanted)) return false;
  const url = new URL(wanted);
  // What a browser would read otherwise than we do is refused: user info, backslashes, control characters.
  const odd = [...wanted].some((character) => character === "\\" || character <= " ");
  if (url.username || url.password || odd) return false;
  const own = new URL(deps.siteUrl);
  const folder = own.pathname.replace(/\/*$/, "/");
  const inside = url.origin === own.origin && `${url.pathname}/`.startsWith(folder);
  if (inside && /^https?:$/.test(url.protocol)) return true;
  const bare = `${url.protocol}//${url.host}${url.pathname}`;
  return deps.config.auth.additional_redirect_urls.some((pattern) => matches(pattern, bare));
}

/** `url` with values in its fragment, where servers and their logs do not see them. */
export function withFragment(url: string, values: Readonly<Record<string, string>>): string {
  const [before] = url.split("#");
  return `${before}#${new URLSearchParams(values)}`;
}

/** `url` with values in its query; the fragment stays. */
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

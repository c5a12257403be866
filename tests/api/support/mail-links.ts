/**
 * GoTrue's link (GET /verify) for the token of a link to the club's page, as emails of other projects and of the club's
 * earlier versions have it. Other links are returned unchanged.
 */
export function verifyLinkOf(link: URL): URL {
  const values = new URLSearchParams(link.hash.slice(1));
  const token = values.get("token_hash");
  if (token === null) return link;
  const verify = new URL("/auth/v1/verify", link);
  verify.searchParams.set("token", token);
  verify.searchParams.set("type", values.get("type") ?? "");
  verify.searchParams.set("redirect_to", values.get("next") ?? "");
  return verify;
}

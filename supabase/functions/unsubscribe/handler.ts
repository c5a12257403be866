import { answer, refuse } from "../_http/answers.ts";
import type { Environment, Handler } from "../_http/environment.ts";

/**
 * Where the List-Unsubscribe header of a mail points (?token=...&kind=...). POST, which mail programs send when their button
 * is pressed (RFC 8058), turns mails of that kind off and answers { success }; 404 for a link that is none of ours. GET, which
 * programs follow unasked to look for viruses, changes nothing and leads to the page that asks.
 */
export const handle: Handler = async (request, env) => {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const kind = searchParams.get("kind") ?? "";
  if (request.method === "GET" || request.method === "HEAD") {
    const page = `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ token, kind })}`;
    // The token stays between the mail and the page.
    return new Response(null, {
      status: 303,
      headers: { location: page, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    });
  }
  if (request.method !== "POST")
    return refuse(405, "method_not_allowed", "Use GET or POST", { allow: "GET, POST" });
  return (await turnOff(env, token, kind))
    ? answer({ success: true, message: "You will get no more of these mails" })
    : refuse(404, "not_found", "This link is not known here");
};

/** As a visitor: the token is all that it takes. */
async function turnOff(env: Environment, token: string, kind: string): Promise<boolean> {
  const response = await fetch(`${env.SUPABASE_URL}/rest/v1/rpc/unsubscribe`, {
    method: "POST",
    headers: { apikey: env.SUPABASE_ANON_KEY ?? "", "content-type": "application/json" },
    body: JSON.stringify({ _token: token, _kind: kind }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`unsubscribe answered ${response.status}`);
  return (await response.json()) === true;
}

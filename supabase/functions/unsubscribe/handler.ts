import { answer, isStorable, refuse } from "../_http/answers.ts";
import type { Environment, Handler } from "../_http/environment.ts";
import { send } from "../_http/outgoing.ts";

/**
 * The target of an email's List-Unsubscribe header (?token=...&kind=...). POST, which mail programs send when their button
 * is pressed (RFC 8058), turns email of that kind off and answers { success }; 404 for an unknown token. GET, which
 * virus scanners send, changes nothing and redirects to the confirmation page.
 */
export const handle: Handler = async (request, env) => {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const kind = searchParams.get("kind") ?? "";
  if (request.method === "GET" || request.method === "HEAD") {
    const page = `${env.SITE_URL}/unsubscribe?${new URLSearchParams({ token, kind })}`;
    // Keeps the token out of the Referer header.
    return new Response(null, {
      status: 303,
      headers: { location: page, "cache-control": "no-store", "referrer-policy": "no-referrer" },
    });
  }
  if (request.method !== "POST")
    return refuse(405, "method_not_allowed", "Use GET or POST", { allow: "GET, POST" });
  return isStorable(token + kind) && (await turnOff(env, token, kind))
    ? answer({ success: true, message: "You will get no more of these emails" })
    : refuse(404, "not_found", "This link is not valid");
};

/** Called as a visitor, because the token is sufficient. */
async function turnOff(env: Environment, token: string, kind: string): Promise<boolean> {
  const response = await send(`${env.SUPABASE_URL}/rest/v1/rpc/unsubscribe`, {
    method: "POST",
    headers: { apikey: env.SUPABASE_ANON_KEY ?? "", "content-type": "application/json" },
    body: JSON.stringify({ _token: token, _kind: kind }),
  });
  if (!response.ok) throw new Error(`unsubscribe answered ${response.status}`);
  return (await response.json()) === true;
}

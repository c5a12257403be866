import { refuse } from "../_http/answers.ts";
import type { Environment } from "../_http/environment.ts";
import { send } from "../_http/outgoing.ts";

interface Account {
  id: string;
  email?: string;
  phone?: string;
  app_metadata?: { temporary_password?: boolean };
}

/**
 * Checks that the caller owns this account and knows its password, with the limits of a sign-in. Null if so,
 * otherwise the error response.
 */
export async function unlessOwner(
  request: Request,
  env: Environment,
  userId: string,
  password: string,
): Promise<Response | null> {
  const apikey = env.SUPABASE_ANON_KEY ?? "";
  const own = await send(`${env.SUPABASE_URL}/auth/v1/user`, {
    headers: { apikey, authorization: request.headers.get("authorization") ?? "" },
  });
  if (!own.ok) return refuse(401, "session_not_found", "Your session has expired. Please log in again.");
  const account: Account = await own.json();
  if (account.id !== userId) return refuse(403, "SL003", "Unauthorized or rate limited");
  if (account.app_metadata?.temporary_password === true)
    return refuse(403, "SL017", "Choose your own password first");
  const given = account.email ? { email: account.email, password } : { phone: account.phone, password };
  const signedIn = await send(
    `${env.SUPABASE_URL}/auth/v1/token?grant_type=password`,
    { method: "POST", headers: { apikey, "content-type": "application/json" }, body: JSON.stringify(given) },
    { timeMs: 30_000 },
  );
  if (signedIn.ok) return null;
  if (signedIn.status !== 429) return refuse(403, "wrong_password", "The password is not correct");
  const limited: { msg?: string } = await signedIn.json();
  return refuse(429, "over_request_rate_limit", limited.msg ?? "Too many attempts. Please try again later.");
}

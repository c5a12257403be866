import { callAuth, unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Environment, Handler } from "../_http/environment.ts";

/** Roughly what a browser's email field accepts; the mail server decides. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MAX_LENGTH = 254;

const SENT = "Password reset email sent successfully";
/** The host gives functions OUTBOX_URL if it has no mail server. */
const KEPT =
  "No mail server is set, so the email stays in the outbox of the club's server. Give the member a temporary password instead.";

/**
 * POST { email, redirectTo } emails a password reset link for an admin. Answers { message, is_sent }: is_sent is false if
 * there is no mail server. Answers { error } if the request or the sending is refused, or no account has the address.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const email = typeof body?.email === "string" ? body.email.trim().toLowerCase() : "";
  const refused = await unlessAdmin(request, env, "admin-reset-password");
  if (refused) return refused;
  if (email === "") return refuse(400, "validation_failed", "Please enter an email address");
  if (email.length > MAX_LENGTH || !EMAIL.test(email)) {
    return refuse(400, "validation_failed", "Please enter a valid email address");
  }
  if (!(await hasAccount(env, email))) {
    return refuse(404, "user_not_found", "No account has this email address");
  }
  const redirect =
    typeof body?.redirectTo === "string" ? `?redirect_to=${encodeURIComponent(body.redirectTo)}` : "";
  const sent = await callAuth(env, "POST", `recover${redirect}`, { email });
  const isSent = !env.OUTBOX_URL;
  if (sent.ok) return answer({ message: isSent ? SENT : KEPT, is_sent: isSent });
  const limited = sent.status === 429;
  return refuse(
    limited ? 429 : 502,
    limited ? "over_email_send_rate_limit" : "unexpected_failure",
    limited
      ? "A reset email was sent a moment ago. Try again in a minute."
      : "Failed to send password reset email",
  );
};

/** Admins see the addresses of all members, so this reveals nothing to them. */
async function hasAccount(env: Environment, email: string): Promise<boolean> {
  const response = await callAuth(
    env,
    "GET",
    `admin/users?per_page=1000&filter=${encodeURIComponent(email)}`,
  );
  if (!response.ok) throw new Error(`listing users answered ${response.status}`);
  const { users }: { users: { email?: string | null }[] } = await response.json();
  return users.some((user) => user.email?.toLowerCase() === email);
}

import { callAuth, unlessAdmin } from "../_http/admin.ts";
import { answer, readObject, refuse, unlessPost } from "../_http/answers.ts";
import type { Handler } from "../_http/environment.ts";

/** Roughly what a browser's email field accepts; the mail server decides. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const MAX_LENGTH = 254;

/**
 * POST { email, redirectTo } emails a password reset link for an admin. Answers { message }, also if no account has the
 * address; { error } if the request or the sending is refused.
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
  const redirect =
    typeof body?.redirectTo === "string" ? `?redirect_to=${encodeURIComponent(body.redirectTo)}` : "";
  const sent = await callAuth(env, "POST", `recover${redirect}`, { email });
  if (sent.ok) return answer({ message: "Password reset email sent successfully" });
  const limited = sent.status === 429;
  return refuse(
    limited ? 429 : 502,
    limited ? "over_email_send_rate_limit" : "unexpected_failure",
    limited
      ? "A reset email was sent a moment ago. Try again in a minute."
      : "Failed to send password reset email",
  );
};

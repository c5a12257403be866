import type { Context } from "hono";
import type { Identifier } from "../accounts/identifiers.ts";
import { type AuthDeps, clientIp } from "../deps.ts";
import { type Attempt, enforceLimits, type Limit, perHour, refundStatement } from "../rate-limits.ts";

/**
 * Limits messages per IP address and hour and per recipient (max_frequency). Counts whether or not an account exists,
 * so that the refusal reveals nothing. A refused request takes nobody's place: the caller's limit is asked first, and
 * a refusal for the recipient does not count for the caller. Throws 429.
 */
export async function enforceMessageLimits(
  deps: AuthDeps,
  c: Context,
  purpose: string,
  to: Identifier,
  pause: number = to.kind === "email"
    ? deps.config.auth.email.max_frequency
    : deps.config.auth.sms.max_frequency,
): Promise<void> {
  const { rate_limit } = deps.config.auth;
  const byMail = to.kind === "email";
  const code = byMail ? "over_email_send_rate_limit" : "over_sms_send_rate_limit";
  const hourly: Limit = {
    ...(byMail ? perHour("email_sent", rate_limit.email_sent) : perHour("sms_sent", rate_limit.sms_sent)),
    code,
  };
  const byCaller: Attempt = { limit: hourly, subject: [clientIp(c, deps)] };
  await enforceLimits(deps.database, [byCaller]);
  if (pause <= 0) return;
  const wait: Limit = { name: `wait_${purpose}`, max: 1, seconds: pause, code };
  try {
    await enforceLimits(deps.database, [{ limit: wait, subject: [to.value] }]);
  } catch (error) {
    await deps.database.run(null, [refundStatement(byCaller)]);
    throw error;
  }
}

import type { Context } from "hono";
import type { Identifier } from "../accounts/identifiers.ts";
import { type AuthDeps, clientIp } from "../deps.ts";
import { enforceLimit, type Limit, perHour } from "../rate-limits.ts";

/**
 * Limits messages per recipient (max_frequency) and per IP address and hour. Counts whether or not an account exists,
 * so that the refusal reveals nothing. Throws 429.
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
  if (pause > 0)
    await enforceLimit(deps.database, { name: `wait_${purpose}`, max: 1, seconds: pause, code }, to.value);
  await enforceLimit(deps.database, hourly, clientIp(c, deps));
}

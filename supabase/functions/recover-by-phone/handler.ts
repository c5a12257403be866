import { callAuth } from "../_http/admin.ts";
import { answer, callerAddress, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Handler } from "../_http/environment.ts";
import { waitText } from "../_http/wait-text.ts";

/** Longer than the work takes, so that the response time does not reveal whether a number is known. */
const FLOOR_MS = 1_000;
/** The longest phone number that the sign-up accepts, with spaces and brackets. */
const MAX_LENGTH = 40;

/**
 * POST { phone, redirectTo } starts a password recovery. An account that signs in with this number gets a code by SMS. An account
 * that only has it in the profile gets the email with the link, because the number is not proven to be the member's.
 * Answers {} in the same time whether or not the number is known. The database limits calls per number and per
 * address: 429 with Retry-After.
 */
export const handle: Handler = async (request, env) => {
  const early = unlessPost(request);
  if (early) return early;
  const body = await readObject(request);
  const phone = body?.phone;
  if (typeof phone !== "string" || phone.trim() === "" || phone.length > MAX_LENGTH) {
    return refuse(400, "validation_failed", "A phone number is needed");
  }
  const floor = new Promise((done) => setTimeout(done, FLOOR_MS));
  const [row] = await callAsService(env, "begin_phone_recovery", {
    _phone: phone.trim(),
    _address: callerAddress(request),
  });
  // A refusal by the auth service is not passed on, because it would reveal that the number is known.
  if (row?.outcome === "code")
    await callAuth(env, "POST", "otp", { phone: row.recipient, create_user: false });
  if (row?.outcome === "email") {
    const redirect =
      typeof body?.redirectTo === "string" ? `?redirect_to=${encodeURIComponent(body.redirectTo)}` : "";
    await callAuth(env, "POST", `recover${redirect}`, { email: row.recipient });
  }
  await floor;
  if (row?.outcome === "limited") {
    const seconds = typeof row.retry_after_seconds === "number" ? row.retry_after_seconds : 60;
    return refuse(429, "over_request_rate_limit", `Too many attempts. Try again in ${waitText(seconds)}.`, {
      "retry-after": String(seconds),
    });
  }
  return answer({});
};

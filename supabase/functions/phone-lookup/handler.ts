import { answer, callerAddress, readObject, refuse, unlessPost } from "../_http/answers.ts";
import { callAsService } from "../_http/database.ts";
import type { Handler } from "../_http/environment.ts";
import { waitText } from "../_http/wait-text.ts";

/** Longer than the lookup takes, so that the response time does not reveal whether a number is known. */
const FLOOR_MS = 150;
/** The longest phone number that the sign-up accepts, with spaces and brackets. */
const MAX_LENGTH = 40;

/**
 * POST { phone } answers { email }: the sign-in address of the account whose profile has this number, or null. It lets
 * players who signed up by email sign in by phone. The database limits calls per number and per address: 429 with Retry-After.
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
  const [row] = await callAsService(env, "phone_lookup", {
    _phone: phone.trim(),
    _address: callerAddress(request),
  });
  await floor;
  if (row?.outcome === "limited") {
    const seconds = typeof row.retry_after_seconds === "number" ? row.retry_after_seconds : 60;
    return refuse(429, "over_request_rate_limit", `Too many attempts. Try again in ${waitText(seconds)}.`, {
      "retry-after": String(seconds),
    });
  }
  return answer({ email: typeof row?.email === "string" ? row.email : null });
};

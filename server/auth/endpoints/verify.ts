import type { Context } from "hono";
import { z } from "zod";
import { type Identifier, oneIdentifier } from "../accounts/identifiers.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { admitGuess, CODE_GUESSES, trustAddress } from "../guess-limits.ts";
import { enforceLimit, perFiveMinutes } from "../rate-limits.ts";
import { optionalText, readBody } from "../request-body.ts";
import { deviceOf, openSession } from "../sessions/sessions.ts";
import { COLUMNS, redeemCode, redeemLink, type VerificationType } from "../verification/verification.ts";

const body = z.object({
  type: optionalText,
  token: optionalText,
  token_hash: optionalText,
  email: optionalText,
  phone: optionalText,
});

/** GoTrue's message after the first of the two confirmations of an email change. */
export const ONE_OF_TWO =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/** POST /verify: a code with its email or phone, or a link's token_hash. Returns a session. */
export async function verify(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const type = verificationType(request.type);
  refuseMixed(request);
  const ip = clientIp(c, deps);
  const limit = perFiveMinutes("token_verifications", deps.config.auth.rate_limit.token_verifications);
  const address = request.token_hash ? null : addressFor(type, request);
  if (address) await admitGuess(deps.database, CODE_GUESSES, address.value, ip, [{ limit, subject: [ip] }]);
  else await enforceLimit(deps.database, limit, ip);
  const outcome = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const { user, complete } = address
      ? await redeemCode(tx, deps, type, address, request.token.replaceAll("-", ""))
      : await redeemLink(tx, deps, type, request.token_hash);
    if (!complete) return null;
    return openSession(tx, deps, user.id, "otp", deviceOf(c, deps));
  });
  if (address) await deps.database.run(null, [...trustAddress(CODE_GUESSES, address.value, ip)]);
  return c.json(outcome ?? { msg: ONE_OF_TWO, code: "200" });
}

/** A code needs its address; a token_hash must come without one. Throws validation_failed (400). */
function refuseMixed({ token, token_hash, email, phone }: z.output<typeof body>): void {
  if ((token === "") === (token_hash === "")) {
    throw new AuthError(400, "validation_failed", "Verify requires either a token or a token hash");
  }
  if (token_hash && (email || phone)) {
    throw new AuthError(400, "validation_failed", "Only the token_hash and type should be provided");
  }
}

/** Throws validation_failed (400). */
export function verificationType(text: string): VerificationType {
  if (Object.hasOwn(COLUMNS, text)) return text as VerificationType;
  throw new AuthError(
    400,
    "validation_failed",
    text ? "Unsupported verification type" : "Verify requires a verification type",
  );
}

function addressFor(type: VerificationType, request: { email: string; phone: string }): Identifier {
  if ((request.email === "") === (request.phone === "")) {
    const message = "Only an email address or phone number should be provided on verify";
    throw new AuthError(400, "validation_failed", message);
  }
  const address = oneIdentifier(request, "verify");
  const byText = type === "sms" || type === "phone_change";
  if (byText === (address.kind === "phone")) return address;
  throw new AuthError(
    400,
    "validation_failed",
    `Invalid ${address.kind === "phone" ? "sms" : "email"} verification type`,
  );
}

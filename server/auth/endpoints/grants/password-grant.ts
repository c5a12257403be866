import type { Context } from "hono";
import { z } from "zod";
import type { Statement } from "../../../database/database.ts";
import { rowObjects } from "../../../database/rows.ts";
import { type Identifier, oneIdentifier } from "../../accounts/identifiers.ts";
import { type Credentials, credentialsStatement } from "../../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { admitGuess, PASSWORD_GUESSES, takeBackGuess, trustAddress } from "../../guess-limits.ts";
import { runHook } from "../../hooks.ts";
import { perFiveMinutes } from "../../rate-limits.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { deviceOf, openSessionInOneRoundTrip } from "../../sessions/sessions.ts";

const body = z.object({ email: optionalText, phone: optionalText, password: optionalText });

/**
 * Signs in by email or phone. An unknown account takes the same work and gets the same response as a wrong password.
 */
export async function passwordGrant(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const account = oneIdentifier(request, "login.");
  refuseDisabledProvider(account, deps);
  const { database } = deps;
  const address = clientIp(c, deps);
  const limit = perFiveMinutes("sign_in_sign_ups", deps.config.auth.rate_limit.sign_in_sign_ups);
  const others = [{ limit, subject: [address] }];
  const lookup = credentialsStatement(account);
  const [user] = rowObjects<Credentials>(
    await admitGuess(database, PASSWORD_GUESSES, account.value, address, others, lookup),
  );
  const matches = await deps.passwords.matches(user?.encrypted_password ?? null, request.password);
  if (user) await runPasswordHook(deps, user, matches);
  if (!user || !matches) {
    throw new AuthError(400, "invalid_credentials", "Invalid login credentials");
  }
  const refusal = refusalOf(user, account.kind);
  if (refusal) {
    await database.run(null, takeBackGuess(PASSWORD_GUESSES, account.value, address));
    throw refusal;
  }
  const also = [
    ...trustAddress(PASSWORD_GUESSES, account.value, address),
    ...(await rehashStatements(deps, user, request.password)),
  ];
  return c.json(await openSessionInOneRoundTrip(deps, user.id, "password", deviceOf(c, deps), also));
}

/** Throws email_provider_disabled or phone_provider_disabled (422). */
function refuseDisabledProvider({ kind }: Identifier, { config }: AuthDeps): void {
  const { email, sms } = config.auth;
  if (kind === "email" && !email.enabled) {
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  }
  if (kind === "phone" && !sms.enabled) {
    throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  }
}

/** Rehashes an imported or cheaper hash while the password is known. */
async function rehashStatements(
  { passwords }: AuthDeps,
  { id, encrypted_password: stored }: Credentials,
  password: string,
): Promise<Statement[]> {
  if (stored === null || !passwords.isOutdated(stored)) return [];
  const text = `update auth.users set encrypted_password = $3 where id = $1::uuid and encrypted_password = $2`;
  return [{ text, params: [id, stored, await passwords.hash(password)] }];
}

/** Why a correct password does not open a session, or null. */
function refusalOf(user: Credentials, kind: Identifier["kind"]): AuthError | null {
  if (user.banned) return new AuthError(400, "user_banned", "User is banned");
  if (kind === "email" && !user.email_confirmed) {
    return new AuthError(400, "email_not_confirmed", "Email not confirmed");
  }
  if (kind === "phone" && !user.phone_confirmed) {
    return new AuthError(400, "phone_not_confirmed", "Phone not confirmed");
  }
  return null;
}

const REJECTED = "Further password verification attempts will be rejected.";

/**
 * Throws invalid_credentials (400) if the hook rejects the attempt. The hook may also end every session of the account.
 */
async function runPasswordHook(deps: AuthDeps, user: Credentials, valid: boolean): Promise<void> {
  if (!deps.config.auth.hook.password_verification_attempt?.enabled) return;
  // Thrown after the commit, so that the error does not roll back the ended sessions.
  const answer = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const given = await runHook(tx, deps, "password_verification_attempt", { user_id: user.id, valid });
    if (given?.decision === "reject" && given.should_logout_user === true)
      await tx.query("delete from auth.sessions where user_id = $1::uuid", [user.id]);
    return given;
  });
  if (answer?.decision !== "reject") return;
  const message = typeof answer.message === "string" && answer.message ? answer.message : REJECTED;
  throw new AuthError(400, "invalid_credentials", message);
}

import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../database/database.ts";
import { type Identifier, oneIdentifier } from "../accounts/identifiers.ts";
import {
  createAccount,
  nullIfTaken,
  refuseDisabledProvider,
  removeIfRefused,
  testCode,
  unsavedUser,
} from "../accounts/new-account.ts";
import { confirmAddress, findUser, readUser, type User } from "../accounts/users.ts";
import { audit } from "../audit.ts";
import { inConstantTime } from "../constant-time.ts";
import { AUTH_ROLE, type AuthDeps, clientIp, needsConfirmation, nowOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { knownAddress } from "../guess-limits.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail, sendSmsCode } from "../messages/messages.ts";
import { checkPasswordStrength } from "../passwords/password-rules.ts";
import { enforceLimit, perFiveMinutes } from "../rate-limits.ts";
import { requestedRedirect } from "../redirects.ts";
import { codeChallenge, metadata, optionalText, readBody } from "../request-body.ts";
import { type Challenge, readChallenge, startFlow } from "../sessions/pkce.ts";
import { deviceOf, openSession, type SessionJson } from "../sessions/sessions.ts";
import { issueToken, type Secret } from "../verification/one-time-tokens.ts";
import { signUpAnonymously } from "./signup-anonymously.ts";

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...codeChallenge,
});

interface Request {
  address: Identifier;
  passwordHash: string;
  userMetadata: Readonly<Record<string, unknown>>;
  challenge: Challenge | null;
}

/**
 * POST /signup by email or phone, or anonymously without either. Returns a session if the address needs no
 * confirmation, else the user. As in GoTrue, a taken address is only reported when confirmations are off, because then
 * it cannot be hidden.
 */
export async function signup(c: Context, deps: AuthDeps): Promise<Response> {
  const { auth } = deps.config;
  const given = await readBody(c, body);
  if (!given.email && !given.phone) return signUpAnonymously(c, deps, given.data ?? {});
  if (!auth.enable_signup)
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  if (!given.password) throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  const address = oneIdentifier(given, "signup.");
  refuseDisabledProvider(address, deps);
  checkPasswordStrength(given.password, auth);
  const challenge = readChallenge(given);
  // Tests of a project under development create many accounts.
  if (!deps.isOwners?.(c.req.raw, c.env)) {
    const limit = perFiveMinutes("sign_in_sign_ups", auth.rate_limit.sign_in_sign_ups);
    await enforceLimit(deps.database, limit, clientIp(c, deps));
  }
  // Limit and hash come before the lookup, so that the response time is the same for a known address.
  if (needsConfirmation(deps, address.kind)) await enforceMessageLimits(deps, c, "signup", address);
  const passwordHash = await deps.passwords.hash(given.password);
  const request: Request = { address, passwordHash, userMetadata: given.data ?? {}, challenge };
  return needsConfirmation(deps, address.kind)
    ? inConstantTime(() => requestConfirmation(c, deps, request))
    : signUpConfirmed(c, deps, request);
}

async function signUpConfirmed(c: Context, deps: AuthDeps, request: Request): Promise<Response> {
  const ip = clientIp(c, deps);
  const taken = new AuthError(422, "user_already_exists", "User already registered");
  if (await findUser(deps.database, request.address)) throw taken;
  const session = await nullIfTaken(deps, () =>
    deps.database.transaction(AUTH_ROLE, async (tx): Promise<SessionJson> => {
      const user = await createAccount(tx, deps, { ...request, ip });
      await rememberAddress(tx, request.address, ip);
      await confirmAddress(tx, user.id, request.address.kind);
      await audit(tx, "user_signedup", user.id, ip);
      return openSession(tx, deps, user.id, "password", deviceOf(c, deps));
    }),
  );
  if (!session) throw taken;
  return c.json(session);
}

async function requestConfirmation(c: Context, deps: AuthDeps, request: Request): Promise<Response> {
  const { address, userMetadata } = request;
  const redirectTo = requestedRedirect(c, deps);
  const existing = await findUser(deps.database, address);
  const confirmed = address.kind === "email" ? existing?.email_confirmed : existing?.phone_confirmed;
  const pending = confirmed
    ? null
    : await nullIfTaken(deps, () => makeUnconfirmed(c, deps, request, existing));
  if (!pending) {
    const now = new Date(nowOf(deps)).toISOString();
    const standIn = unsavedUser(randomUUID(), address, userMetadata);
    return c.json({ ...standIn, created_at: now, updated_at: now, confirmation_sent_at: now });
  }
  const { user, secret } = pending;
  const sent =
    address.kind === "phone"
      ? sendSmsCode(deps, user, address.value, secret.code, "sms", true)
      : sendEmail(deps, {
          template: "confirmation",
          type: "signup",
          to: address.value,
          secret,
          redirectTo,
          user,
          waits: true,
        });
  // The answer tells a confirmed account from a new one, so its time may too (docs/decisions/0032-waiting-for-carriers.md).
  await (existing ? sent : removeIfRefused(deps, user.id, sent));
  return c.json(user.json);
}

/** Strangers who guess at the new account's code then do not slow its owner down. */
async function rememberAddress(tx: Queryable, account: Identifier, ip: string): Promise<void> {
  const { text, params } = knownAddress(account.value, ip);
  await tx.query(text, params);
}

/**
 * An existing unconfirmed account keeps its password, because a second sign-up does not prove ownership of the address.
 */
function makeUnconfirmed(
  c: Context,
  deps: AuthDeps,
  request: Request,
  existing: User | null,
): Promise<{ user: User; secret: Secret }> {
  const { address, challenge } = request;
  const ip = clientIp(c, deps);
  return deps.database.transaction(AUTH_ROLE, async (tx) => {
    const { id } = existing ?? (await createAccount(tx, deps, { ...request, ip }));
    if (!existing) await rememberAddress(tx, address, ip);
    const secret = await issueToken(tx, id, {
      column: "confirmation_token",
      address: address.value,
      digits: deps.config.auth.email.otp_length,
      pkce: challenge !== null,
      ...testCode(address, deps),
    });
    await startFlow(tx, id, "email/signup", challenge);
    await audit(tx, "user_confirmation_requested", id, ip);
    return { user: await readUser(tx, id), secret };
  });
}

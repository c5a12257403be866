import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { z } from "zod";
import { DatabaseError } from "../../database/database.ts";
import { audit } from "../audit.ts";
import { codeChallenge, metadata, optionalText, readBody } from "../body.ts";
import { AUTH_ROLE, type AuthDeps, addressOf, confirms } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { runHook } from "../hooks.ts";
import { type Identifier, oneIdentifier } from "../identifiers.ts";
import { sendCode, sendLetter } from "../letters.ts";
import { count, perFiveMinutes } from "../limits.ts";
import { issueToken, type Secret } from "../one-time-tokens.ts";
import { checkPasswordStrength, hashPassword } from "../passwords.ts";
import { readChallenge, startFlow } from "../pkce.ts";
import { allowedRedirect } from "../redirects.ts";
import { refuseSoonAgain } from "../sending.ts";
import { deviceOf, openSession, type SessionJson } from "../sessions.ts";
import { confirm, findUser, insertUser, readUser, type User } from "../users.ts";

const body = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: metadata,
  ...codeChallenge,
});

/**
 * POST /signup by email or phone. Answers a session where that kind needs no confirmation, else the user; an address
 * that has an account is told so only where nothing could be hidden anyway (no confirmations), as upstream.
 */
export async function signup(c: Context, deps: AuthDeps): Promise<Response> {
  const request = await readBody(c, body);
  const { auth } = deps.config;
  if (!auth.enable_signup)
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  if (!request.email && !request.phone && !request.password) {
    throw new AuthError(422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled");
  }
  if (!request.password) throw new AuthError(400, "validation_failed", "Signup requires a valid password");
  const address = oneIdentifier(request, "signup.");
  refuseDisabled(address, deps);
  checkPasswordStrength(request.password, auth);
  const challenge = readChallenge(request);
  await count(
    deps.database,
    perFiveMinutes("sign_in_sign_ups", auth.rate_limit.sign_in_sign_ups),
    addressOf(c, deps),
  );

  // Hashed before anything is looked up: the work is the same for a known address.
  const passwordHash = await hashPassword(request.password);
  const userMetadata = request.data ?? {};
  const existing = await findUser(deps.database, address);
  if (existing && (isConfirmed(existing, address) || !confirms(deps, address.kind))) {
    return answerExisting(c, deps, address, userMetadata);
  }
  if (confirms(deps, address.kind)) await refuseSoonAgain(deps, c, "signup", address);

  const outcome = await deps.database
    .transaction(
      AUTH_ROLE,
      async (tx): Promise<{ session: SessionJson } | { user: User; secret: Secret }> => {
        const user = existing ?? (await create());
        if (!confirms(deps, address.kind)) {
          await confirm(tx, user.id, address.kind);
          await audit(tx, "user_signedup", user.id, addressOf(c, deps));
          return { session: await openSession(tx, deps, user.id, "password", deviceOf(c, deps)) };
        }
        const secret = await issueToken(tx, user.id, {
          column: "confirmation_token",
          address: address.value,
          digits: auth.email.otp_length,
          pkce: challenge !== null,
          ...testCode(address, deps),
        });
        await startFlow(tx, user.id, "email/signup", challenge);
        await audit(tx, "user_confirmation_requested", user.id, addressOf(c, deps));
        return { user: await readUser(tx, user.id), secret };

        async function create(): Promise<User> {
          const id = randomUUID();
          const email = address.kind === "email" ? address.value : null;
          const phone = address.kind === "phone" ? address.value : null;
          await runHook(tx, deps, "before_user_created", {
            metadata: {
              uuid: randomUUID(),
              time: new Date((deps.now ?? Date.now)()).toISOString(),
              name: "before-user-created",
              ip_address: addressOf(c, deps),
            },
            user: newUserJson(id, address, userMetadata),
          });
          return insertUser(tx, { id, email, phone, passwordHash, userMetadata });
        }
      },
    )
    .catch((error: unknown) => {
      // Two sign-ups at once: the second meets the first one's row.
      if (error instanceof DatabaseError && error.code === "23505" && /^users_/.test(error.constraint ?? ""))
        return null;
      if (error instanceof DatabaseError) {
        deps.log?.("sign-up", error);
        throw new AuthError(500, "unexpected_failure", "Database error saving new user");
      }
      throw error;
    });

  if (!outcome) return answerExisting(c, deps, address, userMetadata);
  if ("session" in outcome) return c.json(outcome.session);
  if (address.kind === "phone") await sendCode(deps, address.value, outcome.secret.code);
  else {
    await sendLetter(deps, {
      template: "confirmation",
      type: "signup",
      to: address.value,
      secret: outcome.secret,
      redirectTo: allowedRedirect(deps, c.req.query("redirect_to")),
      user: outcome.user,
    });
  }
  return c.json(outcome.user.json);
}

/** A fixed code for the numbers of auth.sms.test_otp. */
export function testCode(address: Identifier, deps: AuthDeps): { code: string } | Record<never, never> {
  const code = address.kind === "phone" ? deps.config.auth.sms.test_otp[address.value] : undefined;
  return code === undefined ? {} : { code };
}

export function refuseDisabled(address: Identifier, deps: AuthDeps): void {
  const { email, sms } = deps.config.auth;
  if (address.kind === "email" && !email.enable_signup) {
    throw new AuthError(400, "email_provider_disabled", "Email signups are disabled");
  }
  if (address.kind === "phone" && !sms.enable_signup) {
    throw new AuthError(400, "phone_provider_disabled", "Phone signups are disabled");
  }
}

function isConfirmed(user: User, address: Identifier): boolean {
  return address.kind === "email" ? user.email_confirmed : user.phone_confirmed;
}

function answerExisting(
  c: Context,
  deps: AuthDeps,
  address: Identifier,
  data: Record<string, unknown>,
): Response {
  if (!confirms(deps, address.kind))
    throw new AuthError(422, "user_already_exists", "User already registered");
  const now = new Date((deps.now ?? Date.now)()).toISOString();
  return c.json({
    ...newUserJson(randomUUID(), address, data),
    created_at: now,
    updated_at: now,
    confirmation_sent_at: now,
  });
}

/** A user that is not stored: what the hook is shown, and what stands in for an account that must not be revealed. */
export function newUserJson(
  id: string,
  { kind, value }: Identifier,
  data: Readonly<Record<string, unknown>>,
) {
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: kind === "email" ? value : "",
    phone: kind === "phone" ? value : "",
    app_metadata: { provider: kind, providers: [kind] },
    user_metadata: data,
    identities: [],
    created_at: "0001-01-01T00:00:00Z",
    updated_at: "0001-01-01T00:00:00Z",
    is_anonymous: false,
  };
}

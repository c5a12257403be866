import type { Context } from "hono";
import type { Queryable } from "../../database/database.ts";
import { nullIfTaken } from "../accounts/new-account.ts";
import type { User } from "../accounts/users.ts";
import { AUTH_ROLE, type AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail } from "../messages/messages.ts";
import { requestedRedirect } from "../redirects.ts";
import { deviceOf, type Method, openSession, type SessionJson } from "../sessions/sessions.ts";
import type { ExternalSignIn } from "./external-account.ts";

/** Opens a session for the account that `admit` returns. Throws its refusal after sending the confirmation email. */
export function openExternalSession(
  c: Context,
  deps: AuthDeps,
  method: Method,
  admit: (tx: Queryable) => Promise<ExternalSignIn>,
): Promise<SessionJson> {
  return admitExternal(c, deps, requestedRedirect(c, deps), admit, (tx, { id }) =>
    openSession(tx, deps, id, method, deviceOf(c, deps)),
  );
}

/**
 * Runs `admit` and, for an account that may be used, `enter` in one transaction, and returns the result of `enter`.
 * Throws the refusal after sending the confirmation email, whose link leads to `redirectTo`.
 */
export async function admitExternal<T>(
  c: Context,
  deps: AuthDeps,
  redirectTo: string,
  admit: (tx: Queryable) => Promise<ExternalSignIn>,
  enter: (tx: Queryable, user: User) => Promise<T>,
): Promise<T> {
  const attempt = () =>
    nullIfTaken(deps, () =>
      deps.database.transaction(AUTH_ROLE, async (tx) => {
        const admitted = await admit(tx);
        if (admitted.refusal) return { ...admitted, entered: null };
        return { ...admitted, entered: { result: await enter(tx, admitted.user) } };
      }),
    );
  // If two first sign-ins run at once, the second attempt finds the account that the other created.
  const outcome = (await attempt()) ?? (await attempt());
  if (outcome?.entered) return outcome.entered.result;
  if (outcome?.confirmation) await sendConfirmation(c, deps, outcome, outcome.confirmation, redirectTo);
  throw outcome?.refusal ?? new AuthError(500, "unexpected_failure", "Database error saving new user");
}

async function sendConfirmation(
  c: Context,
  deps: AuthDeps,
  { user }: ExternalSignIn,
  secret: NonNullable<ExternalSignIn["confirmation"]>,
  redirectTo: string,
): Promise<void> {
  await enforceMessageLimits(deps, c, "signup", { kind: "email", value: user.email });
  await sendEmail(deps, {
    template: "confirmation",
    type: "signup",
    to: user.email,
    secret,
    redirectTo,
    user,
  });
}

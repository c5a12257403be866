import type { Context } from "hono";
import type { Queryable } from "../../database/database.ts";
import { nullIfTaken } from "../accounts/new-account.ts";
import { AUTH_ROLE, type AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { enforceMessageLimits } from "../messages/message-limits.ts";
import { sendEmail } from "../messages/messages.ts";
import { allowedRedirect } from "../redirects.ts";
import { deviceOf, type Method, openSession, type SessionJson } from "../sessions/sessions.ts";
import type { ExternalSignIn } from "./external-account.ts";

/** Opens a session for the account that `admit` returns. Throws its refusal after sending the confirmation email. */
export async function openExternalSession(
  c: Context,
  deps: AuthDeps,
  method: Method,
  admit: (tx: Queryable) => Promise<ExternalSignIn>,
): Promise<SessionJson> {
  const attempt = () =>
    nullIfTaken(deps, () =>
      deps.database.transaction(AUTH_ROLE, async (tx) => {
        const admitted = await admit(tx);
        if (admitted.refusal) return { ...admitted, session: null };
        const session = await openSession(tx, deps, admitted.user.id, method, deviceOf(c, deps));
        return { ...admitted, session };
      }),
    );
  // If two first sign-ins run at once, the second attempt finds the account that the other created.
  const outcome = (await attempt()) ?? (await attempt());
  if (outcome?.session) return outcome.session;
  if (outcome?.confirmation) await sendConfirmation(c, deps, outcome, outcome.confirmation);
  throw outcome?.refusal ?? new AuthError(500, "unexpected_failure", "Database error saving new user");
}

async function sendConfirmation(
  c: Context,
  deps: AuthDeps,
  { user }: ExternalSignIn,
  secret: NonNullable<ExternalSignIn["confirmation"]>,
): Promise<void> {
  await enforceMessageLimits(deps, c, "signup", { kind: "email", value: user.email });
  await sendEmail(deps, {
    template: "confirmation",
    type: "signup",
    to: user.email,
    secret,
    redirectTo: allowedRedirect(deps, c.req.query("redirect_to")),
    user,
  });
}

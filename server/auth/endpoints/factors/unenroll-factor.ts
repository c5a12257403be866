import type { Context } from "hono";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { deleteFactor, factorInPath } from "../../mfa/factors.ts";
import { requireNonAnonymousSession } from "../../sessions/require-session.ts";

/** DELETE /factors/:id: removing a verified factor requires aal2, so that a stolen password is not enough. */
export async function unenrollFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const { user, aal } = await requireNonAnonymousSession(c, deps);
  const id = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const factor = await factorInPath(c, tx, user.id, true);
    if (factor.verified && aal !== "aal2") {
      throw new AuthError(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
    }
    await deleteFactor(tx, factor.id);
    await audit(tx, "factor_unenrolled", user.id, clientIp(c, deps));
    return factor.id;
  });
  return c.json({ id });
}

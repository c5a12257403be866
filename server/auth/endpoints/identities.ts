import type { Context } from "hono";
import { z } from "zod";
import { DatabaseError, type Queryable } from "../../database/database.ts";
import { updateProviders } from "../accounts/identities.ts";
import { audit } from "../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requireSession } from "../sessions/require-session.ts";
import { invalidateTokens } from "../verification/one-time-tokens.ts";
import { authorizationOf } from "./authorize.ts";

/**
 * GET /user/identities/authorize?provider=: as GET /authorize, but links the identity to the signed-in account. With
 * skip_http_redirect=true, returns `{ url }`, because a browser cannot send a token while it navigates.
 */
export async function linkIdentity(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireSession(c, deps);
  requireManualLinking(deps);
  const url = await authorizationOf(c, deps, user.id);
  return c.req.query("skip_http_redirect") === "true" ? c.json({ url }) : c.redirect(url, 302);
}

/**
 * DELETE /user/identities/:id: unlinks an identity that is not the last. Unlinking a phone identity removes the phone;
 * unlinking an email identity replaces the email with that of another identity.
 */
export async function unlinkIdentity(c: Context, deps: AuthDeps): Promise<Response> {
  const { user } = await requireSession(c, deps);
  requireManualLinking(deps);
  const id = z.uuid().safeParse(c.req.param("identityId"));
  if (!id.success) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    // Locks the account, so that concurrent requests cannot remove the last two identities.
    await tx.query("select 1 from auth.users where id = $1::uuid for update", [user.id]);
    const provider = await deletableProvider(tx, user.id, id.data);
    await tx.query("delete from auth.identities where id = $1::uuid", [id.data]);
    if (provider === "phone") {
      await tx.query("update auth.users set phone = null, phone_confirmed_at = null where id = $1::uuid", [
        user.id,
      ]);
    } else await fallBackToAnotherEmail(tx, user.id);
    await updateProviders(tx, user.id);
    await invalidateTokens(tx, user.id);
    await audit(tx, "identity_unlinked", user.id, clientIp(c, deps));
  });
  return c.json({});
}

/** Throws manual_linking_disabled (404). */
export function requireManualLinking({ config }: AuthDeps): void {
  if (config.auth.enable_manual_linking) return;
  throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
}

/** Throws single_identity_not_deletable or identity_not_found (422), in GoTrue's order. */
async function deletableProvider(tx: Queryable, userId: string, id: string): Promise<string> {
  const identities = await tx.query<{ id: string; provider: string }>(
    "select id::text, provider from auth.identities where user_id = $1::uuid",
    [userId],
  );
  if (identities.length <= 1) {
    const message = "User must have at least 1 identity after unlinking";
    throw new AuthError(422, "single_identity_not_deletable", message);
  }
  const identity = identities.find((one) => one.id === id);
  if (!identity) throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
  return identity.provider;
}

/**
 * Keeps the email if another identity still has it; otherwise falls back to the oldest remaining identity's email and
 * its verification state.
 */
async function fallBackToAnotherEmail(tx: Queryable, userId: string): Promise<void> {
  await tx
    .query(
      `with kept as (
         select email, identity_data ->> 'email_verified' = 'true' as verified from auth.identities
         where user_id = $1::uuid and email <> '' order by created_at, id
       )
       update auth.users as u set email = (select email from kept limit 1),
         email_confirmed_at = case when (select verified from kept limit 1) then clock_timestamp() end
       where u.id = $1::uuid and u.email <> '' and not exists (select 1 from kept where kept.email = u.email)`,
      [userId],
    )
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError && error.code === "23505")) throw error;
      const message = "Unable to unlink identity due to email conflict";
      throw new AuthError(422, "email_conflict_identity_not_deletable", message);
    });
}

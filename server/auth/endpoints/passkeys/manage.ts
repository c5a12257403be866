import type { Context } from "hono";
import { z } from "zod";
import { findUserById } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { deletePasskey, listPasskeys, renamePasskey, requirePasskeys } from "../../passkeys/passkeys.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { requireAdmin, requireSession } from "../../sessions/require-session.ts";
import { noSuchUser, userIdOf } from "../admin/list-users.ts";
import { requirePasskeyAal } from "./registration.ts";

const MAX_NAME = 120;

/** GET /passkeys: the caller's passkeys, oldest first. */
export async function listOwnPasskeys(c: Context, deps: AuthDeps): Promise<Response> {
  requirePasskeys(deps);
  const { user } = await requireSession(c, deps);
  return c.json(await listPasskeys(deps.database, user.id));
}

/** PATCH /passkeys/:id with `{ friendly_name }`. */
export async function renameOwnPasskey(c: Context, deps: AuthDeps): Promise<Response> {
  requirePasskeys(deps);
  const { user } = await requireSession(c, deps);
  const id = passkeyIdOf(c);
  const { friendly_name: name } = await readBody(c, z.object({ friendly_name: optionalText }));
  if (!name) throw new AuthError(400, "validation_failed", "friendly_name is required");
  if (name.length > MAX_NAME) {
    throw new AuthError(400, "validation_failed", "friendly_name must be 120 characters or less");
  }
  const renamed = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const passkey = await renamePasskey(tx, user.id, id, name);
    if (passkey) await audit(tx, "passkey_updated", user.id, clientIp(c, deps));
    return passkey;
  });
  if (!renamed) throw notFound();
  return c.json(renamed);
}

/** DELETE /passkeys/:id. */
export async function removeOwnPasskey(c: Context, deps: AuthDeps): Promise<Response> {
  requirePasskeys(deps);
  const caller = await requireSession(c, deps);
  requirePasskeyAal(caller);
  return remove(c, deps, caller.user.id);
}

/** GET /admin/users/:id/passkeys. */
export async function listPasskeysOf(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  return c.json(await listPasskeys(deps.database, await accountInPath(c, deps)));
}

/** DELETE /admin/users/:id/passkeys/:passkeyId. */
export async function removePasskeyOf(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  return remove(c, deps, await accountInPath(c, deps));
}

async function accountInPath(c: Context, deps: AuthDeps): Promise<string> {
  const user = await findUserById(deps.database, userIdOf(c));
  if (!user) throw noSuchUser();
  return user.id;
}

async function remove(c: Context, deps: AuthDeps, userId: string): Promise<Response> {
  const id = passkeyIdOf(c);
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    if (!(await deletePasskey(tx, userId, id))) throw notFound();
    await audit(tx, "passkey_deleted", userId, clientIp(c, deps));
  });
  return c.body(null, 204);
}

function passkeyIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("passkeyId"));
  if (id.success) return id.data;
  throw notFound();
}

function notFound(): AuthError {
  return new AuthError(404, "validation_failed", "Passkey not found");
}

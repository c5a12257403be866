import type { Context } from "hono";
import { z } from "zod";
import { findUserById } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { deleteFactor, factorInPath, factorsOf } from "../../mfa/factors.ts";
import { optionalText, readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { noSuchUser, userIdOf } from "./list-users.ts";

const body = z.object({ friendly_name: optionalText });

/** GET /admin/users/:id/factors: returns a plain array, as GoTrue does. */
export async function listFactors(c: Context, deps: AuthDeps): Promise<Response> {
  const userId = await accountInPath(c, deps);
  const factors = await factorsOf(deps.database, userId);
  return c.json(factors.map(({ json }) => json));
}

/** PUT /admin/users/:id/factors/:factorId: renames a factor. */
export async function renameFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const userId = await accountInPath(c, deps);
  const { friendly_name } = await readBody(c, body);
  const factor = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const { id } = await factorInPath(c, tx, userId, true);
    if (friendly_name) {
      await tx.query(
        "update auth.mfa_factors set friendly_name = $2, updated_at = clock_timestamp() where id = $1::uuid",
        [id, friendly_name],
      );
    }
    return factorInPath(c, tx, userId);
  });
  return c.json(factor.json);
}

/** DELETE /admin/users/:id/factors/:factorId, for users who lost the device. Returns the deleted factor. */
export async function removeFactor(c: Context, deps: AuthDeps): Promise<Response> {
  const userId = await accountInPath(c, deps);
  const factor = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const found = await factorInPath(c, tx, userId, true);
    await deleteFactor(tx, found.id);
    await audit(tx, "factor_deleted", userId, clientIp(c, deps));
    return found;
  });
  return c.json(factor.json);
}

async function accountInPath(c: Context, deps: AuthDeps): Promise<string> {
  await requireAdmin(c, deps);
  const user = await findUserById(deps.database, userIdOf(c));
  if (!user) throw noSuchUser();
  return user.id;
}

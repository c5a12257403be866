import type { Context } from "hono";
import { z } from "zod";
import { softDelete } from "../../accounts/soft-delete.ts";
import { findStoredUser } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { noSuchUser, userIdOf } from "./list-users.ts";

const body = z.object({ should_soft_delete: z.boolean().nullish() });

/**
 * DELETE /admin/users/:id: deletes the account and everything that references it, or only its personal data if
 * should_soft_delete is set.
 */
export async function deleteUser(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const id = userIdOf(c);
  const { should_soft_delete: softly } = await readBody(c, body);
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    if (!(await findStoredUser(tx, id))) throw noSuchUser();
    if (softly) await softDelete(tx, id);
    else await tx.query("delete from auth.users where id = $1::uuid", [id]);
    await audit(tx, "user_deleted", id, clientIp(c, deps));
  });
  return c.json({});
}

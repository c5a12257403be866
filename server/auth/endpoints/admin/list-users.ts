import type { Context } from "hono";
import { z } from "zod";
import { findStoredUser, type UserJson } from "../../accounts/users.ts";
import type { AuthDeps } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { requestedPage } from "./paging.ts";

/**
 * GET /admin/users?page&per_page&filter: newest first, soft-deleted accounts included. `filter` matches part of the
 * email or full name. Sends x-total-count and link headers in GoTrue's form.
 */
export async function listUsers(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const page = requestedPage(c);
  const matching = `from auth.users as u where $1 = '' or strpos(u.email, $1) > 0
    or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0`;
  const filter = c.req.query("filter") ?? "";
  const [counted] = await deps.database.query<{ total: number }>(
    `select count(*)::int as total ${matching}`,
    [filter],
  );
  const rows = await deps.database.query<{ json: UserJson }>(
    `select host.user_json(u) as json ${matching} order by u.created_at desc, u.id limit $2::bigint offset $3::bigint`,
    [filter, ...page.range],
  );
  page.answer(counted?.total ?? 0);
  return c.json({ users: rows.map((row) => row.json), aud: "authenticated" });
}

/** GET /admin/users/:id, soft-deleted or not. */
export async function getUserById(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const json = await findStoredUser(deps.database, userIdOf(c));
  if (!json) throw noSuchUser();
  return c.json(json);
}

/** Reads the id in the path. Throws validation_failed (404), as GoTrue does. */
export function userIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}

/** user_not_found (404). */
export function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

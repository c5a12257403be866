import type { Context } from "hono";
import { z } from "zod";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { requireAdmin } from "../signed-in.ts";
import { findStoredUser, type UserJson } from "../users.ts";

const MOST_PER_PAGE = 1000;
const PER_PAGE = 50;

/**
 * GET /admin/users?page&per_page&filter: newest first, those that were soft-deleted too. `filter` is part of the email
 * or full name. x-total-count and link as upstream writes them.
 */
export async function listUsers(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const page = positive(c, "page", 1);
  const size = Math.min(positive(c, "per_page", PER_PAGE), MOST_PER_PAGE);
  const matching = `from auth.users as u where $1 = '' or strpos(u.email, $1) > 0
    or strpos(lower(u.raw_user_meta_data ->> 'full_name'), lower($1)) > 0`;
  const filter = c.req.query("filter") ?? "";
  const [counted] = await deps.database.query<{ total: number }>(
    `select count(*)::int as total ${matching}`,
    [filter],
  );
  const rows = await deps.database.query<{ json: UserJson }>(
    `select host.user_json(u) as json ${matching} order by u.created_at desc, u.id limit $2::bigint offset $3::bigint`,
    [filter, String(size), String((page - 1) * size)],
  );
  const total = counted?.total ?? 0;
  c.header("x-total-count", String(total));
  c.header("link", linkHeader(c, page, Math.ceil(total / size)));
  return c.json({ users: rows.map((row) => row.json), aud: "authenticated" });
}

/** GET /admin/users/:id, soft-deleted or not. */
export async function getUserById(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const json = await findStoredUser(deps.database, userIdOf(c));
  if (!json) throw noSuchUser();
  return c.json(json);
}

/** The id in the path. Throws validation_failed (404), as upstream. */
export function userIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}

/** user_not_found (404). */
export function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

/** The client sends an empty parameter for one that was not given. Throws validation_failed (400). */
function positive(c: Context, name: string, standard: number): number {
  const text = c.req.query(name) ?? "";
  if (text === "") return standard;
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number > 0) return number;
  throw new AuthError(400, "validation_failed", `Bad Pagination Parameters: ${name} must be greater than 0`);
}

/** The client reads a page number right after the first `=`, so `page` comes before `per_page`, as upstream sorts them. */
function linkHeader(c: Context, page: number, last: number): string {
  const { pathname, searchParams } = new URL(c.req.url);
  const to = (number: number, rel: string) => {
    searchParams.set("page", String(number));
    searchParams.sort();
    return `<${pathname}?${searchParams}>; rel="${rel}"`;
  };
  return [...(page < last ? [to(page + 1, "next")] : []), to(last, "last")].join(", ");
}

import type { Context } from "hono";
import { z } from "zod";
import { DatabaseError } from "../../database/database.ts";
import { audit } from "../audit.ts";
import { metadata, optionalText, readBody } from "../body.ts";
import { AUTH_ROLE, type AuthDeps, addressOf } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { normalEmail, normalPhone } from "../identifiers.ts";
import { checkPasswordStrength, hashPassword } from "../passwords.ts";
import { requireAdmin } from "../signed-in.ts";
import { confirm, findUser, findUserById, insertUser, readUser, type UserJson } from "../users.ts";

const body = z.object({
  id: z.uuid().optional(),
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  email_confirm: z.boolean().default(false),
  phone_confirm: z.boolean().default(false),
  user_metadata: metadata,
  app_metadata: metadata,
});

/** POST /admin/users: an account, confirmed at once where asked. No session, no mail, no hook, as upstream. */
export async function createUser(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const request = await readBody(c, body);
  const email = request.email ? normalEmail(request.email) : null;
  const phone = request.phone ? normalPhone(request.phone) : null;
  if (!email && !phone) {
    throw new AuthError(400, "validation_failed", "Cannot create a user without either an email or phone");
  }
  if (request.password) checkPasswordStrength(request.password, deps.config.auth);
  if (email && (await findUser(deps.database, { kind: "email", value: email }))) throw taken("email");
  if (phone && (await findUser(deps.database, { kind: "phone", value: phone }))) throw taken("phone");
  const passwordHash = request.password ? await hashPassword(request.password) : null;
  const user = await deps.database
    .transaction(AUTH_ROLE, async (tx) => {
      const created = await insertUser(tx, {
        ...(request.id ? { id: request.id } : {}),
        email,
        phone,
        passwordHash,
        userMetadata: request.user_metadata ?? {},
        appMetadata: request.app_metadata ?? {},
      });
      if (email && request.email_confirm) await confirm(tx, created.id, "email");
      if (phone && request.phone_confirm) await confirm(tx, created.id, "phone");
      await audit(tx, "user_signedup", created.id, addressOf(c, deps));
      return readUser(tx, created.id);
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) throw error;
      if (error.constraint === "users_email_partial_key") throw taken("email");
      if (error.constraint === "users_phone_key") throw taken("phone");
      deps.log?.("admin create user", error);
      throw new AuthError(500, "unexpected_failure", "Database error creating new user");
    });
  return c.json(user.json);
}

/** GET /admin/users?page&per_page: newest first, with upstream's x-total-count and link headers. */
export async function listUsers(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const page = positive(c.req.query("page"), 1);
  const size = Math.min(positive(c.req.query("per_page"), 50), 1000);
  const rows = await deps.database.query<{ json: UserJson; total: number }>(
    `select host.user_json(u) as json, total::int from (
       select users as u, count(*) over () as total, created_at from auth.users where deleted_at is null
       order by created_at desc, id limit $1::int offset $2::int
     ) as page`,
    [String(size), String((page - 1) * size)],
  );
  const total = rows[0]?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) =>
    `<${new URL(c.req.url).pathname}?page=${to}&per_page=${size}>; rel="${rel}"`;
  c.header("x-total-count", String(total));
  c.header("link", [...(page < last ? [link(page + 1, "next")] : []), link(last, "last")].join(", "));
  return c.json({ users: rows.map((row) => row.json), aud: "authenticated" });
}

/** GET /admin/users/:id */
export async function getUserById(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const user = await findUserById(deps.database, userIdOf(c));
  if (!user) throw noSuchUser();
  return c.json(user.json);
}

/** DELETE /admin/users/:id: the account with everything that refers to it by cascade. */
export async function deleteUser(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const id = userIdOf(c);
  await deps.database.transaction(AUTH_ROLE, async (tx) => {
    const rows = await tx.query("delete from auth.users where id = $1::uuid returning id::text", [id]);
    if (rows.length === 0) throw noSuchUser();
    await audit(tx, "user_deleted", id, addressOf(c, deps));
  });
  return c.json({});
}

/** The id in the path. Throws validation_failed (404), as upstream. */
export function userIdOf(c: Context): string {
  const id = z.uuid().safeParse(c.req.param("id"));
  if (!id.success) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return id.data;
}

function positive(text: string | undefined, standard: number): number {
  const number = Number(text ?? standard);
  return Number.isInteger(number) && number > 0 ? number : standard;
}

/** user_not_found (404). */
export function noSuchUser(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}

function taken(kind: "email" | "phone"): AuthError {
  const what = kind === "email" ? "email address" : "phone number";
  return new AuthError(422, `${kind}_exists`, `A user with this ${what} has already been registered`);
}

import type { Context } from "hono";
import { z } from "zod";
import { DatabaseError, isOutage } from "../../../database/database.ts";
import { ban, banDuration } from "../../accounts/bans.ts";
import { normalEmail, normalPhone } from "../../accounts/identifiers.ts";
import { confirmAddress, findUser, insertUser, readUser, setRole } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { AuthError } from "../../errors.ts";
import { hashGivenPassword } from "../../passwords/password-rules.ts";
import { readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { userFields } from "./user-fields.ts";

const body = z.object({ id: z.uuid().optional(), ...userFields });

/**
 * POST /admin/users: creates an account, confirmed if requested. Opens no session, sends no message and runs no hook,
 * as in GoTrue.
 */
export async function createUser(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const request = await readBody(c, body);
  const email = request.email ? normalEmail(request.email) : null;
  const phone = request.phone ? normalPhone(request.phone) : null;
  if (!email && !phone) {
    throw new AuthError(400, "validation_failed", "Cannot create a user without either an email or phone");
  }
  const banned = banDuration(request.ban_duration);
  if (email && (await findUser(deps.database, { kind: "email", value: email }))) throw taken("email");
  if (phone && (await findUser(deps.database, { kind: "phone", value: phone }))) throw taken("phone");
  const passwordHash = await hashGivenPassword(request, deps.passwords, deps.config.auth);
  const user = await deps.database
    .transaction(AUTH_ROLE, async (tx) => {
      const created = await insertUser(tx, {
        ...(request.id ? { id: request.id } : {}),
        email,
        phone,
        passwordHash,
        userMetadata: request.user_metadata ?? {},
        byAdmin: true,
        appMetadata: request.app_metadata ?? {},
      });
      if (request.role) await setRole(tx, created.id, request.role);
      if (email && request.email_confirm) await confirmAddress(tx, created.id, "email", false);
      if (phone && request.phone_confirm) await confirmAddress(tx, created.id, "phone", false);
      if (banned !== null) await ban(tx, created.id, banned);
      await audit(tx, "user_signedup", created.id, clientIp(c, deps));
      return readUser(tx, created.id);
    })
    .catch((error: unknown) => {
      if (!(error instanceof DatabaseError) || isOutage(error)) throw error;
      if (error.constraint === "users_email_partial_key") throw taken("email");
      if (error.constraint === "users_phone_key") throw taken("phone");
      deps.log?.("admin create user", error);
      throw new AuthError(500, "unexpected_failure", "Database error creating new user");
    });
  return c.json(user.json);
}

function taken(kind: "email" | "phone"): AuthError {
  const what = kind === "email" ? "email address" : "phone number";
  return new AuthError(422, `${kind}_exists`, `A user with this ${what} has already been registered`);
}

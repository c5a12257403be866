import type { Context } from "hono";
import { z } from "zod";
import type { Queryable } from "../../../database/database.ts";
import { ban, banDuration } from "../../accounts/bans.ts";
import { normalEmail, normalPhone } from "../../accounts/identifiers.ts";
import { confirmAddress, findUserById, mergeMetadata, readUser, setRole } from "../../accounts/users.ts";
import { audit } from "../../audit.ts";
import { AUTH_ROLE, type AuthDeps, clientIp } from "../../deps.ts";
import { hashGivenPassword } from "../../passwords/password-rules.ts";
import { readBody } from "../../request-body.ts";
import { requireAdmin } from "../../sessions/require-session.ts";
import { setAddress } from "../../verification/address-change.ts";
import { invalidateTokens } from "../../verification/one-time-tokens.ts";
import { noSuchUser, userIdOf } from "./list-users.ts";
import { userFields } from "./user-fields.ts";

const body = z.object(userFields);
type Change = z.output<typeof body>;

/**
 * PUT /admin/users/:id: applies the given changes immediately. `ban_duration` is a Go duration ("24h"), or "none" to
 * lift the ban.
 */
export async function updateUserById(c: Context, deps: AuthDeps): Promise<Response> {
  await requireAdmin(c, deps);
  const id = userIdOf(c);
  const change = await readBody(c, body);
  const banned = banDuration(change.ban_duration);
  const passwordHash = await hashGivenPassword(change, deps.passwords, deps.config.auth);
  const user = await deps.database.transaction(AUTH_ROLE, async (tx) => {
    if (!(await findUserById(tx, id, true))) throw noSuchUser();
    await changeAddresses(tx, id, change);
    if (passwordHash) {
      await tx.query("update auth.users set encrypted_password = $2 where id = $1::uuid", [id, passwordHash]);
      await invalidateTokens(tx, id);
      await tx.query("delete from auth.sessions where user_id = $1::uuid", [id]);
    }
    if (change.user_metadata) await mergeMetadata(tx, id, "raw_user_meta_data", change.user_metadata);
    if (change.app_metadata) await mergeMetadata(tx, id, "raw_app_meta_data", change.app_metadata);
    if (change.role) await setRole(tx, id, change.role);
    if (banned !== null) await ban(tx, id, banned);
    await audit(tx, "user_modified", id, clientIp(c, deps));
    return readUser(tx, id);
  });
  return c.json(user.json);
}

/** As in GoTrue, a new address keeps the confirmation state of the old one unless the admin confirms it. */
async function changeAddresses(tx: Queryable, id: string, change: Change): Promise<void> {
  const email = change.email ? normalEmail(change.email) : null;
  const phone = change.phone ? normalPhone(change.phone) : null;
  if (email) await setAddress(tx, id, { kind: "email", value: email });
  if (phone) await setAddress(tx, id, { kind: "phone", value: phone });
  if (change.email_confirm) await confirmAddress(tx, id, "email");
  if (change.phone_confirm) await confirmAddress(tx, id, "phone");
}

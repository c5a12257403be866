import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { AdminPlayerRow } from "../../../../backend/types/admin-rows.ts";
import type { HelperRole } from "../../../../session/roles.ts";
import { explainLastAdmin } from "./last-admin.ts";

/** Gives the role to a member, or takes it away. */
export function setHelperRole(userId: string, role: HelperRole, hasIt: boolean): Promise<boolean> {
  return dataOf(backend().rest.rpc("set_helper_role", { _user_id: userId, _role: role, _has_it: hasIt }));
}

/** Grants or revokes the admin role. Refused for the last admin (SL007). */
export async function setAdmin(player: AdminPlayerRow, isAdmin: boolean): Promise<void> {
  await explainLastAdmin(
    dataOf(backend().rest.rpc("set_admin_role", { _user_id: player.user_id, _is_admin: isAdmin })),
  );
}

import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import type { HelperRole } from "../../../../session/roles.ts";

/** Gives the role to a member, or takes it away. */
export function setHelperRole(userId: string, role: HelperRole, hasIt: boolean): Promise<boolean> {
  return dataOf(backend().rest.rpc("set_helper_role", { _user_id: userId, _role: role, _has_it: hasIt }));
}

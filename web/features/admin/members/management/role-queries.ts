import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { HelperRole } from "../../../../session/roles.ts";

/** The roles of a member. */
export const rolesOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "roles", userId],
    queryFn: async () =>
      (await dataOf(backend().rest.from("user_roles").select("role").eq("user_id", userId))).map(
        ({ role }) => role,
      ),
  });

/** Gives the role to a member, or takes it away. */
export function setHelperRole(userId: string, role: HelperRole, hasIt: boolean): Promise<boolean> {
  return dataOf(backend().rest.rpc("set_helper_role", { _user_id: userId, _role: role, _has_it: hasIt }));
}

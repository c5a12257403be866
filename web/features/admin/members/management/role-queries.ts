import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { type HelperRole, helperRoles } from "../../../../session/roles.ts";

/** The roles of all helpers, by their ids. A club has few. */
export const helpers = queryOptions({
  queryKey: [subject.dashboard, "helpers"],
  queryFn: async () => {
    const rows = await dataOf(
      backend()
        .rest.from("user_roles")
        .select("user_id,role")
        .in("role", [...helperRoles]),
    );
    const roles = new Map<string, HelperRole[]>();
    for (const role of helperRoles)
      for (const row of rows)
        if (row.role === role) roles.set(row.user_id, [...(roles.get(row.user_id) ?? []), role]);
    return roles;
  },
});

/** Gives the role to a member, or takes it away. */
export function setHelperRole(userId: string, role: HelperRole, hasIt: boolean): Promise<boolean> {
  return dataOf(backend().rest.rpc("set_helper_role", { _user_id: userId, _role: role, _has_it: hasIt }));
}

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The roles of a member. */
export const rolesOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.dashboard, "roles", userId],
    queryFn: async () =>
      (await dataOf(backend().rest.from("user_roles").select("role").eq("user_id", userId))).map(
        ({ role }) => role,
      ),
  });

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { onDevice } from "../../../backend/queries/query-meta.ts";

/** The identities of the player's account: its email, its phone number and those of providers. */
export const identitiesOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId, "identities"],
    meta: onDevice,
    queryFn: async () => {
      const { data, error } = await (await backend().auth()).getUserIdentities();
      if (error) throw error;
      return data.identities;
    },
  });

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../backend/connection/client.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { onDevice } from "../../../backend/queries/query-meta.ts";

/** The player's passkeys, oldest first. */
export const passkeysOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.profile, userId, "passkeys"],
    meta: onDevice,
    queryFn: async () => {
      const { data, error } = await (await backend().auth()).passkey.list();
      if (error) throw error;
      return data;
    },
  });

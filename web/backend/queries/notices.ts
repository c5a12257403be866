import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";

/**
 * The club's texts, contact and age; null for a club without any. The page has them from its configuration, and asks again only
 * after they have changed.
 */
export const notices = () =>
  queryOptions({
    // not a text: a key
    queryKey: [subject.settings, "notices"],
    // The page that the device keeps has them.
    meta: { isOnDevice: false },
    initialData: backend().config.notices ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => dataOf(backend().rest.rpc("club_notices")),
  });

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";

/** The matches of each competition's next round, in order of their locks. Visible to everyone. */
export const nextMatches = queryOptions({
  queryKey: [subject.matches, "next"],
  queryFn: () => dataOf(backend().rest.rpc("next_rounds", {}, { get: true })),
});

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";

/** The numbers of a player's championships, won matchdays and months, and records. */
export const honoursOf = (userId: string) =>
  queryOptions({
    queryKey: [subject.progress, userId, "honours"],
    queryFn: async () => (await dataOf(backend().rest.rpc("honours_of", { _user_id: userId })))[0] ?? null,
  });

import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";

/** Closes a group. Resolves to the id with which it can be undone. */
export const closeGroup = (id: string) =>
  dataOf(backend().rest.rpc("close_group", { _group_id: id })) as Promise<string | null>;

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";

/** The link of the screen for the bar; null while it is closed. */
export const screenLink = queryOptions({
  // not a text: a key
  queryKey: [subject.settings, "bar screen"],
  queryFn: async () => (await dataOf(backend().rest.rpc("bar_screen_link")))[0] ?? null,
});

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { codeOf } from "../../backend/connection/error-kinds.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";

/** Each change of a match loads the screen again. What else may change (a new link, names, a new name) waits this long. */
const refreshEvery = 60_000;

/** What the screen with this secret part of its link shows. */
export const barScreen = (token: string) =>
  queryOptions({
    // not a text: a key
    queryKey: [subject.matches, "bar screen", token],
    meta: { isDated: true, isOutdatedBy: (_, kind) => kind !== "details" },
    queryFn: () => dataOf(backend().rest.rpc("bar_screen", { _token: token })),
    refetchInterval: ({ state }) => !isLinkOver(state.error) && refreshEvery,
  });

/** Whether the link does not work, or no longer. */
export function isLinkOver(error: unknown): boolean {
  return codeOf(error) === "PT404";
}

import { queryOptions } from "@tanstack/react-query";
import { nextIdleTurn } from "../../browser/when-idle.ts";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** Which pages have something to show, which those of an empty club have not. */
export interface ClubPages {
  groups: boolean;
  /** Also the leaderboards of matchdays and months. */
  honours: boolean;
}

const storageKey = "club-pages";

/**
 * The pages that the navigation offers beside those that every club has. Asked when the browser is idle, and never again on
 * this device once the club has all of them.
 */
export const clubPages = queryOptions({
  queryKey: [subject.clubPages],
  meta: onDevice,
  queryFn: async (): Promise<ClubPages> => {
    await nextIdleTurn();
    const [pages = { groups: false, honours: false }] = await dataOf(backend().rest.rpc("club_pages"));
    rememberPages(pages);
    return pages;
  },
  initialData: rememberedPages,
  staleTime: ({ state }) => (state.data?.groups && state.data.honours ? Number.POSITIVE_INFINITY : 0),
});

/** The pages at the last visit, stored as "groups honours"; undefined at the first. */
function rememberedPages(): ClubPages | undefined {
  try {
    const stored = localStorage.getItem(storageKey)?.split(" ");
    return stored && { groups: stored.includes("groups"), honours: stored.includes("honours") };
  } catch {
    // Without storage the page asks.
    return undefined;
  }
}

function rememberPages({ groups, honours }: ClubPages): void {
  try {
    localStorage.setItem(storageKey, `${groups ? "groups" : ""} ${honours ? "honours" : ""}`);
  } catch {
    // The next visit asks again.
  }
}

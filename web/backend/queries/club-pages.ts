import { queryOptions } from "@tanstack/react-query";
import { nextIdleTurn } from "../../browser/when-idle.ts";
import { backend } from "../connection/client.ts";
import { dataOf } from "../connection/response.ts";
import { deviceNow } from "../connection/server-clock.ts";
import { subject } from "./query-keys.ts";
import { onDevice } from "./query-meta.ts";

/** Which pages have something to show, which those of an empty club have not. */
export interface ClubPages {
  groups: boolean;
  /** Also the leaderboards of matchdays and months. */
  honours: boolean;
  divisions: boolean;
  cup: boolean;
  last_standing: boolean;
  prizes: boolean;
}

const storageKey = "club-pages";
/** Groups and honours stay; divisions, the cup and games come and go, which a visit may learn this much later. */
const hour = 3_600_000;

/**
 * The pages that the navigation offers beside those that every club has. Asked when the browser is idle, and at most once an hour
 * on this device once the club has those that stay.
 */
export const clubPages = queryOptions({
  queryKey: [subject.clubPages],
  meta: onDevice,
  queryFn: async (): Promise<ClubPages> => {
    await nextIdleTurn();
    const [pages = pagesIn([])] = await dataOf(backend().rest.rpc("club_pages"));
    rememberPages(pages);
    return pages;
  },
  initialData: () => remembered()?.pages,
  initialDataUpdatedAt: () => remembered()?.at,
  staleTime: ({ state }) => (state.data?.groups && state.data.honours ? hour : 0),
});

/** The pages of these names. */
function pagesIn(names: readonly string[]): ClubPages {
  const has = (page: keyof ClubPages) => names.includes(page);
  return {
    groups: has("groups"),
    honours: has("honours"),
    divisions: has("divisions"),
    cup: has("cup"),
    last_standing: has("last_standing"),
    prizes: has("prizes"),
  };
}

/** The pages at the last visit and its time, stored as "groups honours 1796000000000"; undefined at the first. */
function remembered(): { pages: ClubPages; at: number } | undefined {
  try {
    const stored = localStorage.getItem(storageKey)?.split(" ");
    if (!stored) return undefined;
    return { pages: pagesIn(stored), at: Number(stored.at(-1)) || 0 };
  } catch {
    // Without storage the page asks.
    return undefined;
  }
}

function rememberPages(pages: ClubPages): void {
  try {
    const names = Object.entries(pages).flatMap(([name, has]) => (has ? name : []));
    localStorage.setItem(storageKey, [...names, deviceNow()].join(" "));
  } catch {
    // The next visit asks again.
  }
}

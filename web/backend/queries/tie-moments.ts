import { serverNow } from "../connection/server-clock.ts";
import type { DivisionFixtureRow, TieMatchRow } from "../types/division-rows.ts";
import { pointsIn, type QueryMeta } from "./query-meta.ts";

/** Matchdays settle by a job, each minute. */
const settling = 60_000;
/** So that not all pages ask in the same second. */
const spread = 20_000;
const longest = 86_400_000;

/** Milliseconds until the next of these moments, and a little longer. */
function untilNext(moments: readonly (string | null)[], delay = 0): number | false {
  const left = moments
    .map((moment) => (moment === null ? 0 : Date.parse(moment) + delay - serverNow()))
    .filter((ms) => ms > 0);
  return left.length === 0 ? false : Math.min(...left, longest) + Math.random() * spread;
}

/** A matchday begins and settles without a change of a match. */
export const untilNextMatchday = (
  matchdays: readonly Pick<DivisionFixtureRow, "state" | "starts_at" | "settles_at">[] = [],
) =>
  untilNext(
    matchdays.map(({ state, starts_at, settles_at }) => (state === "upcoming" ? starts_at : settles_at)),
    settling,
  );

/** When the matches of the member's tie are loaded again. The opponent's picks appear at the locks. */
export const readsOwnTie = (league: string | null) => ({
  meta: {
    ...pointsIn(league),
    isOutdatedBy: (change, kind) =>
      kind !== "details" && (pointsIn(league).isOutdatedBy?.(change, "result") ?? true),
  } satisfies QueryMeta,
  refetchInterval: ({ state }: { state: { data?: readonly TieMatchRow[] | undefined } }) =>
    untilNext((state.data ?? []).map(({ locks_at }) => locks_at)),
});

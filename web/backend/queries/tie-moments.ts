import type { DivisionFixtureRow, TieMatchRow } from "../types/division-rows.ts";
import { pointsIn, type QueryMeta } from "./query-meta.ts";
import { jobDelay, untilNext } from "./until-next.ts";

/** A matchday begins and settles without a change of a match. */
export const untilNextMatchday = (
  matchdays: readonly Pick<DivisionFixtureRow, "state" | "starts_at" | "settles_at">[] = [],
) =>
  untilNext(
    matchdays.map(({ state, starts_at, settles_at }) => (state === "upcoming" ? starts_at : settles_at)),
    jobDelay,
  );

/** For the matches of the member's tie, which also change when they begin and end. */
export const tieIn = (league: string | null) =>
  ({
    ...pointsIn(league),
    isOutdatedBy: (change, kind) =>
      kind !== "details" && (pointsIn(league).isOutdatedBy?.(change, "result") ?? true),
  }) satisfies QueryMeta;

/** The opponent's picks appear at the locks. */
export const untilNextLock = (matches: readonly TieMatchRow[] = []) =>
  untilNext(matches.map(({ locks_at }) => locks_at));

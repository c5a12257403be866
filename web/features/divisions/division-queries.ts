import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { serverNow } from "../../backend/connection/server-clock.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { pointsIn, type QueryMeta } from "../../backend/queries/query-meta.ts";
import { joined } from "../../backend/requests/read-together.ts";
import type {
  DivisionFixtureRow,
  DivisionsRow,
  DivisionTableRow,
} from "../../backend/types/division-rows.ts";

/** One division: its table, best first, and all its ties by matchday. */
export interface Division {
  table: DivisionTableRow[];
  fixtures: DivisionFixtureRow[];
}

/** What the club plays, with the member's division, or the first; null without a draw. */
export interface OwnDivision extends Division {
  club: DivisionsRow;
}

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
const untilNextMatchday = (fixtures: readonly DivisionFixtureRow[] = []) =>
  untilNext(
    fixtures.map(({ state, starts_at, settles_at }) => (state === "upcoming" ? starts_at : settles_at)),
    settling,
  );

async function readDivision(division: number | null): Promise<Division> {
  const asked = division === null ? {} : { _division: division };
  const [table, fixtures] = await Promise.all([
    dataOf(joined(backend().rest.rpc("division_table", asked))),
    dataOf(joined(backend().rest.rpc("division_fixtures", asked))),
  ]);
  return { table, fixtures };
}

/** `league` is null until it is known. */
export const ownDivision = (league: string | null) =>
  queryOptions({
    queryKey: [subject.divisions, "own"],
    meta: pointsIn(league),
    refetchInterval: ({ state }) => untilNextMatchday(state.data?.fixtures),
    queryFn: async (): Promise<OwnDivision | null> => {
      const [[club], division] = await Promise.all([
        dataOf(joined(backend().rest.rpc("divisions"))),
        readDivision(null),
      ]);
      return club ? { club, ...division } : null;
    },
  });

export const divisionNumbered = (division: number, league: string | null) =>
  queryOptions({
    queryKey: [subject.divisions, division],
    meta: pointsIn(league),
    refetchInterval: ({ state }) => untilNextMatchday(state.data?.fixtures),
    queryFn: () => readDivision(division),
  });

/** The matches of the member's tie. The opponent's picks appear at the locks. */
export const ownTie = (league: string | null) =>
  queryOptions({
    queryKey: [subject.divisions, "tie"],
    meta: {
      ...pointsIn(league),
      isOutdatedBy: (change, kind) =>
        kind !== "details" && (pointsIn(league).isOutdatedBy?.(change, "result") ?? true),
    } satisfies QueryMeta,
    refetchInterval: ({ state }) => untilNext((state.data ?? []).map(({ locks_at }) => locks_at)),
    queryFn: () => dataOf(joined(backend().rest.rpc("division_tie"))),
  });

import { queryOptions } from "@tanstack/react-query";
import { backend } from "../../backend/connection/client.ts";
import { dataOf } from "../../backend/connection/response.ts";
import { subject } from "../../backend/queries/query-keys.ts";
import { pointsIn } from "../../backend/queries/query-meta.ts";
import { tieIn, untilNextLock, untilNextMatchday } from "../../backend/queries/tie-moments.ts";
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
    meta: tieIn(league),
    refetchInterval: ({ state }) => untilNextLock(state.data),
    queryFn: () => dataOf(joined(backend().rest.rpc("division_tie"))),
  });

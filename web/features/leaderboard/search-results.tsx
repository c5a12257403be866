import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import * as words from "#words/leaderboard";
import { formOf } from "../../backend/queries/form-and-crowd.ts";
import type { LeaderboardRow } from "../../backend/types/rows.ts";
import { LeaderboardHead, LeaderboardTableRow } from "../../football/leaderboard/leaderboard-figures.tsx";
import { useSession } from "../../session/session-store.ts";
import { EmptyState } from "../../ui/loading/empty-state.tsx";
import { FailedQueries } from "../../ui/loading/failure.tsx";
import { FirstOnly } from "../../ui/loading/first-only.tsx";
import { mostFound, pointsPerMatch } from "./leaderboard-queries.ts";
import { usePlayerSheetLink } from "./player-sheet-link.ts";
import { useQuestionPoints } from "./questions/use-question-points.ts";

interface Props {
  league: string;
  name: string;
  found: UseQueryResult<LeaderboardRow[] | null>;
  /** Whether the club shows points per match since joining. */
  perMatch: boolean;
}

/** The players whose name contains `name`, best first. */
export function SearchResults({ league, name, found, perMatch }: Props) {
  const { user } = useSession();
  const sheetOf = usePlayerSheetLink();
  const players = found.data?.map(({ user_id }) => user_id) ?? [];
  const form = useQuery(formOf(league, players));
  const figures = useQuery(pointsPerMatch(league, perMatch ? players : []));
  const questions = useQuestionPoints(league, [found.data ?? undefined]);
  if (!found.data) return <FailedQueries title={words.searchFailed} queries={[found]} />;
  if (found.data.length === 0)
    return <EmptyState title={words.noPlayersFound}>{words.noPlayerOnThisTable({ name })}</EmptyState>;
  return (
    <>
      <table className="table leaderboard-table">
        <LeaderboardHead questions={questions !== undefined} perMatch={perMatch} />
        <tbody>
          {found.data.map((row) => (
            <LeaderboardTableRow
              key={row.user_id}
              row={row}
              form={form.data?.get(row.user_id)}
              questionPoints={questions?.(row.user_id)}
              perMatch={perMatch ? (figures.data?.get(row.user_id) ?? "") : undefined}
              me={row.user_id === user?.id}
              to={sheetOf(row.user_id)}
            />
          ))}
        </tbody>
      </table>
      <FirstOnly shown={found.data.length} most={mostFound}>
        {words.addMoreOfTheName}
      </FirstOnly>
    </>
  );
}

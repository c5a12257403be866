import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** After a sign-out or a change of player, removes the previous player's data from the query cache. */
export function useResetOnPlayerChange(userId: string | null): void {
  const queries = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== null && before.current !== userId) void queries.resetQueries();
    before.current = userId;
  }, [queries, userId]);
}

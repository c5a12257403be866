import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

/** However a session ends or changes hands, nothing of the player before stays in the cache. */
export function useResetOnPlayerChange(userId: string | null): void {
  const queries = useQueryClient();
  const before = useRef(userId);
  useEffect(() => {
    if (before.current !== null && before.current !== userId) void queries.resetQueries();
    before.current = userId;
  }, [queries, userId]);
}

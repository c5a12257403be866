import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { subject } from "../../backend/queries/query-keys.ts";

/** Loads the leaderboards again when the points that were being counted are counted. */
export function useCountedPoints(isCounting: boolean): void {
  const queries = useQueryClient();
  const was = useRef(isCounting);
  useEffect(() => {
    if (was.current && !isCounting) void queries.invalidateQueries({ queryKey: [subject.leaderboard] });
    was.current = isCounting;
  }, [queries, isCounting]);
}

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useNowUntil } from "../../football/time/use-now.ts";
import { currentMatches, currentPicks } from "./match-queries.ts";
import { sectionsChange, sectionsOf } from "./match-state.ts";
import { useKeptPicks } from "./saving/use-kept-picks.ts";

/** On every page: sends the picks that an earlier visit had to leave on this device. Matches itself tells what came too late. */
export function KeptPicksSender({ userId }: { userId: string }) {
  const matches = useQuery(currentMatches).data;
  const picks = useQuery(currentPicks(userId)).data;
  const now = useNowUntil((at) => sectionsChange(matches ?? [], at));
  const known = useMemo(
    () => (matches && picks ? { open: sectionsOf(matches, now).open, picks } : null),
    [matches, picks, now],
  );
  useKeptPicks(userId, known);
  return null;
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { gather, isFreshCompletion } from "../backend/completions.ts";
import { listenToMatches } from "../backend/live-matches.ts";
import { patchMatches } from "../backend/patch-matches.ts";
import { staleAfterMatchChange, staleAfterResult } from "../backend/query-keys.ts";
import type { MatchRow } from "../backend/rows.ts";
import { clubName } from "../football/club-name.ts";
import { showToast } from "../ui/toast.ts";

/** Results of one Saturday afternoon arrive together: they are told together. */
const burst = 700;
const toastDuration = 5_000;

/** Listens for results: one toast for what was completed, and every table that depends on it reads again. */
export function LiveResults() {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (subjects: readonly string[]) => {
      for (const subject of subjects) void queries.invalidateQueries({ queryKey: [subject] });
    };
    const completed = gather<MatchRow>((matches) => {
      showToast({
        kind: "info",
        message: "Match Completed!",
        description: describe(matches),
        duration: toastDuration,
      });
    }, burst);
    const changes = gather<MatchRow>((matches) => {
      const countsOnly = patchMatches(queries, matches);
      if (matches.some(({ status }) => status !== "upcoming")) refresh(staleAfterResult);
      else if (!countsOnly) refresh(staleAfterMatchChange);
    }, burst / 2);
    const stop = listenToMatches({
      changed: (match) => {
        changes.add(match);
        if (isFreshCompletion(match)) completed.add(match);
      },
      resumed: () => refresh(staleAfterResult),
    });
    return () => {
      stop();
      changes.drop();
      completed.drop();
    };
  }, [queries]);
  return null;
}

function describe(matches: readonly MatchRow[]): string {
  const [first] = matches;
  if (!first) return "";
  const result = `${clubName(first.home_team_name)} ${first.home_score ?? ""}–${first.away_score ?? ""} ${clubName(first.away_team_name)}`;
  return matches.length === 1 ? result : `${result} and ${matches.length - 1} more`;
}

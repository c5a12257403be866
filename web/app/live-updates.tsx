import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadAgain } from "../backend/queries/load-again.ts";
import {
  staleAfterMatchChange,
  staleAfterResult,
  staleAfterSettings,
  subject,
} from "../backend/queries/query-keys.ts";
import { followClub } from "../backend/realtime/club-changes.ts";
import { batch, isFreshCompletion } from "../backend/realtime/match-completions.ts";
import { patchMatches } from "../backend/realtime/patch-matches.ts";
import type { MatchRow } from "../backend/types/rows.ts";
import { addNotification } from "../features/notifications/notification-queries.ts";
import { clubName } from "../football/rules/club-name.ts";
import { showToast } from "../ui/overlays/toast.ts";

/** Milliseconds to wait for further results, so that matches that end together share one toast. */
const completionPause = 700;
const toastDuration = 5_000;
/** The shortest time between two loads of an admin's figures, which change with every prediction. */
const dashboardPause = 2_000;

/** A change between the first load and the subscription would be missed, so data is loaded again after this delay. */
const loadedBeforeSubscribing = [...staleAfterMatchChange, subject.settings, subject.news];

/**
 * Subscribes to the club's changes while the page is open: shows completed matches in a toast and loads again what a change
 * affects. Needs a new `key` for another player.
 */
export function LiveUpdates({ userId }: { userId: string | null }) {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (subjects: readonly string[]) => {
      for (const stale of subjects) loadAgain(queries, [stale]);
    };
    const completed = batch<MatchRow>((matches) => {
      showToast({
        kind: "info",
        message: "Match Completed!",
        description: describe(matches),
        duration: toastDuration,
      });
    }, completionPause);
    const changes = batch<MatchRow>((matches) => {
      const countsOnly = patchMatches(queries, matches);
      if (matches.some(({ status }) => status !== "upcoming")) refresh(staleAfterResult);
      else if (!countsOnly) refresh(staleAfterMatchChange);
    }, completionPause / 2);
    // Loads again only what the open dashboard shows. A new prediction arrives as the changed count of its match.
    const figures = batch<MatchRow>(() => refresh([subject.dashboard]), dashboardPause);
    const stop = followClub(userId, {
      match: (match) => {
        changes.add(match);
        figures.add(match);
        if (isFreshCompletion(match)) completed.add(match);
      },
      notification: (row) => addNotification(queries, row),
      settings: () => refresh(staleAfterSettings),
      news: () => refresh([subject.news]),
      group: () => refresh([subject.groups]),
      subscribed: (channel, again) => {
        if (channel === "notifications") refresh([subject.notifications]);
        else if (again) refresh([...staleAfterResult, ...staleAfterSettings, subject.news]);
        else refresh(loadedBeforeSubscribing);
      },
    });
    return () => {
      stop();
      changes.drop();
      figures.drop();
      completed.drop();
    };
  }, [queries, userId]);
  return null;
}

function describe(matches: readonly MatchRow[]): string {
  const [first] = matches;
  if (!first) return "";
  const result = `${clubName(first.home_team_name)} ${first.home_score ?? ""}–${first.away_score ?? ""} ${clubName(first.away_team_name)}`;
  return matches.length === 1 ? result : `${result} and ${matches.length - 1} more`;
}

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import * as words from "#words/app";
import { clubName } from "../../supabase/functions/_football/club-name.ts";
import { serverNow } from "../backend/connection/server-clock.ts";
import { type ClubListener, followClub } from "../backend/live/club-changes.ts";
import { LaterLoads } from "../backend/live/later-loads.ts";
import { isOutdatedBy } from "../backend/live/match-changes.ts";
import { batch, FreshCompletions } from "../backend/live/match-completions.ts";
import { catchUp, missedChanges } from "../backend/live/missed-changes.ts";
import { isOwnResult } from "../backend/live/own-results.ts";
import { type ChangedMatch, patchMatches } from "../backend/live/patch-matches.ts";
import { staleAfterMatchChange, staleAfterSettings, subject } from "../backend/queries/query-keys.ts";
import type { MatchRow } from "../backend/types/rows.ts";
import { addNotification } from "../features/notifications/notification-queries.ts";
import { pointsFor } from "../football/rules/points.ts";
import { nextRounds } from "../football/time/coming-round.ts";
import { showToast } from "../ui/overlays/toast.ts";

/** Milliseconds to wait for further changes, because an organiser or the provider changes several matches at once. */
const changePause = 100;
/** Milliseconds to wait for further results, so that matches that end together share one toast. */
const completionPause = 700;
const toastDuration = 5_000;
/** The shortest time between two loads of an admin's figures, which change with every prediction. */
const dashboardPause = 2_000;

const rules = { points: pointsFor, nextRounds };
/** Milliseconds to wait for the other channel to be joined. */
const joinPause = 200;

/** What may be out of date when the host cannot say what changed. Results load later, as after a result. */
const everyone = [...staleAfterMatchChange, subject.settings, subject.news];
const resultsOfAll: readonly unknown[] = [subject.predictions, subject.leaderboard, subject.progress];
const own = [
  subject.notifications,
  subject.questions,
  subject.subscriptions,
  subject.profile,
  subject.groups,
  subject.divisions,
  subject.cup,
  subject.lastStanding,
  subject.prizes,
];

/**
 * Subscribes to the club's changes while the page is open: shows completed matches in a toast, changes the matches on the
 * page, and loads again what that is not enough for. Needs a new `key` for another player.
 */
export function LiveUpdates({ userId }: { userId: string | null }) {
  const queries = useQueryClient();
  useEffect(() => {
    const refresh = (subjects: readonly string[]) => {
      for (const stale of subjects) void queries.invalidateQueries({ queryKey: [stale] });
    };
    const completed = batch<MatchRow>((matches) => {
      showToast({
        kind: "info",
        message: words.matchCompleted,
        description: describe(matches),
        duration: toastDuration,
      });
    }, completionPause);
    const completions = new FreshCompletions();
    const later = new LaterLoads(queries);
    const changes = batch<ChangedMatch>((matches) => {
      const { changes: made, incomplete } = patchMatches(queries, matches, rules);
      later.add((query) => incomplete.includes(query) || isOutdatedBy(made, query));
    }, changePause);
    // Loads again only what the open dashboard shows. A new prediction arrives as the changed count of its match.
    const figures = batch<string>(() => refresh([subject.dashboard]), dashboardPause);
    const others = batch<string>((changed) => refresh([...new Set(changed)]), completionPause / 2);
    const joined = batch<void>(() => {
      void catchUp(listener, () => {
        refresh([...everyone, ...(userId ? own : [])]);
        later.add(({ queryKey: [word] }) => resultsOfAll.includes(word));
      });
    }, joinPause);
    const listener: ClubListener = {
      match: (match) => {
        changes.add({ id: match.id, row: match });
        figures.add(match.id);
        if (completions.isFresh(match, serverNow()) && !isOwnResult()) completed.add(match);
      },
      matchDeleted: (id) => {
        changes.add({ id, row: null });
        figures.add(id);
      },
      notification: (row) => addNotification(queries, row),
      settings: () => refresh(staleAfterSettings),
      news: () => refresh([subject.news]),
      group: () => refresh([subject.groups]),
      own: (changed) => others.add(changed),
      subscribed: () => joined.add(),
    };
    const stop = followClub(userId, listener);
    missedChanges.ask = joined.add;
    return () => {
      stop();
      delete missedChanges.ask;
      changes.drop();
      later.drop();
      figures.drop();
      completed.drop();
      others.drop();
      joined.drop();
    };
  }, [queries, userId]);
  return null;
}

function describe(matches: readonly MatchRow[]): string {
  const [first] = matches;
  if (!first) return "";
  const result = `${clubName(first.home_team_name)} ${first.home_score ?? ""}–${first.away_score ?? ""} ${clubName(first.away_team_name)}`;
  return matches.length === 1 ? result : words.resultAndMore({ result, count: matches.length - 1 });
}

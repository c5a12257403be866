import { queryOptions, useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-members";
import * as footballWords from "#words/football";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { FirstOnly } from "../../../../ui/loading/first-only.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";

const mostShown = 50;

interface RefusalRow {
  match_id: string;
  reason: string;
  times: number;
  last_at: string;
  matches: Pick<MatchRow, "home_team_name" | "away_team_name" | "locks_at">;
}

/** Why predictions of a player were not saved in the last 30 days, newest first. */
const refusalsOf = (userId: string) =>
  queryOptions({
    queryKey: ["refused predictions", userId],
    queryFn: () =>
      dataOf(
        backend()
          .rest.from("prediction_refusals")
          .select("match_id,reason,times,last_at,matches(home_team_name,away_team_name,locks_at)")
          .eq("user_id", userId)
          .order("last_at", { ascending: false })
          .order("match_id")
          .order("reason")
          .limit(mostShown)
          .overrideTypes<RefusalRow[], { merge: false }>(),
      ),
  });

/** Answers "Why could I not predict?": what the player's devices reported. */
export function RefusedPredictions({ userId }: { userId: string }) {
  const list = useQuery(refusalsOf(userId));
  return (
    <section className="refusals" aria-labelledby="refusals">
      <h3 id="refusals">{words.picksNotSaved}</h3>
      <QueryView
        query={list}
        failed={words.failedToLoadRefusedPicks}
        loading={{ count: 1, height: 48, label: words.loadingRefusedPicks }}
      >
        {(data) =>
          data.length === 0 ? (
            <p className="note">{words.noneInThirtyDays}</p>
          ) : (
            <ul>
              {data.map(({ match_id, reason, times, last_at, matches: match }) => (
                <li key={`${match_id} ${reason}`}>
                  <b>
                    {footballWords.teams({
                      home: clubName(match.home_team_name),
                      away: clubName(match.away_team_name),
                    })}
                  </b>
                  <span>{causeOf(reason, last_at, match.locks_at)}</span>
                  <small>
                    {`${kickOff(last_at, serverNow())}${times > 1 ? `, ${words.countOfTimes({ count: times })}` : ""}`}
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <FirstOnly shown={list.data?.length ?? 0} most={mostShown} />
    </section>
  );
}

const causes: Readonly<Record<string, string>> = {
  subscription: words.noActiveSubscription,
  age: words.ageNotConfirmed,
  clock: words.afterTheLockByClock,
  session: words.theSessionHadEnded,
  connection: words.noConnection,
  server: words.serverDidNotSave,
};

function causeOf(reason: string, at: string, locksAt: string): string {
  if (reason !== "lock") return causes[reason] ?? reason;
  const late = Math.round((Date.parse(at) - Date.parse(locksAt)) / 1_000);
  // A match that was moved later has another lock now.
  if (late < 0) return words.afterTheLockOfThatTime;
  return late < 120
    ? words.secondsAfterTheLock({ seconds: late })
    : words.minutesAfterTheLock({ minutes: Math.round(late / 60) });
}

import { queryOptions, useQuery } from "@tanstack/react-query";
import { clubName } from "../../../../../supabase/functions/_football/club-name.ts";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { kickOff } from "../../../../football/time/kick-off.ts";
import { FirstOnly } from "../../../../ui/loading/first-only.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { plural } from "../../../../ui/text/plural.ts";

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
export function Refusals({ userId }: { userId: string }) {
  const list = useQuery(refusalsOf(userId));
  return (
    <section className="refusals" aria-labelledby="refusals">
      <h3 id="refusals">Picks that could not be saved</h3>
      <QueryView
        query={list}
        failed="Failed to load the refused picks"
        loading={{ count: 1, height: 48, label: "Loading refused picks" }}
      >
        {(data) =>
          data.length === 0 ? (
            <p className="note">None in the last 30 days.</p>
          ) : (
            <ul>
              {data.map(({ match_id, reason, times, last_at, matches: match }) => (
                <li key={`${match_id} ${reason}`}>
                  <b>
                    {clubName(match.home_team_name)} v {clubName(match.away_team_name)}
                  </b>
                  <span>{causeOf(reason, last_at, match.locks_at)}</span>
                  <small>
                    {kickOff(last_at, serverNow())}
                    {times > 1 && `, ${plural(times, "time")}`}
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
  subscription: "No active subscription",
  clock: "After the lock, on a device with a wrong clock",
  session: "The session had ended",
  connection: "No connection",
  server: "The server did not save it",
};

function causeOf(reason: string, at: string, locksAt: string): string {
  if (reason !== "lock") return causes[reason] ?? reason;
  const late = Math.round((Date.parse(at) - Date.parse(locksAt)) / 1_000);
  // A match that was moved later has another lock now.
  if (late < 0) return "After the lock of that time";
  return `After the lock, ${late < 120 ? plural(late, "second") : plural(Math.round(late / 60), "minute")} late`;
}

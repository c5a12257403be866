import { useQuery } from "@tanstack/react-query";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { WinnersToTellRow } from "../../../../backend/types/admin-rows.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { holdWinners, tellWinners, winnersToTell } from "./waiting-queries.ts";
import { sendingInWords, winnersInWords } from "./winner-words.ts";

/** The messages to winners that are not sent yet. Each can be sent at once or held. */
export function WinnersToTell() {
  const list = useQuery(winnersToTell);
  const now = useNow(30_000);
  return (
    <section aria-labelledby="winners-to-tell">
      <div className="section-head">
        <h2 id="winners-to-tell">Winners to tell</h2>
        <p>Messages to the winners of matchdays and months</p>
      </div>
      <QueryView
        query={list}
        failed="Failed to load the winners to tell"
        loading={{ count: 1, height: 88, label: "Loading the winners to tell" }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">No message waits. Winners get one two hours after the last change.</p>
          ) : (
            <ul className="record-list">
              {rows.map((row) => (
                <Winners key={row.period_id} row={row} now={now} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

function Winners({ row, now }: { row: WinnersToTellRow; now: number }) {
  const { period_id: period, label, is_held: isHeld } = row;
  const competition = [row.league, row.season].filter(Boolean).join(" ") || "All competitions";
  const stale = [subject.notifications, subject.leaderboard];
  const send = useAdminMutation(
    () => tellWinners(period),
    {
      success: (messages) => `${label}: ${plural(messages, "message")} sent`,
      failure: "Failed to send the messages",
    },
    { stale },
  );
  const hold = useAdminMutation(
    () => holdWinners(period, !isHeld),
    {
      success: `${label}: messages ${isHeld ? "released" : "held"}`,
      failure: `Failed to ${isHeld ? "release" : "hold"} the messages`,
    },
    { stale },
  );
  const isPending = send.isPending || hold.isPending;
  const button = (words: string, mutate: () => void) => (
    <button
      type="button"
      className="btn secondary small"
      aria-label={`${words}: ${label}, ${competition}`}
      disabled={isPending}
      onClick={mutate}
    >
      {words}
    </button>
  );
  return (
    <li>
      <div>
        <b>{label}</b>
        <span>{competition}</span>
        <span>{winnersInWords(row)}</span>
        <span>{sendingInWords(row, now)}</span>
      </div>
      <div className="row-actions">
        {button("Send now", () => send.mutate(undefined))}
        {button(isHeld ? "Release" : "Hold", () => hold.mutate(undefined))}
      </div>
    </li>
  );
}

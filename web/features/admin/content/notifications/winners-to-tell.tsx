import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { WinnersToTellRow } from "../../../../backend/types/admin-rows.ts";
import { periodLabel } from "../../../../football/time/club-day.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { holdWinners, tellWinners } from "./waiting-mutations.ts";
import { winnersToTell } from "./waiting-queries.ts";
import { sendingInWords, winnersInWords } from "./winner-words.ts";

/** The messages to winners that are not sent yet. Each can be sent at once or held. */
export function WinnersToTell() {
  const list = useQuery(winnersToTell);
  const now = useNow(30_000);
  return (
    <section aria-labelledby="winners-to-tell">
      <div className="section-head">
        <h2 id="winners-to-tell">{words.winnersToTell}</h2>
        <p>{words.whoTheWinnersAre}</p>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadWinners}
        loading={{ count: 1, height: 88, label: words.loadingTheWinnersToTell }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{words.noWinnersWait}</p>
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
  const { period_id: period, is_held: isHeld } = row;
  const label = periodLabel(row.label);
  const competition = [row.league, row.season].filter(Boolean).join(" ") || words.allCompetitions;
  const stale = [subject.notifications, subject.leaderboard];
  const send = useAdminMutation(
    () => tellWinners(period),
    {
      success: (messages) => words.messagesOfLabelSent({ label, messages }),
      failure: words.failedToSendTheMessages,
    },
    { stale },
  );
  const hold = useAdminMutation(
    () => holdWinners(period, !isHeld),
    {
      success: isHeld ? words.messagesReleased({ label }) : words.messagesHeld({ label }),
      failure: isHeld ? words.failedToReleaseTheMessages : words.failedToHoldTheMessages,
    },
    { stale },
  );
  const isPending = send.isPending || hold.isPending;
  const button = (text: string, mutate: () => void) => (
    <button
      type="button"
      className="btn secondary small"
      aria-label={`${text}: ${label}, ${competition}`}
      disabled={isPending}
      onClick={mutate}
    >
      {text}
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
        {button(words.sendNow, () => send.mutate(undefined))}
        {button(isHeld ? words.release : words.hold, () => hold.mutate(undefined))}
      </div>
    </li>
  );
}

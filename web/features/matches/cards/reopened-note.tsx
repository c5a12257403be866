import { useQuery } from "@tanstack/react-query";
import { LockOpen } from "lucide-react";
import { Suspense, useState } from "react";
import * as words from "#words/matches";
import type { MatchRow } from "../../../backend/types/rows.ts";
import { clockTime, shortDate } from "../../../football/time/kick-off.ts";
import { lazySection } from "../../../ui/loading/lazy-section.tsx";
import { reopeningsOf } from "../match-queries.ts";

const PicksDialog = lazySection(async () => (await import("../predictions-dialog.tsx")).PredictionsDialog);

interface Props {
  match: MatchRow;
  /** When the match was reopened. */
  at: string;
  now: number;
}

/** Says that a match was reopened, by whom and why, and which picks everyone sees. On an open match it lists these picks. */
export function ReopenedNote({ match, at, now }: Props) {
  const [listing, setListing] = useState(false);
  const latest = useQuery(reopeningsOf(match.id)).data?.[0];
  const isOpen = match.status === "upcoming" && Date.parse(match.locks_at) > now;
  return (
    <div className="reopened-note">
      <p>
        <LockOpen size={18} aria-hidden="true" />
        <span>
          {`${
            latest?.organiser
              ? words.reopenedBy({ organiser: latest.organiser, date: shortDate(at), time: clockTime(at) })
              : words.reopenedOn({ date: shortDate(at), time: clockTime(at) })
          }${latest ? (latest.reason === null ? words.openAgainByAnUndo : `: “${latest.reason}”`) : ""}${isOpen ? words.earlierPicksAreVisible : ""}`}
        </span>
      </p>
      {isOpen && match.predictions_count > 0 && (
        <button type="button" className="btn link" onClick={() => setListing(true)}>
          {words.seeEarlierPicks}
        </button>
      )}
      {listing && (
        <Suspense fallback={null}>
          <PicksDialog match={match} onClose={() => setListing(false)} />
        </Suspense>
      )}
    </div>
  );
}

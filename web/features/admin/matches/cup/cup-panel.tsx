import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { CupRow } from "../../../../backend/types/cup-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { CupForm } from "./cup-form.tsx";
import { endCup, staleAfterCup } from "./cup-mutations.ts";
import { shownCup } from "./cup-queries.ts";
import "../divisions/divisions.css";

export { CupPanel as Component };

/** Organisers draw the cup and end it. */
function CupPanel() {
  const shown = useQuery(shownCup);
  return (
    <section aria-labelledby="cup">
      <div className="section-head">
        <h2 id="cup">{words.cup}</h2>
        <p>{words.whatTheCupIs}</p>
      </div>
      <UndoableActs acts={["draw_cup", "end_cup"]} />
      <QueryView
        query={{ ...shown, data: shown.data === null ? { cup: null } : shown.data && { cup: shown.data } }}
        failed={words.failedToLoadCup}
        loading={{ count: 4, height: 64, label: words.loadingCup }}
      >
        {({ cup }) => (
          <>
            {cup && <ShownCup cup={cup} />}
            <CupForm isRunning={cup !== null && cup.ended_at === null} />
          </>
        )}
      </QueryView>
    </section>
  );
}

/** The cup that runs, or the one that ended last. */
function ShownCup({ cup: { name, league, members, rounds, drawn_at, ended_at } }: { cup: CupRow }) {
  const [isOpen, setOpen] = useState(false);
  const end = useAdminMutation(
    endCup,
    { success: words.cupEnded, failure: words.failedToEndCup },
    { stale: staleAfterCup, onDone: () => setOpen(false), undoId: (id) => id },
  );
  return (
    <div className="panel shown-draw">
      <div>
        <h3>{ended_at === null ? words.cupRuns({ name }) : words.cupHasEnded({ name })}</h3>
        <p className="muted">
          {`${league}. ${words.membersInRounds({ members, rounds })} ${words.drawnAgo({ ago: timeAgo(drawn_at, serverNow()) })}`}
        </p>
      </div>
      <div className="row-actions">
        <Link className="btn secondary small" to={paths.cup}>
          {words.seeCup}
        </Link>
        {ended_at === null && (
          <button type="button" className="btn secondary small" onClick={() => setOpen(true)}>
            {words.endCup}
          </button>
        )}
      </div>
      {isOpen && (
        <ConfirmDialog
          open
          title={words.endCupQuestion({ name })}
          keep={words.keepCup}
          confirm={words.endCup}
          pending={end.isPending}
          error={end.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => end.mutate(undefined)}
        >
          <p>{words.whatEndingCupDoes}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

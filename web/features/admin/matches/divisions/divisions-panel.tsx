import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { DivisionsRow } from "../../../../backend/types/division-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { endDivisions } from "./divisions-mutations.ts";
import { shownDraw } from "./divisions-queries.ts";
import { DrawForm } from "./draw-form.tsx";
import { staleAfterDraw } from "./stale-after-draw.ts";
import "./divisions.css";

export { DivisionsPanel as Component };

/** Organisers draw divisions and end them. */
function DivisionsPanel() {
  const draw = useQuery(shownDraw);
  const running = draw.data?.ended_at === null ? draw.data : null;
  return (
    <section aria-labelledby="divisions">
      <div className="section-head">
        <h2 id="divisions">{words.divisions}</h2>
        <p>{words.whatDivisionsAre}</p>
      </div>
      <UndoableActs acts={["draw_divisions", "end_divisions"]} />
      <QueryView
        query={{ ...draw, data: draw.data === null ? { draw: null } : draw.data && { draw: draw.data } }}
        failed={words.failedToLoadDivisions}
        loading={{ count: 4, height: 64, label: words.loadingDivisions }}
      >
        {({ draw: shown }) => (
          <>
            {shown && <ShownDraw draw={shown} />}
            <DrawForm isRunning={running !== null} />
          </>
        )}
      </QueryView>
    </section>
  );
}

/** The divisions that run, or those that ended last. */
function ShownDraw({ draw }: { draw: DivisionsRow }) {
  const [isOpen, setOpen] = useState(false);
  const { league, divisions, size, matchdays, drawn_at, ended_at } = draw;
  const end = useAdminMutation(
    endDivisions,
    { success: words.divisionsEnded, failure: words.failedToEndDivisions },
    { stale: staleAfterDraw, onDone: () => setOpen(false), undoId: (id) => id },
  );
  return (
    <div className="panel shown-draw">
      <div>
        <h3>{ended_at === null ? words.divisionsRun({ league }) : words.divisionsHaveEnded({ league })}</h3>
        <p className="muted">
          {`${words.sizeOfDraw({ divisions, size })} ${words.countOfMatchdays({ count: matchdays })} ${words.drawnAgo({ ago: timeAgo(drawn_at, serverNow()) })}`}
        </p>
      </div>
      <div className="row-actions">
        <Link className="btn secondary small" to={paths.divisions}>
          {words.seeDivisions}
        </Link>
        {ended_at === null && (
          <button type="button" className="btn secondary small" onClick={() => setOpen(true)}>
            {words.endDivisions}
          </button>
        )}
      </div>
      {isOpen && (
        <ConfirmDialog
          open
          title={words.endDivisionsQuestion}
          keep={words.keepDivisions}
          confirm={words.endDivisions}
          pending={end.isPending}
          error={end.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => end.mutate(undefined)}
        >
          <p>{words.whatEndingDivisionsDoes}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

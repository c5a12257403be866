import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { LastStandingRow } from "../../../../backend/types/last-standing-rows.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { EntryCodes } from "./entry-codes.tsx";
import { endGame, staleAfterGame } from "./last-standing-mutations.ts";
import { shownGame } from "./last-standing-queries.ts";
import { StartForm } from "./start-form.tsx";
import "./last-standing.css";

export { LastStandingPanel as Component };

/** Organisers start a game of last one standing, make its codes and end it. */
function LastStandingPanel() {
  const query = useQuery(shownGame);
  return (
    <section aria-labelledby="last-standing">
      <div className="section-head">
        <h2 id="last-standing">{words.lastOneStanding}</h2>
        <p>{words.whatLastOneStandingIs}</p>
      </div>
      <UndoableActs acts={["start_last_standing", "end_last_standing"]} />
      <QueryView
        query={{ ...query, data: query.data === null ? { game: null } : query.data && { game: query.data } }}
        failed={words.failedToLoadGame}
        loading={{ count: 4, height: 64, label: words.loadingGame }}
      >
        {({ game }) => (
          <>
            {game && <ShownGame game={game} />}
            {game?.ended_at === null ? game.needs_code && <EntryCodes /> : <StartForm />}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** The game that runs, or the one that ended last. */
function ShownGame({ game }: { game: LastStandingRow }) {
  const [isOpen, setOpen] = useState(false);
  const { name, league, nth, matchdays, entries, standing, started_at, ended_at } = game;
  const end = useAdminMutation(
    endGame,
    { success: words.gameEnded, failure: words.failedToEndGame },
    { stale: staleAfterGame, onDone: () => setOpen(false), undoId: (id) => id },
  );
  const first = matchdays[0]?.round;
  return (
    <div className="panel shown-game">
      <div>
        <h3>{ended_at === null ? words.gameRuns({ name, league }) : words.gameHasEnded({ name, league })}</h3>
        <p className="muted">
          {`${words.entriesOfGame({ entries, standing })} ${first ? words.beganWith({ round: roundName(first) }) : words.waitsForNextMatchday} ${words.startedAgo({ nth, ago: timeAgo(started_at, serverNow()) })}`}
        </p>
      </div>
      <div className="row-actions">
        <Link className="btn secondary small" to={paths.lastStanding}>
          {words.seeTheGame}
        </Link>
        {ended_at === null && (
          <button type="button" className="btn secondary small" onClick={() => setOpen(true)}>
            {words.endTheGame}
          </button>
        )}
      </div>
      {isOpen && (
        <ConfirmDialog
          open
          title={words.endTheGameQuestion}
          keep={words.keepTheGame}
          confirm={words.endTheGame}
          pending={end.isPending}
          error={end.problem}
          onKeep={() => setOpen(false)}
          onConfirm={() => end.mutate(undefined)}
        >
          <p>{words.whatEndingTheGameDoes}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { LastStandingRow } from "../../../../backend/types/last-standing-rows.ts";
import { roundName } from "../../../../football/time/round-name.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { ShownGame } from "../games/shown-game.tsx";
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
            {game && <ShownLastStanding game={game} />}
            {game?.ended_at === null ? game.needs_code && <EntryCodes /> : <StartForm />}
          </>
        )}
      </QueryView>
    </section>
  );
}

function ShownLastStanding({ game }: { game: LastStandingRow }) {
  const { name, league, nth, matchdays, entries, standing, started_at, ended_at } = game;
  const first = matchdays[0]?.round;
  return (
    <ShownGame
      title={ended_at === null ? words.gameRuns({ name, league }) : words.gameHasEnded({ name, league })}
      facts={`${words.entriesOfGame({ entries, standing })} ${first ? words.beganWith({ round: roundName(first) }) : words.waitsForNextMatchday} ${words.startedAgo({ nth, ago: timeAgo(started_at, serverNow()) })}`}
      isRunning={ended_at === null}
      page={{ path: paths.lastStanding, label: words.seeTheGame }}
      end={{
        act: endGame,
        stale: staleAfterGame,
        label: words.endTheGame,
        question: words.endTheGameQuestion,
        keep: words.keepTheGame,
        consequences: words.whatEndingTheGameDoes,
        done: words.gameEnded,
        failed: words.failedToEndGame,
      }}
    />
  );
}

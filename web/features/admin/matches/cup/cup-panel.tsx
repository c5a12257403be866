import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { CupRow } from "../../../../backend/types/cup-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { ShownGame } from "../games/shown-game.tsx";
import { CupForm } from "./cup-form.tsx";
import { endCup, staleAfterCup } from "./cup-mutations.ts";
import { shownCup } from "./cup-queries.ts";

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

function ShownCup({ cup: { name, league, members, rounds, drawn_at, ended_at } }: { cup: CupRow }) {
  return (
    <ShownGame
      title={ended_at === null ? words.cupRuns({ name }) : words.cupHasEnded({ name })}
      facts={`${league}. ${words.membersInRounds({ members, rounds })} ${words.drawnAgo({ ago: timeAgo(drawn_at, serverNow()) })}`}
      isRunning={ended_at === null}
      page={{ path: paths.cup, label: words.seeCup }}
      end={{
        act: endCup,
        stale: staleAfterCup,
        label: words.endCup,
        question: words.endCupQuestion({ name }),
        keep: words.keepCup,
        consequences: words.whatEndingCupDoes,
        done: words.cupEnded,
        failed: words.failedToEndCup,
      }}
    />
  );
}

import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-matches";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { DivisionsRow } from "../../../../backend/types/division-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { paths } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { ShownGame } from "../games/shown-game.tsx";
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

function ShownDraw({ draw }: { draw: DivisionsRow }) {
  const { league, divisions, size, matchdays, drawn_at, ended_at } = draw;
  return (
    <ShownGame
      title={ended_at === null ? words.divisionsRun({ league }) : words.divisionsHaveEnded({ league })}
      facts={`${words.sizeOfDraw({ divisions, size })} ${words.countOfMatchdays({ count: matchdays })} ${words.drawnAgo({ ago: timeAgo(drawn_at, serverNow()) })}`}
      isRunning={ended_at === null}
      page={{ path: paths.divisions, label: words.seeDivisions }}
      end={{
        act: endDivisions,
        stale: staleAfterDraw,
        label: words.endDivisions,
        question: words.endDivisionsQuestion,
        keep: words.keepDivisions,
        consequences: words.whatEndingDivisionsDoes,
        done: words.divisionsEnded,
        failed: words.failedToEndDivisions,
      }}
    />
  );
}

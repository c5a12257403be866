import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { MovedInRow } from "../../../../backend/types/member-rows.ts";
import { timeAgo } from "../../../../football/time/time-ago.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { UndoableActs } from "../../shared/undo/undoable-acts.tsx";
import { movedIn } from "./moving-in-queries.ts";
import { PastSeason } from "./past-season.tsx";
import { Placeholders } from "./placeholders.tsx";
import { newDraft, PoolForm, type ReadPool } from "./pool-form.tsx";
import { PoolPreview } from "./pool-preview.tsx";
import "./moving-in.css";

export { MovingInPanel as Component };

/** Organisers move the points of another pool in, and pass links on to members who came with them. */
function MovingInPanel() {
  const query = useQuery(movedIn);
  const [draft, setDraft] = useState(newDraft);
  const [pool, setPool] = useState<ReadPool | null>(null);
  return (
    <section aria-labelledby="moving-in">
      <div className="section-head">
        <h2 id="moving-in">{words.movingIn}</h2>
        <p>{words.whatMovingInIs}</p>
      </div>
      <UndoableActs acts={["move_in", "archive_past_table"]} />
      <QueryView
        query={query}
        failed={words.failedToLoadMoves}
        loading={{ count: 3, height: 64, label: words.loadingMoves }}
      >
        {({ moves, placeholders }) => (
          <div className="moving-in">
            {pool === null ? (
              <PoolForm draft={draft} onDraft={setDraft} onRead={setPool} />
            ) : (
              <PoolPreview
                pool={pool}
                onBack={() => setPool(null)}
                onMoved={() => {
                  setPool(null);
                  setDraft(newDraft());
                }}
              />
            )}
            {placeholders.length > 0 && <Placeholders members={placeholders} />}
            {moves.length > 0 && <Moves moves={moves} />}
            <PastSeason />
          </div>
        )}
      </QueryView>
    </section>
  );
}

function Moves({ moves }: { moves: MovedInRow["moves"] }) {
  return (
    <section className="panel" aria-labelledby="moves">
      <h3 id="moves">{words.listsThatWereMovedIn}</h3>
      <ul className="move-list">
        {moves.map(({ id, label, competition, moved_at, members, points }) => (
          <li key={id}>
            <b>{label}</b>
            <small>
              {words.moveFacts({
                board: competition ?? words.overallOnly,
                members,
                points,
                ago: timeAgo(moved_at, serverNow()),
              })}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

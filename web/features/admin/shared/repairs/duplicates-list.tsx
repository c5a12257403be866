import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { Duplicates, MatchPair } from "../../../../backend/types/admin-rows.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { MergeMatchesDialog } from "./merge-matches-dialog.tsx";
import { MergeTeamsDialog } from "./merge-teams-dialog.tsx";
import { duplicates } from "./repair-queries.ts";
import { matchFacts, matchName } from "./repair-words.ts";
import "./repairs.css";

/** The others are listed after these were merged. */
const shownAtOnce = 20;

type TeamPair = Duplicates["teams"][number];
type Open = { kind: "matches"; pairs: readonly MatchPair[] } | { kind: "teams"; pair: TeamPair } | null;

/** The teams and matches that are listed twice, each pair with its merge. */
export function DuplicatesList() {
  const answer = useQuery(duplicates);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <section aria-labelledby="duplicates" className="duplicates">
      <div className="section-head">
        <h3 id="duplicates">Listed twice</h3>
        {answer.data && answer.data.matches.length > 1 && (
          <button
            type="button"
            className="btn small"
            onClick={() => setOpen({ kind: "matches", pairs: answer.data.matches })}
          >
            Merge all {plural(answer.data.matches.length, "match", "matches")}
          </button>
        )}
      </div>
      <QueryView
        query={answer}
        failed="Failed to load duplicates"
        loading={{ count: 2, height: 72, label: "Loading duplicates" }}
      >
        {(data) => <Pairs found={data} onOpen={setOpen} />}
      </QueryView>
      {open?.kind === "matches" && <MergeMatchesDialog pairs={open.pairs} onClose={close} />}
      {open?.kind === "teams" && (
        <MergeTeamsDialog team={open.pair.remove} into={open.pair.keep} onClose={close} />
      )}
    </section>
  );
}

function Pairs({ found, onOpen }: { found: Duplicates; onOpen: (open: Open) => void }) {
  const more = found.matches.length - shownAtOnce;
  return (
    <>
      {found.matches.length > 0 && found.teams.length > 0 && <p>Merge the matches before the teams.</p>}
      <ul className="record-list">
        {found.matches.slice(0, shownAtOnce).map((pair) => (
          <MatchPairRow
            key={pair.remove.id}
            pair={pair}
            onMerge={() => onOpen({ kind: "matches", pairs: [pair] })}
          />
        ))}
        {found.teams.map((pair) => (
          <li key={pair.remove.id}>
            <div>
              <b>
                {pair.remove.name} and {pair.keep.name}
              </b>
              <span>
                {[pair.remove, pair.keep]
                  .map(({ name, matches }) => `${name}: ${plural(matches, "match", "matches")}`)
                  .join(". ")}
              </span>
            </div>
            <button
              type="button"
              className="btn secondary small"
              aria-label={`Merge ${pair.remove.name} into ${pair.keep.name}`}
              onClick={() => onOpen({ kind: "teams", pair })}
            >
              Merge into {pair.keep.name}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>And {plural(more, "more match", "more matches")}.</p>}
    </>
  );
}

function MatchPairRow({ pair, onMerge }: { pair: MatchPair; onMerge: () => void }) {
  const { keep, remove } = pair;
  const year = new Date(serverNow()).getFullYear();
  return (
    <li>
      <div>
        <b>{matchName(keep)}</b>
        <span>{matchFacts(keep, year)}</span>
        <span>
          {matchName(remove) === matchName(keep) ? "" : `${matchName(remove)}: `}
          {matchFacts(remove, year)}
        </span>
      </div>
      <button
        type="button"
        className="btn secondary small"
        aria-label={`Merge ${matchName(keep)}, ${matchFacts(remove, year)}`}
        onClick={onMerge}
      >
        Merge
      </button>
    </li>
  );
}

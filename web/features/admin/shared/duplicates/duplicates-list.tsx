import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import type { Duplicates, MatchPair } from "../../../../backend/types/import-rows.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../acts/use-admin-mutation.ts";
import { keepApart } from "./duplicate-mutations.ts";
import { duplicates, staleAfterMerge } from "./duplicate-queries.ts";
import { matchFacts, matchName } from "./match-pairs.ts";
import { MergeMatchesDialog } from "./merge-matches-dialog.tsx";
import { MergeTeamsDialog } from "./merge-teams-dialog.tsx";
import "./duplicates.css";

/** The others are listed after these were merged. */
const shownAtOnce = 20;

type TeamPair = Duplicates["teams"][number];
type Open = { kind: "matches"; pairs: readonly MatchPair[] } | { kind: "teams"; pair: TeamPair } | null;

/** The teams and matches that are listed twice, each pair with its merge. */
export function DuplicatesList() {
  const answer = useQuery(duplicates);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const certain = answer.data?.matches.filter((pair) => pair.is_certain) ?? [];
  return (
    <section aria-labelledby="duplicates" className="duplicates">
      <div className="section-head">
        <h3 id="duplicates">{words.listedTwice}</h3>
        {certain.length > 1 && (
          <button
            type="button"
            className="btn small"
            onClick={() => setOpen({ kind: "matches", pairs: certain })}
          >
            {words.mergeAllMatches({ matches: certain.length })}
          </button>
        )}
      </div>
      <QueryView
        query={answer}
        failed={words.failedToLoadDuplicates}
        loading={{ count: 2, height: 72, label: words.loadingDuplicates }}
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
      {found.matches.length > 0 && found.teams.length > 0 && <p>{words.mergeTheMatchesFirst}</p>}
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
              <b>{words.twoNames({ removed: pair.remove.name, kept: pair.keep.name })}</b>
              <span>
                {[pair.remove, pair.keep]
                  .map(({ name, matches }) => words.matchesOfName({ name, matches }))
                  .join(". ")}
              </span>
            </div>
            <button
              type="button"
              className="btn secondary small"
              aria-label={words.mergeNameInto({ removed: pair.remove.name, kept: pair.keep.name })}
              onClick={() => onOpen({ kind: "teams", pair })}
            >
              {words.mergeIntoName({ kept: pair.keep.name })}
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <p>{words.andMoreMatches({ more })}</p>}
    </>
  );
}

function MatchPairRow({ pair, onMerge }: { pair: MatchPair; onMerge: () => void }) {
  const { keep, remove } = pair;
  const year = new Date(serverNow()).getFullYear();
  const apart = useAdminMutation(
    () => keepApart(pair),
    { success: words.matchesKeptApart, failure: words.failedToKeepMatchesApart },
    { stale: staleAfterMerge, undoId: (id) => id },
  );
  const label = { match: matchName(keep), facts: matchFacts(remove, year) };
  return (
    <li>
      <div>
        <b>{matchName(keep)}</b>
        <span>{matchFacts(keep, year)}</span>
        <span>
          {`${matchName(remove) === matchName(keep) ? "" : `${matchName(remove)}: `}${matchFacts(remove, year)}`}
        </span>
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.theyAreTwoMatchesWithFacts(label)}
          disabled={apart.isPending}
          onClick={() => apart.mutate(undefined)}
        >
          {words.theyAreTwoMatches}
        </button>
        <button
          type="button"
          className="btn secondary small"
          aria-label={words.mergeMatchWithFacts(label)}
          onClick={onMerge}
        >
          {words.merge}
        </button>
      </div>
    </li>
  );
}

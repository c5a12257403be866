import { useQuery } from "@tanstack/react-query";
import { ClipboardList, FileUp, Plus } from "lucide-react";
import { Suspense, useState } from "react";
import * as words from "#words/admin-matches";
import { backend } from "../../../../backend/connection/client.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { timeZoneName } from "../../../../football/time/time-zone-name.ts";
import { paths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { useSearchParams } from "../../../../routing/location.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { lazySection } from "../../../../ui/loading/lazy-section.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { MergeMatchesDialog } from "../../shared/duplicates/merge-matches-dialog.tsx";
import { CancelDialog } from "./dialogs/cancel-dialog.tsx";
import { DeleteDialog } from "./dialogs/delete-dialog.tsx";
import { DeleteSeveralDialog } from "./dialogs/delete-several-dialog.tsx";
import { ReopenDialog } from "./dialogs/reopen-dialog.tsx";
import { ScoreDialog } from "./dialogs/score-dialog.tsx";
import { VoidDialog } from "./dialogs/void-dialog.tsx";
import { MatchForm } from "./match-form.tsx";
import { type ManagedStatus, matchPage, pageSize } from "./match-queries.ts";
import { ManagedMatchRow, type MatchAction } from "./match-row.tsx";
import { StatusTabs, statusIn } from "./status-tabs.tsx";
import type { Next } from "./store-match.ts";

const ImportDialog = lazySection(async () => (await import("../import/import-dialog.tsx")).ImportDialog);

/** The matches by status, with dialogs to change them. `heading` is `h2` inside the dashboard. */
export function MatchList({ heading: Heading = "h1" }: { heading?: "h1" | "h2" }) {
  const [parameters] = useSearchParams();
  const status = statusIn(parameters);
  const [open, setOpen] = useState<MatchAction | Next | { kind: "add" | "import" }>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="page-title">
        <div>
          <Heading>{words.manageMatches}</Heading>
          <p>{words.datesAreInTimeZone({ timeZone: timeZoneName(backend().config.time_zone) })}</p>
        </div>
        <div className="row-actions match-tools">
          <Link className="btn secondary" to={paths.enterResults}>
            <ClipboardList size={20} aria-hidden="true" />
            <span>{words.enterResults}</span>
          </Link>
          <button type="button" className="btn secondary" onClick={() => setOpen({ kind: "import" })}>
            <FileUp size={20} aria-hidden="true" />
            <span>{words.importFixtures}</span>
          </button>
          <button type="button" className="btn" onClick={() => setOpen({ kind: "add" })}>
            <Plus size={20} aria-hidden="true" />
            <span>{words.addMatch}</span>
          </button>
        </div>
      </div>
      <StatusTabs chosen={status} />
      <StatusMatches key={status} status={status} onAction={setOpen} />
      {open?.kind === "import" && (
        <Suspense fallback={null}>
          <ImportDialog onClose={close} />
        </Suspense>
      )}
      {open?.kind === "add" && <MatchForm match={null} onClose={close} onNext={setOpen} />}
      {open?.kind === "edit" && (
        <MatchForm key={open.match.id} match={open.match} onClose={close} onNext={setOpen} />
      )}
      {open?.kind === "merge" && <MergeMatchesDialog pairs={[open.pair]} onClose={close} />}
      {open?.kind === "score" && <ScoreDialog match={open.match} onClose={close} />}
      {open?.kind === "reopen" && <ReopenDialog match={open.match} onClose={close} />}
      {open?.kind === "cancel" && <CancelDialog match={open.match} onClose={close} />}
      {open?.kind === "void" && <VoidDialog match={open.match} onClose={close} />}
      {open?.kind === "delete" && <DeleteDialog match={open.match} onClose={close} />}
    </>
  );
}

function StatusMatches({
  status,
  onAction,
}: {
  status: ManagedStatus;
  onAction: (action: MatchAction) => void;
}) {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const list = useQuery(matchPage(status, searched, page));
  const [selected, setSelected] = useState<ReadonlyMap<string, MatchRow>>(new Map());
  const [isDeleting, setIsDeleting] = useState(false);
  const select = (matches: readonly MatchRow[], isSelected: boolean) => {
    const next = new Map(selected);
    for (const match of matches) isSelected ? next.set(match.id, match) : next.delete(match.id);
    setSelected(next);
  };
  return (
    <section aria-label={sectionLabels[status]}>
      <div className="toolbar">
        <SearchField label={words.searchTeams} search={search} list={list} />
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadMatches}
        loading={{ count: 8, height: 56, label: words.loadingMatches }}
        empty={{
          title: searched ? words.noMatchFound : emptyTitles[status],
          text: searched ? words.noMatchHasTyped({ typed: searched }) : emptyMessages[status],
        }}
      >
        {(data) => (
          <div className="table-frame">
            <div className="match-selection">
              <label className="checkbox-field">
                <input
                  type="checkbox"
                  checked={data.matches.every(({ id }) => selected.has(id))}
                  onChange={(event) => select(data.matches, event.target.checked)}
                />
                <span>{words.selectThisPage}</span>
              </label>
              {selected.size > 0 && (
                <>
                  <button
                    type="button"
                    className="btn secondary small"
                    onClick={() => setSelected(new Map())}
                  >
                    {words.clear}
                  </button>
                  <button type="button" className="btn danger small" onClick={() => setIsDeleting(true)}>
                    {words.deleteMatches({ count: selected.size })}
                  </button>
                </>
              )}
            </div>
            <ul className="managed-matches">
              {data.matches.map((match) => (
                <ManagedMatchRow
                  key={match.id}
                  match={match}
                  isSelected={selected.has(match.id)}
                  onSelect={(isSelected) => select([match], isSelected)}
                  onAction={onAction}
                />
              ))}
            </ul>
            <Pager page={page} pageSize={pageSize} total={data.total} list={list} onPage={setPage} />
          </div>
        )}
      </QueryView>
      {isDeleting && (
        <DeleteSeveralDialog
          matches={[...selected.values()]}
          onClose={() => setIsDeleting(false)}
          onDeleted={() => setSelected(new Map())}
        />
      )}
    </section>
  );
}

const sectionLabels: Readonly<Record<ManagedStatus, string>> = {
  live: words.liveMatches,
  awaiting: words.matchesAwaitingResult,
  upcoming: words.upcomingMatches,
  postponed: words.postponedMatches,
  completed: words.completedMatches,
  cancelled: words.cancelledMatches,
};

const emptyTitles: Readonly<Record<ManagedStatus, string>> = {
  live: words.noLiveMatches,
  awaiting: words.noResultsToEnter,
  upcoming: words.noUpcomingMatches,
  postponed: words.noPostponedMatches,
  completed: words.noCompletedMatches,
  cancelled: words.noCancelledMatches,
};

const emptyMessages: Readonly<Record<ManagedStatus, string>> = {
  live: words.goesLiveAtKickOff,
  awaiting: words.whenMatchesAwaitResult,
  upcoming: words.addFixturesToPredict,
  postponed: words.postponedAwaitADate,
  completed: words.setScoresForPoints,
  cancelled: words.cancelledGiveNoPoints,
};

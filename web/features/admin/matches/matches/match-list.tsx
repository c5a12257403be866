import { useQuery } from "@tanstack/react-query";
import { ClipboardList, FileUp, Plus, Search } from "lucide-react";
import { lazy, Suspense, useDeferredValue, useState } from "react";
import { Link, useSearchParams } from "react-router";
import { backend } from "../../../../backend/connection/client.ts";
import type { MatchRow } from "../../../../backend/types/rows.ts";
import { timeZoneName } from "../../../../football/time/time-zone-name.ts";
import { paths } from "../../../../paths.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { CancelDialog } from "./cancel-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { DeleteSeveralDialog } from "./delete-several-dialog.tsx";
import { MatchForm } from "./match-form.tsx";
import { type ManagedStatus, matchPage, pageSize } from "./match-queries.ts";
import { ManagedMatchRow, type MatchAction } from "./match-row.tsx";
import { ReopenDialog } from "./reopen-dialog.tsx";
import { ScoreDialog } from "./score-dialog.tsx";
import { StatusTabs, statusIn } from "./status-tabs.tsx";
import { VoidDialog } from "./void-dialog.tsx";

const ImportDialog = lazy(async () => ({
  default: (await import("../import/import-dialog.tsx")).ImportDialog,
}));

/** The matches by status, with dialogs to change them. `heading` is `h2` inside the dashboard. */
export function MatchList({ heading: Heading = "h1" }: { heading?: "h1" | "h2" }) {
  const [parameters] = useSearchParams();
  const status = statusIn(parameters);
  const [open, setOpen] = useState<MatchAction | { kind: "add" | "import" } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <div className="page-title">
        <div>
          <Heading>Manage Matches</Heading>
          <p>Dates and times are in the club's time zone ({timeZoneName(backend().config.time_zone)}).</p>
        </div>
        <div className="row-actions match-tools">
          <Link className="btn secondary" to={paths.enterResults}>
            <ClipboardList size={20} aria-hidden="true" />
            Enter results
          </Link>
          <button type="button" className="btn secondary" onClick={() => setOpen({ kind: "import" })}>
            <FileUp size={20} aria-hidden="true" />
            Import fixtures
          </button>
          <button type="button" className="btn" onClick={() => setOpen({ kind: "add" })}>
            <Plus size={20} aria-hidden="true" />
            Add match
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
      {open?.kind === "add" && <MatchForm match={null} onClose={close} />}
      {open?.kind === "edit" && <MatchForm match={open.match} onClose={close} />}
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
  const [words, setWords] = useState("");
  const [page, setPage] = useState(0);
  const searched = useDeferredValue(words.trim());
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
        <label className="search-field">
          <span className="visually-hidden">Search teams</span>
          <Search size={20} aria-hidden="true" />
          <input
            type="search"
            placeholder="Search teams"
            value={words}
            onChange={(event) => {
              setWords(event.target.value);
              setPage(0);
            }}
          />
        </label>
      </div>
      <QueryView
        query={list}
        failed="Failed to load matches"
        loading={{ count: 8, height: 56, label: "Loading matches" }}
        empty={{
          title: searched ? "No match found" : emptyTitles[status],
          text: searched ? `No match here has “${searched}” in a team's name.` : emptyMessages[status],
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
                Select this page
              </label>
              {selected.size > 0 && (
                <>
                  <button
                    type="button"
                    className="btn secondary small"
                    onClick={() => setSelected(new Map())}
                  >
                    Clear
                  </button>
                  <button type="button" className="btn danger small" onClick={() => setIsDeleting(true)}>
                    Delete {plural(selected.size, "match", "matches")}
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
            <Pager page={page} pageSize={pageSize} total={data.total} onPage={setPage} />
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
  live: "Live matches",
  awaiting: "Matches that await their result",
  upcoming: "Upcoming matches",
  completed: "Completed matches",
  cancelled: "Cancelled matches",
};

const emptyTitles: Readonly<Record<ManagedStatus, string>> = {
  live: "No live matches",
  awaiting: "No results to enter",
  upcoming: "No upcoming matches",
  completed: "No completed matches",
  cancelled: "No cancelled matches",
};

const emptyMessages: Readonly<Record<ManagedStatus, string>> = {
  live: "A match goes live automatically at kick-off.",
  awaiting:
    "A match is listed here 150 minutes after its kick-off, or 210 in a cup, until its result is entered.",
  upcoming: "Add fixtures so that players can predict them.",
  completed: "Set a score to calculate the points of every player.",
  cancelled: "Cancelled matches are listed here. They give no points.",
};

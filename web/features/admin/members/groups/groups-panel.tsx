import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { FunctionRow } from "../../../../backend/types/derive.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { closeGroup, clubGroups, groupsPageSize } from "./group-queries.ts";

export { GroupsPanel as Component };

type Row = FunctionRow<"admin_groups">;

/** The groups of the club's players. Admins close them; they neither join nor change them here. */
function GroupsPanel() {
  const { words, searched, search, page, setPage } = usePagedSearch();
  const [closing, setClosing] = useState<Row | null>(null);
  const groups = useQuery(clubGroups(searched, page));
  return (
    <section aria-labelledby="groups">
      <div className="section-head">
        <h2 id="groups">Groups</h2>
      </div>
      <div className="toolbar">
        <SearchField label="Search by group or owner" value={words} onChange={search} />
      </div>
      <QueryView
        query={groups}
        failed="Failed to load groups"
        loading={{ count: 5, height: 48, label: "Loading groups" }}
        empty={{
          title: "No groups found",
          text: searched
            ? `No group or owner has “${searched}” in its name.`
            : "No player has created a group yet.",
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable columns={columnsWith(setClosing)} rows={data} keyOf={(row) => row.id} />
            <Pager page={page} pageSize={groupsPageSize} total={data[0]?.total_count ?? 0} onPage={setPage} />
          </div>
        )}
      </QueryView>
      {closing && <CloseDialog group={closing} onDone={() => setClosing(null)} />}
    </section>
  );
}

function columnsWith(onClose: (row: Row) => void): Column<Row>[] {
  return [
    {
      title: "Group",
      cell: (row) => (
        <>
          {row.name}
          <small className="second-line">{row.owner_name}</small>
        </>
      ),
    },
    { title: "Owner", wide: true, cell: (row) => row.owner_name },
    { title: "Members", end: true, cell: (row) => row.members },
    {
      title: "Actions",
      hidesTitle: true,
      end: true,
      cell: (row) => (
        <button
          type="button"
          className="btn secondary"
          aria-label={`Close ${row.name}`}
          onClick={() => onClose(row)}
        >
          Close
        </button>
      ),
    },
  ];
}

function CloseDialog({ group, onDone }: { group: Row; onDone: () => void }) {
  const close = useAdminMutation(
    () => closeGroup(group.id),
    { success: `Closed ${group.name}`, failure: "Failed to close the group" },
    { stale: [subject.groups], onDone, undoId: (id) => id },
  );
  return (
    <ConfirmDialog
      open
      title={`Close ${group.name}?`}
      keep="Keep group"
      confirm="Close group"
      pending={close.isPending}
      error={close.problem}
      onKeep={onDone}
      onConfirm={() => close.mutate(undefined)}
    >
      <p>
        {group.owner_name} and {plural(group.members, "member")} lose the group. Points and predictions stay.
      </p>
    </ConfirmDialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-members";
import * as uiWords from "#words/ui";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { FunctionRow } from "../../../../backend/types/derive.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { closeGroup } from "./group-mutations.ts";
import { clubGroups, groupsPageSize } from "./group-queries.ts";

export { GroupsPanel as Component };

type Row = FunctionRow<"admin_groups">;

/** The groups of the club's players. Admins close them; they neither join nor change them here. */
function GroupsPanel() {
  const search = useSearch();
  const { searched, page, setPage } = search;
  const [closing, setClosing] = useState<Row | null>(null);
  const groups = useQuery(clubGroups(searched, page));
  return (
    <section aria-labelledby="groups">
      <div className="section-head">
        <h2 id="groups">{words.groups}</h2>
      </div>
      <div className="toolbar">
        <SearchField label={words.searchByGroupOrOwner} search={search} list={groups} />
      </div>
      <QueryView
        query={groups}
        failed={words.failedToLoadGroups}
        loading={{ count: 5, height: 48, label: words.loadingGroups }}
        empty={{
          title: words.noGroupsFound,
          text: searched ? words.noGroupMatches({ searched }) : words.noGroupYet,
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable columns={columnsWith(setClosing)} rows={data} keyOf={(row) => row.id} />
            <Pager
              page={page}
              pageSize={groupsPageSize}
              total={data[0]?.total_count ?? 0}
              list={groups}
              onPage={setPage}
            />
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
      title: words.group,
      cell: (row) => (
        <>
          <span>{row.name}</span>
          <small className="second-line">{row.owner_name}</small>
        </>
      ),
    },
    { title: words.owner, wide: true, cell: (row) => row.owner_name },
    { title: words.members, end: true, cell: (row) => row.members },
    {
      title: words.actions,
      hidesTitle: true,
      end: true,
      cell: (row) => (
        <button
          type="button"
          className="btn secondary"
          aria-label={words.closeNamed({ name: row.name })}
          onClick={() => onClose(row)}
        >
          {uiWords.close}
        </button>
      ),
    },
  ];
}

function CloseDialog({ group, onDone }: { group: Row; onDone: () => void }) {
  const close = useAdminMutation(
    () => closeGroup(group.id),
    { success: words.groupClosed({ name: group.name }), failure: words.failedToCloseTheGroup },
    { stale: [subject.groups], onDone, undoId: (id) => id },
  );
  return (
    <ConfirmDialog
      open
      title={words.closeQuestion({ name: group.name })}
      keep={words.keepGroup}
      confirm={words.closeGroup}
      pending={close.isPending}
      error={close.problem}
      onKeep={onDone}
      onConfirm={() => close.mutate(undefined)}
    >
      <p>{words.closingEffects({ owner: group.owner_name, members: group.members })}</p>
    </ConfirmDialog>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPlanCodeRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { clubDate, dayInZone } from "../../../../football/time/club-day.ts";
import { shortDateWithYear } from "../../../../football/time/kick-off.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { usePagedSearch } from "../../../../ui/forms/use-paged-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { latestUndo } from "../../shared/mutations/undo.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { planName } from "../../shared/plans/plan-rules.ts";
import { type CodeState, codes, codesPageSize, revokeCode } from "./code-queries.ts";
import { SendCode } from "./send-code.tsx";

const states: readonly (readonly [CodeState, string])[] = [
  [null, "All codes"],
  ["unused", "Open"],
  ["used", "Used"],
  ["expired", "Expired"],
];

/** All codes with their state (open, used or expired) and a search. */
export function CodeList() {
  const [state, setState] = useState<CodeState>(null);
  const { words, searched, search, page, setPage } = usePagedSearch();
  const [revoking, setRevoking] = useState<AdminPlanCodeRow | null>(null);
  const list = useQuery(codes(state, searched, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <section aria-label="All codes">
      <Field label="Show" className="code-filter">
        <select
          value={state ?? ""}
          onChange={(event) => {
            setState(states.find(([value]) => (value ?? "") === event.target.value)?.[0] ?? null);
            setPage(0);
          }}
        >
          {states.map(([value, label]) => (
            <option key={label} value={value ?? ""}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <div className="toolbar">
        <SearchField label="Search by code or player" value={words} onChange={search} />
      </div>
      <QueryView
        query={list}
        failed="Failed to load codes"
        loading={{ count: 5, height: 44, label: "Loading codes" }}
        empty={{
          title: state === null && !searched ? "No codes yet" : "No codes found",
          text: searched
            ? `No code matches “${searched}”.`
            : "Codes you generate are listed here, with the player who used each code and the date.",
        }}
      >
        {(data) => (
          <div className="table-frame">
            <DataTable
              className="code-table"
              columns={columnsWith(setRevoking)}
              rows={data}
              keyOf={(code) => code.id}
            />
            <Pager page={page} pageSize={codesPageSize} total={total} onPage={setPage} />
          </div>
        )}
      </QueryView>
      {revoking && <RevokeDialog code={revoking} onClose={() => setRevoking(null)} />}
    </section>
  );
}

function columnsWith(onRevoke: (code: AdminPlanCodeRow) => void): Column<AdminPlanCodeRow>[] {
  return [
    {
      title: "Code",
      cell: (code) => (
        <>
          <span className="number listed-code">{code.code}</span>
          <small className="code-state">
            {stateOf(code)}
            {code.code_state === "unused" && `, until ${expiryOf(code)}`}
          </small>
        </>
      ),
    },
    { title: "Plan", cell: (code) => <CompetitionBadge name={planName(code.plan_type)} /> },
    { title: "Expires", wide: true, className: "code-date", cell: expiryOf },
    { title: "State", wide: true, className: "listed-state", cell: stateOf },
    {
      title: "Actions",
      hidesTitle: true,
      end: true,
      cell: (code) =>
        code.code_state === "unused" && (
          <div className="code-actions">
            <SendCode code={code} isSent={code.sent_at !== null} className="btn secondary small" isCompact />
            <button
              type="button"
              className="btn secondary small"
              aria-label={`Revoke ${code.code}`}
              onClick={() => onRevoke(code)}
            >
              Revoke
            </button>
          </div>
        ),
    },
  ];
}

function expiryOf(code: AdminPlanCodeRow): string {
  return clubDate(dayInZone(backend().config.time_zone, code.expires_at));
}

function RevokeDialog({ code, onClose }: { code: AdminPlanCodeRow; onClose: () => void }) {
  const revoke = useAdminMutation(
    () => revokeCode(code.code),
    { success: `Code ${code.code} revoked`, failure: "Failed to revoke code" },
    { stale: [subject.codes], onDone: onClose, undoId: () => latestUndo("revoke_plan_code") },
  );
  return (
    <ConfirmDialog
      open
      title={`Revoke ${code.code}?`}
      keep="Keep code"
      confirm="Revoke code"
      pending={revoke.isPending}
      error={revoke.problem}
      onKeep={onClose}
      onConfirm={() => revoke.mutate(undefined)}
    >
      <p>The code can no longer be redeemed. Existing subscriptions are not affected.</p>
    </ConfirmDialog>
  );
}

function stateOf(code: AdminPlanCodeRow): string {
  switch (code.code_state) {
    case "used":
      return `Used${code.used_by_name ? ` by ${code.used_by_name}` : ""}${code.used_at ? `, ${shortDateWithYear(code.used_at)}` : ""}`;
    case "expired":
      return "Expired";
    default:
      return code.sent_at ? `Open, sent ${shortDateWithYear(code.sent_at)}` : "Open";
  }
}

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-money";
import * as sessionWords from "#words/session";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { AdminPlanCodeRow } from "../../../../backend/types/admin-rows.ts";
import { CompetitionBadge } from "../../../../football/components/competition-badge.tsx";
import { clubDate, dayInZone } from "../../../../football/time/club-day.ts";
import { shortDateWithYear } from "../../../../football/time/match-time.ts";
import { type Column, DataTable } from "../../../../ui/data-table.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { SearchField } from "../../../../ui/forms/search-field.tsx";
import { useSearch } from "../../../../ui/forms/use-search.ts";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Pager } from "../../../../ui/pager.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { planName } from "../../shared/subscriptions/plan-rules.ts";
import { latestUndo } from "../../shared/undo/undo.ts";
import { revokeCode } from "./code-mutations.ts";
import { type CodeState, codes, codesPageSize } from "./code-queries.ts";
import { SendCode } from "./send-code.tsx";

const states: readonly (readonly [CodeState, string])[] = [
  [null, words.allCodes],
  ["unused", words.open],
  ["used", words.used],
  ["expired", words.expired],
];

/** All codes with their state (open, used or expired) and a search. */
export function CodeList() {
  const [state, setState] = useState<CodeState>(null);
  const search = useSearch();
  const { searched, page, setPage } = search;
  const [revoking, setRevoking] = useState<AdminPlanCodeRow | null>(null);
  const list = useQuery(codes(state, searched, page));
  const total = list.data?.[0]?.total_count ?? 0;
  return (
    <section aria-label={words.allCodes}>
      <Field label={words.show} className="code-filter">
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
        <SearchField label={words.searchByCodeOrPlayer} search={search} list={list} />
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadCodes}
        loading={{ count: 5, height: 44, label: words.loadingCodes }}
        empty={{
          title: state === null && !searched ? words.noCodesYet : words.noCodesFound,
          text: searched ? words.noCodeMatches({ searched }) : words.whereCodesAreListed,
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
            <Pager page={page} pageSize={codesPageSize} total={total} list={list} onPage={setPage} />
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
      title: sessionWords.code,
      cell: (code) => (
        <>
          <span className="number listed-code">{code.code}</span>
          {code.sold_to_name !== null && <small>{words.codeIsFor({ name: code.sold_to_name })}</small>}
          <small className="code-state">
            {code.code_state === "unused"
              ? words.stateUntil({ state: stateOf(code), date: expiryOf(code) })
              : stateOf(code)}
          </small>
        </>
      ),
    },
    { title: words.plan, cell: (code) => <CompetitionBadge name={planName(code.plan_type)} /> },
    { title: words.expires, wide: true, className: "code-date", cell: expiryOf },
    { title: words.state, wide: true, className: "listed-state", cell: stateOf },
    {
      title: words.actions,
      hidesTitle: true,
      end: true,
      cell: (code) =>
        code.code_state === "unused" && (
          <div className="code-actions">
            <SendCode code={code} isSent={code.sent_at !== null} className="btn secondary small" isCompact />
            <button
              type="button"
              className="btn secondary small"
              aria-label={words.revokeNamed({ code: code.code })}
              onClick={() => onRevoke(code)}
            >
              {words.revoke}
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
    { success: words.codeRevoked({ code: code.code }), failure: words.failedToRevokeCode },
    { stale: [subject.codes], onDone: onClose, undoId: () => latestUndo("revoke_plan_code") },
  );
  return (
    <ConfirmDialog
      open
      title={words.revokeQuestion({ code: code.code })}
      keep={words.keepCode}
      confirm={words.revokeCode}
      pending={revoke.isPending}
      error={revoke.problem}
      onKeep={onClose}
      onConfirm={() => revoke.mutate(undefined)}
    >
      <p>{words.revokeEffects}</p>
    </ConfirmDialog>
  );
}

function stateOf(code: AdminPlanCodeRow): string {
  switch (code.code_state) {
    case "used":
      return useOf(code.used_by_name, code.used_at && shortDateWithYear(code.used_at));
    case "expired":
      return words.expired;
    default:
      return code.sent_at ? words.openAndSent({ date: shortDateWithYear(code.sent_at) }) : words.open;
  }
}

function useOf(name: string | null, date: string | null): string {
  if (name) return date ? words.usedByOn({ name, date }) : words.usedBy({ name });
  return date ? words.usedOn({ date }) : words.used;
}

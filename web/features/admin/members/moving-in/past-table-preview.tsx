import { useQuery } from "@tanstack/react-query";
import * as words from "#words/admin-members";
import { movingSentences } from "../../../../backend/sentences/member-sentences.ts";
import { sentenceOf } from "../../../../backend/sentences/sentence.ts";
import type { PastTableRow } from "../../../../backend/types/member-rows.ts";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { formatNumber } from "../../../../ui/text/format-number.ts";
import { useFocusOnChange } from "../../../../ui/use-focus-on-change.ts";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { archivePastTable, staleAfterPastTable } from "./moving-in-mutations.ts";
import { type PastTable, previewOfPastTable } from "./moving-in-queries.ts";

interface Props {
  table: PastTable;
  onBack: () => void;
  onArchived: () => void;
}

/** The places of a past table, which names are members here, and the act. */
export function PastTablePreview({ table, onBack, onArchived }: Props) {
  const preview = useQuery(previewOfPastTable(table));
  const content = useFocusOnChange<HTMLDivElement>("preview", '[role="status"]');
  const archive = useAdminMutation(
    archivePastTable,
    { success: words.pastTableArchived, failure: words.failedToArchiveThePastTable },
    { stale: staleAfterPastTable, undoId: (id) => id, onDone: onArchived },
  );
  return (
    <div className="panel form" ref={content}>
      <h4>{table.name.trim()}</h4>
      <QueryView
        query={preview}
        failed={words.failedToCheckTheTable}
        loading={{ count: 6, height: 56, label: words.loadingThePastTable }}
      >
        {(rows) => (
          <>
            <p role="status" tabIndex={-1}>
              {summaryOf(rows)}
            </p>
            <ul className="pool-lines">
              {rows.map((row) => (
                <PastLine key={row.line} row={row} at={table.lines[row.line - 1]?.line ?? row.line} />
              ))}
            </ul>
            <FormError message={archive.problem} />
            <div className="actions">
              <button type="button" className="btn secondary" onClick={onBack}>
                {words.backToThePastTable}
              </button>
              <button
                type="button"
                className="btn"
                disabled={wrongIn(rows) > 0 || archive.isPending}
                onClick={() => archive.mutate(table)}
              >
                {words.archiveThePastTable}
              </button>
            </div>
          </>
        )}
      </QueryView>
    </div>
  );
}

function PastLine({ row, at }: { row: PastTableRow; at: number }) {
  const { place, name, points, member_id: memberId, problem } = row;
  const shown = points === null ? "?" : formatNumber(points);
  return (
    <li>
      <span className="pool-name">
        <b>{words.placeAndName({ place, name: name ?? words.noName })}</b>
        <small>{words.pointsAtLine({ line: at, points: shown })}</small>
      </span>
      <span className="pool-member">{memberId === null ? words.nameWithoutAccount : words.memberHere}</span>
      {problem && <small className="warning">{sentenceOf(movingSentences, problem)}</small>}
    </li>
  );
}

const wrongIn = (rows: readonly PastTableRow[]) => rows.filter(({ problem }) => problem !== null).length;

function summaryOf(rows: readonly PastTableRow[]): string {
  const members = rows.filter(({ member_id: id }) => id !== null).length;
  const said = words.pastTableSummary({ players: rows.length, members });
  const wrong = wrongIn(rows);
  return wrong > 0 ? `${said} ${words.linesToCorrect({ count: wrong })}` : said;
}

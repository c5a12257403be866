import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { type TextKind, type TextVersionRow, textKinds } from "../../../../backend/types/notices.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { textPaths } from "../../../../paths.ts";
import { Link } from "../../../../routing/link.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { NoticeSettings } from "./notice-settings.tsx";
import { TextEditor } from "./text-editor.tsx";
import { withdrawText } from "./text-mutations.ts";
import { nameOf } from "./text-names.ts";
import { textVersions } from "./text-queries.ts";

export { TextsPanel as Component };

type Open = { kind: TextKind; does: "edit" | "withdraw" } | null;

/** The club's terms, privacy notice and prize rules, its contact, and the age that members confirm. */
function TextsPanel() {
  const versions = useQuery(textVersions);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className="stack">
      <section aria-labelledby="texts">
        <div className="section-head">
          <h2 id="texts">{words.texts}</h2>
          <p>{words.whereTextsAreShown}</p>
        </div>
        <QueryView
          query={versions}
          failed={words.failedToLoadTheTexts}
          loading={{ count: 3, height: 72, label: words.loadingTheTexts }}
        >
          {(rows) => (
            <>
              <ul className="record-list">
                {textKinds.map((kind) => (
                  <Text
                    key={kind}
                    kind={kind}
                    newest={rows.find((row) => row.kind === kind)}
                    onOpen={(does) => setOpen({ kind, does })}
                  />
                ))}
              </ul>
              {open?.does === "edit" && (
                <TextEditor
                  kind={open.kind}
                  versions={rows.filter(({ kind }) => kind === open.kind)}
                  onClose={close}
                />
              )}
            </>
          )}
        </QueryView>
        {open?.does === "withdraw" && <Withdraw kind={open.kind} onClose={close} />}
      </section>
      <NoticeSettings />
    </div>
  );
}

interface TextProps {
  kind: TextKind;
  newest: TextVersionRow | undefined;
  onOpen: (does: "edit" | "withdraw") => void;
}

function Text({ kind, newest, onOpen }: TextProps) {
  const name = nameOf(kind);
  return (
    <li>
      <div>
        <b>{newest?.is_shown ? <Link to={textPaths[kind]}>{name}</Link> : name}</b>
        <span>{stateOf(newest)}</span>
      </div>
      <div className="row-actions">
        <button
          type="button"
          className="btn secondary small"
          aria-label={newest ? words.editTitle({ title: name }) : words.writeText({ name })}
          onClick={() => onOpen("edit")}
        >
          {newest ? words.edit : words.write}
        </button>
        {newest?.is_shown && (
          <button
            type="button"
            className="btn secondary small"
            aria-label={words.withdrawText({ name })}
            onClick={() => onOpen("withdraw")}
          >
            {words.withdraw}
          </button>
        )}
      </div>
    </li>
  );
}

function stateOf(newest: TextVersionRow | undefined): string {
  if (!newest) return words.notPublished;
  const { version, published_at, author, is_shown } = newest;
  if (!is_shown) return words.withdrawnVersion({ version });
  const facts = { version, day: longDate(published_at) };
  return author === null
    ? words.publishedVersion(facts)
    : words.publishedVersionBy({ ...facts, name: author });
}

function Withdraw({ kind, onClose }: { kind: TextKind; onClose: () => void }) {
  const withdraw = useAdminMutation(
    withdrawText,
    { success: words.textWithdrawn, failure: words.failedToWithdraw },
    { stale: [subject.settings], onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={words.withdrawQuestion({ name: nameOf(kind) })}
      keep={words.keepTheText}
      confirm={words.withdraw}
      pending={withdraw.isPending}
      error={withdraw.problem}
      onKeep={onClose}
      onConfirm={() => withdraw.mutate(kind)}
    >
      <p>{words.whatWithdrawingDoes}</p>
    </ConfirmDialog>
  );
}

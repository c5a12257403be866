import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { ClubMessageRow } from "../../../../backend/types/admin-rows.ts";
import { dayInZone } from "../../../../football/time/club-day.ts";
import { useNow } from "../../../../football/time/use-now.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { cancelMessage, rescheduleMessage, withdrawMessage } from "./message-mutations.ts";
import { clubMessages, messageProgress } from "./message-queries.ts";
import { recipientsInWords, sendTime, stateInWords, timeInZone, withdrawalInWords } from "./message-words.ts";
import { TimeFields } from "./time-fields.tsx";

const stale = [subject.notifications];

interface DialogProps {
  row: ClubMessageRow;
  onClose: () => void;
}

/** The scheduled messages, whose time can be changed, and those that were sent, which can be withdrawn. */
export function ClubMessages() {
  const list = useQuery(clubMessages);
  const now = useNow(30_000);
  return (
    <section aria-labelledby="club-messages">
      <div className="section-head">
        <h2 id="club-messages">{words.scheduledAndSent}</h2>
        <p>{words.latestTwentySent}</p>
      </div>
      <QueryView
        query={list}
        failed={words.failedToLoadTheMessages}
        loading={{ count: 1, height: 88, label: words.loadingTheMessages }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">{words.noMessagesYet}</p>
          ) : (
            <ul className="record-list">
              {rows.map((row) => (
                <Message key={row.id} row={row} now={now} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  );
}

const dialogs = { time: TimeDialog, cancel: CancelDialog, withdraw: WithdrawDialog };

function Message({ row, now }: { row: ClubMessageRow; now: number }) {
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const Open = open && dialogs[open];
  const button = (label: string, dialog: keyof typeof dialogs) => (
    <button
      type="button"
      className="btn secondary small"
      aria-label={`${label}: ${row.title}`}
      onClick={() => setOpen(dialog)}
    >
      {label}
    </button>
  );
  return (
    <li>
      <div>
        <b>{row.title}</b>
        <span>{recipientsInWords(row)}</span>
        <span>{stateInWords(row, backend().config.time_zone, now)}</span>
      </div>
      <div className="row-actions">
        {row.sent_at === null && button(words.editTime, "time")}
        {row.sent_at === null && button(words.cancel, "cancel")}
        {row.sent_at !== null && row.withdrawn_at === null && button(words.withdraw, "withdraw")}
      </div>
      {Open && <Open row={row} onClose={() => setOpen(null)} />}
    </li>
  );
}

function TimeDialog({ row, onClose }: DialogProps) {
  const zone = backend().config.time_zone;
  const [when, setWhen] = useState({
    date: dayInZone(zone, row.send_at),
    time: timeInZone(zone, row.send_at),
  });
  const [invalid, setInvalid] = useState<string | null>(null);
  const now = useNow(30_000);
  const save = useAdminMutation(
    (sendAt: string) => rescheduleMessage(row.id, sendAt),
    { success: words.timeSaved, failure: words.failedToSaveTheTime },
    { stale, onDone: onClose },
  );
  const submit = () => {
    const time = sendTime(when, zone, now);
    setInvalid("problem" in time ? time.problem : null);
    if ("sendAt" in time) save.mutate(time.sendAt);
  };
  return (
    <Dialog open onClose={onClose} title={words.editTime} description={row.title}>
      <Form className="form" noValidate onSubmit={submit}>
        <TimeFields {...when} onChange={(change) => setWhen({ ...when, ...change })} />
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          <SubmitButton pending={save.isPending}>{words.saveTime}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function CancelDialog({ row, onClose }: DialogProps) {
  const cancel = useAdminMutation(
    () => cancelMessage(row.id),
    { success: words.messageCancelled, failure: words.failedToCancelTheMessage },
    { stale, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={words.cancelThisMessage}
      keep={words.keepMessage}
      confirm={words.cancelMessage}
      pending={cancel.isPending}
      error={cancel.problem}
      onKeep={onClose}
      onConfirm={() => cancel.mutate(undefined)}
    >
      <p>{words.messageIsNotSent({ title: row.title })}</p>
    </ConfirmDialog>
  );
}

function WithdrawDialog({ row, onClose }: DialogProps) {
  const progress = useQuery(messageProgress(row.id));
  const withdraw = useAdminMutation(
    () => withdrawMessage(row.id),
    {
      success: (bells) => words.messageWithdrawnFromBells({ bells }),
      failure: words.failedToWithdrawTheMessage,
    },
    { stale, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title={words.withdrawThisMessage}
      keep={words.keepMessage}
      confirm={words.withdraw}
      pending={withdraw.isPending}
      error={withdraw.problem}
      onKeep={onClose}
      onConfirm={() => withdraw.mutate(undefined)}
    >
      <QueryView
        query={progress}
        failed={words.failedToCountTheReaders}
        loading={{ count: 1, height: 72, label: words.countingTheReaders }}
      >
        {(counts) => <p>{withdrawalInWords(counts)}</p>}
      </QueryView>
    </ConfirmDialog>
  );
}

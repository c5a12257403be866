import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
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
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import {
  cancelMessage,
  clubMessages,
  messageProgress,
  rescheduleMessage,
  withdrawMessage,
} from "./message-queries.ts";
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
        <h2 id="club-messages">Scheduled and sent</h2>
        <p>The latest 20 that were sent</p>
      </div>
      <QueryView
        query={list}
        failed="Failed to load the messages"
        loading={{ count: 1, height: 88, label: "Loading the messages" }}
      >
        {(rows) =>
          rows.length === 0 ? (
            <p className="muted">No message was scheduled or sent yet.</p>
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
  const button = (words: string, dialog: keyof typeof dialogs) => (
    <button
      type="button"
      className="btn secondary small"
      aria-label={`${words}: ${row.title}`}
      onClick={() => setOpen(dialog)}
    >
      {words}
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
        {row.sent_at === null && button("Edit time", "time")}
        {row.sent_at === null && button("Cancel", "cancel")}
        {row.sent_at !== null && row.withdrawn_at === null && button("Withdraw", "withdraw")}
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
    { success: "Time saved", failure: "Failed to save the time" },
    { stale, onDone: onClose },
  );
  const submit = () => {
    const time = sendTime(when, zone, now);
    setInvalid("problem" in time ? time.problem : null);
    if ("sendAt" in time) save.mutate(time.sendAt);
  };
  return (
    <Dialog open onClose={onClose} title="Edit time" description={row.title}>
      <Form className="form" noValidate onSubmit={submit}>
        <TimeFields {...when} onChange={(change) => setWhen({ ...when, ...change })} />
        <FormError message={invalid ?? save.problem} />
        <div className="actions">
          <SubmitButton pending={save.isPending}>Save time</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function CancelDialog({ row, onClose }: DialogProps) {
  const cancel = useAdminMutation(
    () => cancelMessage(row.id),
    { success: "Message cancelled", failure: "Failed to cancel the message" },
    { stale, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title="Cancel this message?"
      keep="Keep message"
      confirm="Cancel message"
      pending={cancel.isPending}
      error={cancel.problem}
      onKeep={onClose}
      onConfirm={() => cancel.mutate(undefined)}
    >
      <p>"{row.title}" is not sent.</p>
    </ConfirmDialog>
  );
}

function WithdrawDialog({ row, onClose }: DialogProps) {
  const progress = useQuery(messageProgress(row.id));
  const withdraw = useAdminMutation(
    () => withdrawMessage(row.id),
    {
      success: (bells) => `Message withdrawn from ${plural(bells, "bell")}`,
      failure: "Failed to withdraw the message",
    },
    { stale, onDone: onClose },
  );
  return (
    <ConfirmDialog
      open
      title="Withdraw this message?"
      keep="Keep message"
      confirm="Withdraw"
      pending={withdraw.isPending}
      error={withdraw.problem}
      onKeep={onClose}
      onConfirm={() => withdraw.mutate(undefined)}
    >
      <QueryView
        query={progress}
        failed="Failed to count the readers"
        loading={{ count: 1, height: 72, label: "Counting the readers" }}
      >
        {(counts) => <p>{withdrawalInWords(counts)}</p>}
      </QueryView>
    </ConfirmDialog>
  );
}

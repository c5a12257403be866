import { useState } from "react";
import * as words from "#words/admin-content";
import * as uiWords from "#words/ui";
import { backend } from "../../../../backend/connection/client.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { ConfirmDialog } from "../../../../ui/overlays/confirm-dialog.tsx";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { RecipientFields, TextFields } from "./message-fields.tsx";
import { type NewMessage, sendMessage } from "./message-mutations.ts";
import { type Reach, type Recipients, reachOf } from "./message-queries.ts";
import { clubMoment, problemWithRecipients, reachInWords, sendTime } from "./message-words.ts";
import { TimeFields } from "./time-fields.tsx";

const empty = {
  title: "",
  message: "",
  type: "info",
  audience: "everyone" as Recipients["audience"],
  competition: "",
  group: "",
  isLater: false,
  date: "",
  time: "",
};
type Fields = typeof empty;

/** Writes a message to members. Asks before it is sent, with the number of members and the ways. */
export function MessageForm() {
  const zone = backend().config.time_zone;
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ message: NewMessage; reach: Reach } | null>(null);
  const count = useAdminMutation(
    reachOf,
    { success: null, failure: words.failedToCountTheRecipients },
    { stale: [], onDone: (reach, message) => ask(message as NewMessage, reach) },
  );
  const send = useAdminMutation(
    sendMessage,
    {
      success: (players) =>
        players === null ? words.messageScheduled : words.notificationSentToUsers({ players }),
      failure: words.failedToSendNotifications,
    },
    {
      stale: [subject.notifications],
      onDone: () => {
        setAsked(null);
        setFields(empty);
      },
    },
  );
  const ask = (message: NewMessage, reach: Reach) => {
    if (reach.members === 0 && message.sendAt === null) setInvalid(words.noMemberWouldReceive);
    else setAsked({ message, reach });
  };
  const submit = () => {
    const message = messageOf(fields, zone);
    setInvalid("problem" in message ? message.problem : null);
    if (!("problem" in message)) count.mutate(message);
    // The input is not saved before the question is answered.
    return false;
  };
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const close = () => {
    send.reset();
    setAsked(null);
  };
  const isScheduled = asked?.message.sendAt != null;
  return (
    <section aria-labelledby="notifications">
      <div className="section-head">
        <h2 id="notifications">{words.notifications}</h2>
        <p>{words.whereMessagesAppear}</p>
      </div>
      <Form className="panel form narrow" noValidate onSubmit={submit}>
        <TextFields text={fields} onChange={set} />
        <RecipientFields recipients={fields} onChange={set} />
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={fields.isLater}
            onChange={(event) => set({ isLater: event.target.checked })}
          />
          <span>{words.sendLater}</span>
        </label>
        {fields.isLater && <TimeFields date={fields.date} time={fields.time} onChange={set} />}
        <FormError message={invalid ?? count.problem} />
        <SubmitButton pending={count.isPending}>{buttonOf(fields)}</SubmitButton>
      </Form>
      {asked && (
        <ConfirmDialog
          open
          title={isScheduled ? words.scheduleThisMessage : words.sendThisMessage}
          keep={uiWords.keepEditing}
          confirm={isScheduled ? words.schedule : words.send}
          pending={send.isPending}
          error={send.problem}
          onKeep={close}
          onConfirm={() => send.mutate(asked.message)}
        >
          <p>{`${reachInWords(asked.reach)}.`}</p>
          {asked.message.sendAt !== null && (
            <p>
              {words.scheduledMessageIsSent({ time: clubMoment(asked.message.sendAt, zone, serverNow()) })}
            </p>
          )}
          {send.isPending && <LongOperation work={words.sendingToEveryRecipient} />}
        </ConfirmDialog>
      )}
    </section>
  );
}

function buttonOf({ isLater, audience }: Fields): string {
  if (isLater) return words.scheduleMessage;
  return audience === "everyone" ? words.sendToAllUsers : words.sendMessage;
}

/** The message of the form, or why it cannot be sent. */
function messageOf(fields: Fields, zone: string): NewMessage | { problem: string } {
  const [title, message] = [fields.title.trim(), fields.message.trim()];
  if (title === "" || message === "") return { problem: words.fillInTitleAndMessage };
  const problem = problemWithRecipients(fields);
  if (problem !== null) return { problem };
  const when = fields.isLater ? sendTime(fields, zone, serverNow()) : { sendAt: null };
  if ("problem" in when) return when;
  const { type, audience, competition, group } = fields;
  return { title, message, type, audience, competition, group, ...when };
}

import { useState } from "react";
import * as words from "#words/admin-members";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { messageMember } from "./member-sheet-mutations.ts";

/** Sends one message to the member: in the bell, by push and by email, as the member has chosen for news. */
export function MemberMessage({ userId, name }: { userId: string; name: string }) {
  const [title, setTitle] = useState("");
  const [message, setMessage] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const send = useAdminMutation(
    (text: { title: string; message: string }, requestKey) =>
      messageMember(userId, text.title, text.message, requestKey),
    { success: words.messageSent({ name }), failure: words.failedToSendTheMessage },
    {
      stale: [subject.notifications],
      onDone: () => {
        setTitle("");
        setMessage("");
      },
    },
  );
  const submit = () => {
    const isEmpty = title.trim() === "" || message.trim() === "";
    setInvalid(isEmpty ? words.enterTitleAndMessage : null);
    if (!isEmpty) send.mutate({ title, message });
  };
  return (
    <section className="member-part" aria-labelledby="member-message">
      <h3 id="member-message">{words.message}</h3>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.title}>
          <input value={title} maxLength={200} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        <Field label={words.message} hint={words.howMessagesArrive}>
          <textarea
            value={message}
            maxLength={2000}
            rows={3}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
        <FormError message={invalid ?? send.problem} />
        <div className="actions">
          <SubmitButton pending={send.isPending}>{words.sendMessage}</SubmitButton>
        </div>
      </Form>
    </section>
  );
}

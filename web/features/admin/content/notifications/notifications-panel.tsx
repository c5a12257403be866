import { useState } from "react";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { fieldsAfter } from "../../../../ui/forms/fields-after.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { LongOperation } from "../../shared/mutations/long-operation.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { QuietHours } from "./quiet-hours.tsx";
import { WinnersToTell } from "./winners-to-tell.tsx";

export { NotificationsPanel as Component };

const types = ["info", "success", "warning", "error"] as const;

interface Fields {
  title: string;
  message: string;
  type: (typeof types)[number];
}

const empty: Fields = { title: "", message: "", type: "info" };

function NotificationsPanel() {
  return (
    <div className="notification-forms">
      <NotifyEveryone />
      <WinnersToTell />
      <QuietHours />
    </div>
  );
}

/** Sends a notification to every player in one statement, so that all receive it or nobody does. */
function NotifyEveryone() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const send = useAdminMutation(
    ({ title, message, type }: Fields, requestKey) =>
      dataOf(
        backend().rest.rpc("notify_everyone", {
          title: title.trim(),
          message: message.trim(),
          type,
          _request_key: requestKey,
        }),
      ),
    {
      success: (players) => `Notification sent to ${plural(players, "user")}`,
      failure: "Failed to send notifications",
    },
    { stale: [subject.notifications], onDone: (_, sent) => setFields(fieldsAfter(sent, empty)) },
  );
  const submit = () => {
    const isEmpty = fields.title.trim() === "" || fields.message.trim() === "";
    setInvalid(isEmpty ? "Please fill in both title and message" : null);
    if (!isEmpty) send.mutate(fields);
  };
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? send.problem;
  return (
    <section aria-labelledby="notifications">
      <div className="section-head">
        <h2 id="notifications">Notifications</h2>
        <p>Sent to every player at once</p>
      </div>
      <Form className="panel form narrow" noValidate onSubmit={submit}>
        <Field label="Title">
          <input
            value={fields.title}
            maxLength={200}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field label="Message">
          <textarea
            rows={4}
            value={fields.message}
            maxLength={2000}
            onChange={(event) => set({ message: event.target.value })}
          />
        </Field>
        <Field label="Type">
          <select
            value={fields.type}
            onChange={(event) => {
              const type = types.find((known) => known === event.target.value);
              if (type) set({ type });
            }}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {type[0]?.toUpperCase()}
                {type.slice(1)}
              </option>
            ))}
          </select>
        </Field>
        <FormError message={problem} />
        {send.isPending && <LongOperation work="Sending to every player." />}
        <SubmitButton pending={send.isPending}>Send to all users</SubmitButton>
      </Form>
    </section>
  );
}

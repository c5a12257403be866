import { queryOptions, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { backend } from "../../../backend/connection/client.ts";
import { messageFor } from "../../../backend/connection/error-messages.ts";
import { dataOf } from "../../../backend/connection/response.ts";
import { subject } from "../../../backend/queries/query-keys.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { Failure } from "../../../ui/loading/failure.tsx";
import { SkeletonRows } from "../../../ui/loading/skeleton.tsx";
import { useAdminMutation } from "../mutations/use-admin-mutation.ts";
import { saveSetting } from "../settings/save-setting.ts";

interface Hours {
  /** `23:00`, in the club's time zone. */
  from: string;
  to: string;
}

/** The saved or default quiet hours; null if they are off, which is stored as two equal times. */
const quietHours = queryOptions({
  queryKey: [subject.settings, "quiet hours"],
  queryFn: async (): Promise<Hours | null> => {
    const [row] = await dataOf(backend().rest.rpc("quiet_hours"));
    if (!row || row.starts_at === row.ends_at) return null;
    return { from: row.starts_at.slice(0, 5), to: row.ends_at.slice(0, 5) };
  },
});

/** Edits the hours in which no emails or push messages are sent. */
export function QuietHours() {
  const saved = useQuery(quietHours);
  return (
    <section aria-labelledby="quiet-hours">
      <div className="section-head">
        <h2 id="quiet-hours">Quiet hours</h2>
        <p>For emails and push messages</p>
      </div>
      {saved.isPending && <SkeletonRows count={2} height={64} label="Loading the quiet hours" />}
      {saved.isError && (
        <Failure
          title="Failed to load the quiet hours"
          reason={messageFor(saved.error, "admin")}
          onRetry={() => void saved.refetch()}
        />
      )}
      {/* The key changes when another admin saves, so that the form shows the new values. */}
      {saved.data !== undefined && <Editor key={JSON.stringify(saved.data)} saved={saved.data} />}
    </section>
  );
}

function Editor({ saved }: { saved: Hours | null }) {
  const [isOn, setIsOn] = useState(saved !== null);
  const [hours, setHours] = useState(saved ?? { from: "23:00", to: "07:00" });
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    ({ from, to }: Hours) => saveSetting("quiet_hours", `${from}-${to}`),
    { success: "Quiet hours saved", failure: "Failed to save the quiet hours" },
    { stale: [subject.settings] },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = isOn ? problemWith(hours) : null;
    setInvalid(problem);
    if (!problem) save.mutate(isOn ? hours : { from: "00:00", to: "00:00" });
  };
  return (
    <form className="panel form narrow" noValidate onSubmit={submit}>
      <p className="muted">
        Emails and push messages wait until the quiet hours end. They are not sent if it is too late by then.
        Messages in the app appear at once.
      </p>
      <label className="checkbox-field">
        <input type="checkbox" checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
        Turn on quiet hours
      </label>
      {isOn && (
        <div className="quiet-hours">
          <Field label="From" hint="Club time">
            <input
              type="time"
              value={hours.from}
              onChange={(event) => setHours({ ...hours, from: event.target.value })}
            />
          </Field>
          <Field label="To" hint="Club time">
            <input
              type="time"
              value={hours.to}
              onChange={(event) => setHours({ ...hours, to: event.target.value })}
            />
          </Field>
        </div>
      )}
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>Save quiet hours</SubmitButton>
    </form>
  );
}

function problemWith({ from, to }: Hours): string | null {
  if (from === "" || to === "") return "Please fill in both times";
  if (from === to) return "Quiet hours must start and end at different times";
  return null;
}

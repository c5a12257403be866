import { type FormEvent, useState } from "react";
import { subject } from "../../../backend/queries/query-keys.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { showToast } from "../../../ui/overlays/toast.ts";
import { useAdminMutation } from "../shared/use-admin-mutation.ts";
import { archivePeriod, type PeriodFields, problemWith } from "./subscription-archive-queries.ts";

const empty: PeriodFields = { name: "", description: "", start: "", end: "" };

/** The subscriptions that started in a period become an archive, in one act. */
export function PeriodForm() {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const create = useAdminMutation(
    archivePeriod,
    {
      success: (count) => `Subscription archive created successfully with ${count} subscriptions archived`,
      failure: "Failed to create subscription archive",
    },
    {
      stale: [subject.subscriptionArchives],
      onDone: (count) => {
        setFields(empty);
        if (count === 0)
          showToast({ kind: "info", message: "No subscriptions found in the specified date range" });
      },
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) create.mutate(fields);
  };
  const set = (change: Partial<PeriodFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? create.problem;
  return (
    <form className="panel grid gap-4" noValidate onSubmit={submit}>
      <Field label="Name">
        <input value={fields.name} maxLength={100} onChange={(event) => set({ name: event.target.value })} />
      </Field>
      <Field label="Description (optional)">
        <textarea
          rows={2}
          maxLength={1000}
          value={fields.description}
          onChange={(event) => set({ description: event.target.value })}
        />
      </Field>
      <Field label="Start date">
        <input type="date" value={fields.start} onChange={(event) => set({ start: event.target.value })} />
      </Field>
      <Field label="End date" hint="Subscriptions that started on these days count, by UTC.">
        <input type="date" value={fields.end} onChange={(event) => set({ end: event.target.value })} />
      </Field>
      <FormError words={problem} />
      <SubmitButton pending={create.isPending} className="btn w-full">
        Create Subscription Archive
      </SubmitButton>
    </form>
  );
}

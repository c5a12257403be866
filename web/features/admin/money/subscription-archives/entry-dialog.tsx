import { useState } from "react";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { homeCompetitions } from "../../../../football/rules/club-settings.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import { addEntry, type EntryFields } from "./subscription-archive-queries.ts";

const empty: EntryFields = { phone: "", type: "premier_league", status: "active", start: "", expiry: "" };

/** Adds a subscription to an archive by hand, for the player with a phone number. */
export function EntryDialog({ archive, onClose }: { archive: SubscriptionArchiveRow; onClose: () => void }) {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const add = useAdminMutation(
    (entry: EntryFields, requestKey) => addEntry(archive.id, entry, requestKey),
    {
      success: "Subscription added to archive",
      failure: "Failed to add subscription to archive",
    },
    { stale: [subject.subscriptionArchives], onDone: onClose },
  );
  const submit = () => {
    const problem = problemWith(fields);
    setInvalid(problem);
    if (!problem) add.mutate(fields);
  };
  const set = (change: Partial<EntryFields>) => setFields({ ...fields, ...change });
  const problem = invalid ?? add.problem;
  return (
    <Dialog open onClose={onClose} title="Add by phone number">
      <Form className="form" noValidate onSubmit={submit}>
        <Field
          label="Phone number"
          hint="As in the player's profile. Without + it is treated as Mauritian (+230)."
        >
          <input
            type="tel"
            maxLength={20}
            value={fields.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        </Field>
        <Field label="Subscription type">
          <select value={fields.type} onChange={(event) => set({ type: event.target.value })}>
            {homeCompetitions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label="Status">
          <select value={fields.status} onChange={(event) => set({ status: event.target.value })}>
            {["active", "inactive", "expired"].map((status) => (
              <option key={status}>{status}</option>
            ))}
          </select>
        </Field>
        <Field label="Start date">
          <input type="date" value={fields.start} onChange={(event) => set({ start: event.target.value })} />
        </Field>
        <Field label="Expiry date">
          <input
            type="date"
            value={fields.expiry}
            onChange={(event) => set({ expiry: event.target.value })}
          />
        </Field>
        <FormError message={problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            Close
          </button>
          <SubmitButton pending={add.isPending}>Add subscription</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function problemWith({ phone, start, expiry }: EntryFields): string | null {
  if (phone.trim() === "" || start === "" || expiry === "") return "Please fill in all required fields";
  return start > expiry ? "Start date must be before end date" : null;
}

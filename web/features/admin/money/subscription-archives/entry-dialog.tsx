import { useState } from "react";
import * as words from "#words/admin-money";
import * as uiWords from "#words/ui";
import { subject } from "../../../../backend/queries/query-keys.ts";
import type { SubscriptionArchiveRow } from "../../../../backend/types/admin-rows.ts";
import { homeCompetitions } from "../../../../football/rules/club-settings.ts";
import { DateInput } from "../../../../ui/forms/date-input.tsx";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { statusWords } from "./status-words.ts";
import { addEntry, type EntryFields } from "./subscription-archive-mutations.ts";

const empty: EntryFields = { phone: "", type: "premier_league", status: "active", start: "", expiry: "" };

/** Adds a subscription to an archive by hand, for the player with a phone number. */
export function EntryDialog({ archive, onClose }: { archive: SubscriptionArchiveRow; onClose: () => void }) {
  const [fields, setFields] = useState(empty);
  const [invalid, setInvalid] = useState<string | null>(null);
  const add = useAdminMutation(
    (entry: EntryFields, requestKey) => addEntry(archive.id, entry, requestKey),
    {
      success: words.subscriptionAddedToArchive,
      failure: words.failedToAddSubscription,
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
    <Dialog open onClose={onClose} title={words.addByPhoneNumber}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.phoneNumber} hint={words.hintOfThePhoneNumber}>
          <input
            type="tel"
            maxLength={20}
            value={fields.phone}
            onChange={(event) => set({ phone: event.target.value })}
          />
        </Field>
        <Field label={words.subscriptionType}>
          <select value={fields.type} onChange={(event) => set({ type: event.target.value })}>
            {homeCompetitions.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.status}>
          <select value={fields.status} onChange={(event) => set({ status: event.target.value })}>
            {Object.entries(statusWords).map(([status, label]) => (
              <option key={status} value={status}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <Field label={words.startDate}>
          <DateInput value={fields.start} onChange={(event) => set({ start: event.target.value })} />
        </Field>
        <Field label={words.expiryDate}>
          <DateInput value={fields.expiry} onChange={(event) => set({ expiry: event.target.value })} />
        </Field>
        <FormError message={problem} />
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={add.isPending}>{words.addSubscription}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

function problemWith({ phone, start, expiry }: EntryFields): string | null {
  if (phone.trim() === "" || start === "" || expiry === "") return words.fillInAllRequiredFields;
  return start > expiry ? words.startMustBeBeforeEnd : null;
}

import { useState } from "react";
import * as words from "#words/admin-club";
import * as uiWords from "#words/ui";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { Dialog } from "../../../../ui/overlays/dialog.tsx";
import { problemWithCharacters } from "../../../../ui/text/sanitise.ts";
import { LongOperation } from "../../shared/acts/long-operation.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { createSnapshot } from "./points-mutations.ts";

/** Saves a copy of every player's predictions and points. */
export function CreateSnapshotDialog({ onClose }: { onClose: () => void }) {
  const [fields, setFields] = useState({ name: "", description: "" });
  const [invalid, setInvalid] = useState<string | null>(null);
  const create = useAdminMutation(
    createSnapshot,
    {
      success: (snapshot) => words.snapshotCreated({ predictions: snapshot.predictions }),
      failure: words.failedToCreateSnapshot,
    },
    { stale: [subject.dashboard], onDone: onClose },
  );
  const submit = () => {
    const problem = fields.name.trim() === "" ? words.pleaseEnterAName : problemWithCharacters(fields.name);
    setInvalid(problem);
    if (!problem) create.mutate(fields);
  };
  const problem = invalid ?? create.problem;
  return (
    <Dialog open onClose={onClose} title={words.createSnapshot}>
      <Form className="form" noValidate onSubmit={submit}>
        <Field label={words.name}>
          <input
            value={fields.name}
            maxLength={100}
            placeholder={words.exampleOfASnapshotName}
            onChange={(event) => setFields({ ...fields, name: event.target.value })}
          />
        </Field>
        <Field label={words.descriptionOptional}>
          <textarea
            rows={2}
            maxLength={1000}
            value={fields.description}
            onChange={(event) => setFields({ ...fields, description: event.target.value })}
          />
        </Field>
        <FormError message={problem} />
        {create.isPending && <LongOperation work={words.savingEveryPlayersPredictions} />}
        <div className="actions">
          <button type="button" className="btn secondary" onClick={onClose}>
            {uiWords.close}
          </button>
          <SubmitButton pending={create.isPending}>{words.createSnapshot}</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}

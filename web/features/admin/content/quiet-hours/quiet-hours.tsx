import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import type { Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { type StoredSettings, saveSettings } from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";

import { loadQuietHours, quietHours } from "./quiet-hours-queries.ts";
import {
  problemWith,
  type QuietHoursValues,
  quietHoursEditFields,
  storedHours,
} from "./quiet-hours-rules.ts";

/** Edits the hours in which no emails or push messages are sent. */
export function QuietHours() {
  const saved = useQuery(quietHours);
  return (
    <section aria-labelledby="quiet-hours">
      <div className="section-head">
        <h2 id="quiet-hours">{words.quietHours}</h2>
        <p>{words.forEmailsAndPushMessages}</p>
      </div>
      <QueryView
        query={saved}
        failed={words.failedToLoadQuietHours}
        loading={{ count: 2, height: 64, label: words.loadingTheQuietHours }}
      >
        {(data) => <Editor saved={data} />}
      </QueryView>
    </section>
  );
}

function Editor({ saved }: { saved: Loaded<QuietHoursValues, StoredSettings> }) {
  const { values, setValues, store, question } = useEditForm({
    saved,
    fields: quietHoursEditFields,
    save: (hours, seen) => saveSettings({ quiet_hours: storedHours(hours) }, seen),
    load: loadQuietHours,
  });
  const { isOn } = values;
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.quietHoursSaved, failure: words.failedToSaveQuietHours },
    { stale: [subject.settings] },
  );
  const submit = () => {
    const problem = isOn ? problemWith(values) : null;
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <Form className="panel form narrow" noValidate onSubmit={submit}>
      <p className="muted">{words.whatQuietHoursDo}</p>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={isOn}
          onChange={(event) => setValues({ ...values, isOn: event.target.checked })}
        />
        <span>{words.turnOnQuietHours}</span>
      </label>
      {isOn && (
        <div className="time-fields">
          <Field label={words.from} hint={words.clubTime}>
            <input
              type="time"
              value={values.from}
              onChange={(event) => setValues({ ...values, from: event.target.value })}
            />
          </Field>
          <Field label={words.to} hint={words.clubTime}>
            <input
              type="time"
              value={values.to}
              onChange={(event) => setValues({ ...values, to: event.target.value })}
            />
          </Field>
        </div>
      )}
      {question}
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>{words.saveQuietHours}</SubmitButton>
    </Form>
  );
}

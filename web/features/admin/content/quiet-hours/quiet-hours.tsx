import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { dataOf } from "../../../../backend/connection/response.ts";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import {
  loadSettings,
  type StoredSettings,
  saveSettings,
  storedSettings,
} from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";

interface Hours {
  /** `23:00`, in the club's time zone. */
  from: string;
  to: string;
}

/** The form: whether there are quiet hours, and which. */
interface Values extends Hours {
  isOn: boolean;
}

const keys = ["quiet_hours"];

/** The saved or default quiet hours. They are off if two equal times are stored. */
async function loadQuietHours(): Promise<Loaded<Values, StoredSettings>> {
  // The stored text first: a save between both requests is then noticed.
  const seen = storedSettings(keys, await loadSettings(keys));
  const [row] = await dataOf(backend().rest.rpc("quiet_hours"));
  const isOn = row !== undefined && row.starts_at !== row.ends_at;
  const hours = isOn ? { from: row.starts_at.slice(0, 5), to: row.ends_at.slice(0, 5) } : usualHours;
  return { values: { isOn, ...hours }, seen };
}

const usualHours: Hours = { from: "23:00", to: "07:00" };

const quietHours = queryOptions({ queryKey: [subject.settings, "quiet hours"], queryFn: loadQuietHours });

/** The field as the question about two edits shows it. */
const editFields = [
  field<Values>(words.quietHours, ["isOn", "from", "to"], ({ isOn, from, to }) =>
    isOn ? words.fromTo({ from, to }) : words.off,
  ),
];

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

function Editor({ saved }: { saved: Loaded<Values, StoredSettings> }) {
  const { values, setValues, store, question } = useEditForm({
    saved,
    fields: editFields,
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

function storedHours({ isOn, from, to }: Values): string {
  return isOn ? `${from}-${to}` : "00:00-00:00";
}

function problemWith({ from, to }: Hours): string | null {
  if (from === "" || to === "") return words.fillInBothTimes;
  if (from === to) return words.quietHoursMustDiffer;
  return null;
}

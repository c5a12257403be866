import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "#words/admin-content";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { loadSettings, saveSettings } from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import {
  ages,
  ageWord,
  entries,
  entryWord,
  type NoticeValues,
  noticeEditFields,
  noticeKeys,
  noticesToSave,
  openedNotices,
  problemWith,
  usualAge,
} from "./notice-rules.ts";
import { noticeSettings } from "./text-queries.ts";

/** Edits the contact, what is said about the entry, and the age that members confirm. */
export function NoticeSettings() {
  const saved = useQuery(noticeSettings);
  const data = saved.isFetchedAfterMount ? saved.data : undefined;
  return (
    <section aria-labelledby="contact-and-age">
      <div className="section-head">
        <h2 id="contact-and-age">{words.contactAndAge}</h2>
        <p>{words.whatEveryPageSays}</p>
      </div>
      <QueryView
        query={{ ...saved, data }}
        failed={words.failedToLoadSettings}
        loading={{ count: 4, height: 64, label: words.loadingSettings }}
      >
        {(settings) => <Editor saved={settings} />}
      </QueryView>
    </section>
  );
}

function Editor({ saved }: { saved: ReadonlyMap<string, string> }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedNotices(saved),
    fields: noticeEditFields,
    save: (edited, seen) => saveSettings(noticesToSave(edited), seen),
    load: async () => openedNotices(await loadSettings(noticeKeys)),
  });
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.contactAndAgeSaved, failure: words.failedToSaveSettings },
    { stale: [subject.settings] },
  );
  const set = (change: Partial<NoticeValues>) => setValues({ ...values, ...change });
  const submit = () => {
    const problem = problemWith(values);
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <Form className="panel form narrow" noValidate onSubmit={submit}>
      <Field label={words.contactEmail}>
        <input
          type="email"
          value={values.email}
          maxLength={254}
          spellCheck={false}
          onChange={({ target }) => set({ email: target.value })}
        />
      </Field>
      <Field label={words.contactPhone} hint={words.withTheCountryCode}>
        <input
          type="tel"
          value={values.phone}
          maxLength={30}
          onChange={({ target }) => set({ phone: target.value })}
        />
      </Field>
      <Field label={words.entry} hint={words.entryChangesWordsOnly}>
        <select
          value={values.entry}
          onChange={({ target }) => set({ entry: target.value as NoticeValues["entry"] })}
        >
          {entries.map((entry) => (
            <option key={entry} value={entry}>
              {entryWord(entry)}
            </option>
          ))}
        </select>
      </Field>
      <label className="checkbox-field">
        <input
          type="checkbox"
          checked={values.age !== "off"}
          onChange={({ target }) => set({ age: target.checked ? usualAge : "off" })}
        />
        <span>{words.membersConfirmTheirAge}</span>
      </label>
      {values.age !== "off" && (
        <Field label={words.minimumAge} hint={words.whoConfirms}>
          <select value={values.age} onChange={({ target }) => set({ age: target.value })}>
            {ages.map((age) => (
              <option key={age} value={age}>
                {ageWord(age)}
              </option>
            ))}
          </select>
        </Field>
      )}
      {question}
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>{words.saveContactAndAge}</SubmitButton>
    </Form>
  );
}

import { useState } from "react";
import * as words from "#words/admin-content";
import { staleAfterSettings, subject } from "../../../../backend/queries/query-keys.ts";
import { doublesRuleText, mostDoubles } from "../../../../football/doubles/doubles-rule.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { loadSettings, saveSettings } from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";

import {
  type DoublesValues,
  doublesEditFields,
  doublesKeys,
  openedDoubles,
  problemWith,
} from "./doubles-rules.ts";

const stale = [...staleAfterSettings, subject.predictions];

/** Edits the rule of doubles. */
export function DoublesSettings({ saved }: { saved: ReadonlyMap<string, string> }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedDoubles(saved),
    fields: doublesEditFields,
    save: ({ kind, number }, seen) =>
      saveSettings({ doubles: doublesRuleText(kind === "season" ? { kind, number } : { kind }) }, seen),
    load: async () => openedDoubles(await loadSettings(doublesKeys)),
  });
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.doublesSaved, failure: words.failedToSaveTheDoubles },
    { stale },
  );
  const submit = () => {
    const problem = problemWith(values);
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <section aria-labelledby="doubles-settings">
      <div className="section-head">
        <h2 id="doubles-settings">{words.doubles}</h2>
        <p>{words.matchesWhosePointsCountTwice}</p>
      </div>
      <Form className="panel form narrow" noValidate onSubmit={submit}>
        <p className="muted">{words.whatDoublesDo}</p>
        <Field label={words.doublesInEachCompetition}>
          <select
            value={values.kind}
            onChange={({ target }) => setValues({ ...values, kind: target.value as DoublesValues["kind"] })}
          >
            <option value="off">{words.off}</option>
            <option value="season">{words.aNumberPerSeason}</option>
            <option value="matchday">{words.onePerMatchday}</option>
          </select>
        </Field>
        {values.kind === "season" && (
          <Field label={words.doublesPerSeason}>
            <input
              type="number"
              min={1}
              max={mostDoubles}
              inputMode="numeric"
              value={Number.isNaN(values.number) ? "" : values.number}
              onChange={({ target }) => setValues({ ...values, number: target.valueAsNumber })}
            />
          </Field>
        )}
        {question}
        <FormError message={invalid ?? save.problem} />
        <SubmitButton pending={save.isPending}>{words.saveDoubles}</SubmitButton>
      </Form>
    </section>
  );
}

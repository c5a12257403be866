import { useState } from "react";
import { staleAfterSettings, subject } from "../../../../backend/queries/query-keys.ts";
import { field, type Loaded } from "../../../../backend/queries/save-edit.ts";
import { settingKeys } from "../../../../backend/queries/settings.ts";
import { doublesRuleIn, doublesRuleText, mostDoubles } from "../../../../football/doubles/doubles-rule.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { plural } from "../../../../ui/text/plural.ts";
import { useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
import {
  loadSettings,
  type StoredSettings,
  saveSettings,
  storedSettings,
} from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";

/** The form. The number is kept while another rule is chosen. */
interface Values {
  kind: "off" | "season" | "matchday";
  number: number;
}

const keys = [settingKeys.doubles];
const usualNumber = 3;
const stale = [...staleAfterSettings, subject.predictions];

function opened(saved: ReadonlyMap<string, string>): Loaded<Values, StoredSettings> {
  const rule = doublesRuleIn(saved.get(settingKeys.doubles));
  const number = rule.kind === "season" ? rule.number : usualNumber;
  return { values: { kind: rule.kind, number }, seen: storedSettings(keys, saved) };
}

/** The fields as the question about two edits shows them. */
const editFields = [
  field<Values>("Doubles", ["kind", "number"], ({ kind, number }) =>
    kind === "off"
      ? "Off"
      : kind === "matchday"
        ? "One per matchday"
        : `${plural(number, "double")} per season`,
  ),
];

/** Edits the rule of doubles. */
export function DoublesSettings({ saved }: { saved: ReadonlyMap<string, string> }) {
  const { values, setValues, store, question } = useEditForm({
    saved: opened(saved),
    fields: editFields,
    save: ({ kind, number }, seen) =>
      saveSettings({ doubles: doublesRuleText(kind === "season" ? { kind, number } : { kind }) }, seen),
    load: async () => opened(await loadSettings(keys)),
  });
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: "Doubles saved", failure: "Failed to save the doubles" },
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
        <h2 id="doubles-settings">Doubles</h2>
        <p>Matches whose points count twice</p>
      </div>
      <Form className="panel form narrow" noValidate onSubmit={submit}>
        <p className="muted">
          A member marks a pick before the match locks: a perfect score then earns 6 points, a right outcome
          2. A cancelled match gives its double back. If you allow fewer, marks on open matches are taken
          back, first those that lock last. Marks on locked matches stay.
        </p>
        <Field label="Doubles in each competition">
          <select
            value={values.kind}
            onChange={({ target }) => setValues({ ...values, kind: target.value as Values["kind"] })}
          >
            <option value="off">Off</option>
            <option value="season">A number per season</option>
            <option value="matchday">One per matchday</option>
          </select>
        </Field>
        {values.kind === "season" && (
          <Field label="Doubles per season">
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
        <SubmitButton pending={save.isPending}>Save doubles</SubmitButton>
      </Form>
    </section>
  );
}

/** Why the rule cannot be saved, or null. */
function problemWith({ kind, number }: Values): string | null {
  if (kind !== "season" || (Number.isInteger(number) && number >= 1 && number <= mostDoubles)) return null;
  return `Doubles per season must be a whole number from 1 to ${mostDoubles}`;
}

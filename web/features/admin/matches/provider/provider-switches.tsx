import * as words from "#words/admin-matches";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { setProviderOptions } from "./provider-mutations.ts";
import { loadProviderState } from "./provider-queries.ts";
import { offered, openedOptions, optionEditFields, withCompetition } from "./provider-rules.ts";

/** Whether scores and fixtures are updated automatically, and in which competitions. */
export function ProviderSwitches({ state }: { state: ProviderStateRow }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedOptions(state),
    fields: optionEditFields,
    save: setProviderOptions,
    load: async () => openedOptions(await loadProviderState()),
  });
  const { scores, fixtures, competitions: chosen } = values;
  const save = useAdminMutation(
    store,
    { success: words.liveScoreSettingsSaved, failure: words.failedToSaveSettings },
    { stale: [providerSubject] },
  );
  const submit = () => {
    save.mutate(values);
  };
  return (
    <Form className="panel form" onSubmit={submit} aria-labelledby="provider-updates">
      <h3 id="provider-updates">{words.automaticUpdates}</h3>
      <div>
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={scores}
            onChange={(event) => setValues({ ...values, scores: event.target.checked })}
          />
          <span>{words.updateScoresDuringMatches}</span>
        </label>
        <p className="faint">{words.whenAResultCounts}</p>
      </div>
      <div>
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={fixtures}
            onChange={(event) => setValues({ ...values, fixtures: event.target.checked })}
          />
          <span>{words.addAndMoveFixtures}</span>
        </label>
        <p className="faint">{words.whenFixturesAreChecked}</p>
      </div>
      <fieldset>
        <legend>{words.competitions}</legend>
        {offered.map(({ id, name }) => (
          <label key={id} className="checkbox-field">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={(event) => setValues(withCompetition(values, id, event.target.checked))}
            />
            <span>{name}</span>
          </label>
        ))}
        <p className="faint">{words.untickCompetitions}</p>
      </fieldset>
      {question}
      <FormError message={save.problem} />
      <SubmitButton pending={save.isPending}>{words.saveSettings}</SubmitButton>
    </Form>
  );
}

import * as words from "#words/admin-matches";
import { type EditField, field, wordOf } from "../../../../backend/edits/save-edit.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { competitions } from "../../../../football/rules/competitions.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { setProviderOptions } from "./provider-mutations.ts";
import { loadProviderState, openedOptions, type ProviderOptions } from "./provider-queries.ts";

/** The competitions that a provider can have: all except the club's own. */
const offered = competitions.filter(({ id }) => id !== "friendly_club");

/** The options with or without a competition, in the order of the club's competitions. */
function withCompetition(options: ProviderOptions, id: string, isChosen: boolean): ProviderOptions {
  const ids = offered.map((competition) => competition.id);
  const chosen = ids.filter((each) => (each === id ? isChosen : options.competitions.includes(each)));
  return { ...options, competitions: chosen };
}

/** The fields as the question about two edits shows them. A competition that is ticked is a field. */
const editFields: readonly EditField<ProviderOptions>[] = [
  field(words.updateScoresDuringMatches, ["scores"]),
  field(words.addAndMoveFixtures, ["fixtures"]),
  ...offered.map(({ id, name }): EditField<ProviderOptions> => {
    const of = ({ competitions: chosen }: ProviderOptions) => chosen.includes(id);
    const take = (options: ProviderOptions, other: ProviderOptions) =>
      withCompetition(options, id, of(other));
    return { label: name, of, take, text: (options) => wordOf(of(options)) };
  }),
];

/** Whether scores and fixtures are updated automatically, and in which competitions. */
export function ProviderSwitches({ state }: { state: ProviderStateRow }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedOptions(state),
    fields: editFields,
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

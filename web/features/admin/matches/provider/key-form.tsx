import { useState } from "react";
import * as words from "#words/admin-matches";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { providerLabel, providers } from "../../../../backend/types/providers.ts";
import { longDate } from "../../../../football/time/kick-off.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { updateKey } from "./provider-mutations.ts";
import { loadProviderState } from "./provider-queries.ts";
import { keyEditFields, openedKey } from "./provider-rules.ts";

/** Sets the provider and its key. The server tries the key before it stores both; a stored key is never shown. */
export function KeyForm({ state }: { state: ProviderStateRow }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedKey(state),
    fields: keyEditFields,
    save: updateKey,
    load: async () => openedKey(await loadProviderState()),
  });
  const { provider, apiKey } = values;
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.apiKeyUpdated, failure: words.failedToUpdateApiKey },
    { stale: [providerSubject] },
  );
  const submit = () => {
    const problem = apiKey.trim() === "" ? words.pleaseEnterAnApiKey : null;
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <Form className="panel form" noValidate onSubmit={submit}>
      <p className="muted">
        {state.key_is_set && state.key_set_at
          ? words.keyWasSaved({ provider: providerLabel(state.provider), date: longDate(state.key_set_at) })
          : words.noKeyIsSaved}
      </p>
      <fieldset className="field">
        <legend>{words.provider}</legend>
        <div className="segmented-control">
          {providers.map(({ id, label }) => (
            <label key={id}>
              <input
                type="radio"
                name="provider"
                value={id}
                checked={provider === id}
                onChange={() => setValues({ ...values, provider: id })}
              />
              <span>{label}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field
        label={words.liveScoreApiKey}
        hint={
          provider === state.provider || !state.key_is_set
            ? undefined
            : words.scoresComeFromProvider({ provider: providerLabel(provider) })
        }
      >
        <input
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={apiKey}
          onChange={(event) => setValues({ ...values, apiKey: event.target.value })}
        />
      </Field>
      {question}
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>{words.updateApiKey}</SubmitButton>
    </Form>
  );
}

import { useState } from "react";
import * as words from "#words/admin-matches";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { codeOf } from "../../../../backend/connection/error-kinds.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { field, type Loaded } from "../../../../backend/edits/save-edit.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel, providers } from "../../../../backend/types/providers.ts";
import { kickOffInSentence, longDate } from "../../../../football/time/kick-off.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { AdminError, useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { loadProviderState } from "./provider-queries.ts";

interface KeyValues {
  provider: ProviderId;
  /** The new key; empty for the stored one. */
  apiKey: string;
  /** When the stored key was saved. */
  savedAt: string | null;
}

type KeyColumns = Pick<ProviderStateRow, "provider" | "key_set_at">;

function openedKey({ provider, key_set_at }: KeyColumns): Loaded<KeyValues, KeyColumns> {
  return { values: { provider, apiKey: "", savedAt: key_set_at }, seen: { provider, key_set_at } };
}

/** Provider and key as the question about two edits shows them: one field, because a key is valid for one provider. */
const editFields = [
  field<KeyValues>(
    words.providerAndKey,
    ["provider", "apiKey", "savedAt"],
    ({ provider, apiKey, savedAt }) => {
      const stored = savedAt
        ? words.keySavedAt({ time: kickOffInSentence(savedAt, serverNow()) })
        : words.noKey;
      return `${providerLabel(provider)}. ${apiKey === "" ? stored : words.theKeyThatYouEntered}`;
    },
  ),
];

/** Sets the provider and its key. The server tries the key before it stores both; a stored key is never shown. */
export function KeyForm({ state }: { state: ProviderStateRow }) {
  const { values, setValues, store, question } = useEditForm({
    saved: openedKey(state),
    fields: editFields,
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

const providerErrors: Readonly<Record<string, string>> = {
  api_error: words.apiReturnedAnError,
  provider_unavailable: words.failedToConnectToApi,
};

/**
 * Saves the key if provider and key are as they were seen; fails with SL016 otherwise. Errors of the provider say what is
 * wrong with the key.
 */
async function updateKey({ provider, apiKey }: KeyValues, seen: KeyColumns): Promise<void> {
  try {
    await callFunction("update-api-key", { apiKey: apiKey.trim(), provider, seen });
  } catch (error) {
    const reason = providerErrors[codeOf(error)];
    throw reason === undefined ? error : new AdminError(reason);
  }
}

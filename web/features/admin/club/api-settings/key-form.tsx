import { useState } from "react";
import { callFunction } from "../../../../backend/connection/edge-functions.ts";
import { RequestError } from "../../../../backend/connection/response.ts";
import { serverNow } from "../../../../backend/connection/server-clock.ts";
import { providerSubject } from "../../../../backend/queries/live-score-provider.ts";
import { field, type Loaded } from "../../../../backend/queries/save-edit.ts";
import type { ProviderStateRow } from "../../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel, providers } from "../../../../backend/types/providers.ts";
import { kickOff, longDate } from "../../../../football/time/kick-off.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { AdminError, useAdminMutation } from "../../shared/mutations/use-admin-mutation.ts";
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
  field<KeyValues>("Provider and key", ["provider", "apiKey", "savedAt"], ({ provider, apiKey, savedAt }) => {
    const stored = savedAt ? `Key saved: ${kickOff(savedAt, serverNow())}` : "No key";
    return `${providerLabel(provider)}. ${apiKey === "" ? stored : "The key that you entered"}`;
  }),
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
    { success: "API key updated", failure: "Failed to update API key" },
    { stale: [providerSubject] },
  );
  const submit = () => {
    const problem = apiKey.trim() === "" ? "Please enter an API key" : null;
    setInvalid(problem);
    if (!problem) save.mutate(values);
  };
  return (
    <Form className="panel form" noValidate onSubmit={submit}>
      <p className="muted">
        {state.key_is_set && state.key_set_at
          ? `A key for ${providerLabel(state.provider)} was saved on ${longDate(state.key_set_at)}. You can replace it, but it cannot be shown again.`
          : "No key is saved, so scores are entered by hand."}
      </p>
      <fieldset className="field">
        <legend>Provider</legend>
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
        label="Live-score API key"
        hint={
          provider === state.provider || !state.key_is_set
            ? undefined
            : `Scores come from ${providerLabel(provider)} as soon as it accepts the key.`
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
      <SubmitButton pending={save.isPending}>Update API Key</SubmitButton>
    </Form>
  );
}

/**
 * Saves the key if provider and key are as they were seen; fails with SL016 otherwise. Shows the function's own message for
 * errors of the provider, because it says what is wrong with the key.
 */
async function updateKey({ provider, apiKey }: KeyValues, seen: KeyColumns): Promise<void> {
  try {
    await callFunction("update-api-key", { apiKey: apiKey.trim(), provider, seen });
  } catch (error) {
    const isProviderError =
      error instanceof RequestError && ["api_error", "provider_unavailable"].includes(error.code);
    throw isProviderError ? new AdminError(error.message) : error;
  }
}

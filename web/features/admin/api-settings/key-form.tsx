import { type FormEvent, useState } from "react";
import { callFunction } from "../../../backend/connection/edge-functions.ts";
import { RequestError } from "../../../backend/connection/response.ts";
import { providerSubject } from "../../../backend/queries/live-score-provider.ts";
import type { ProviderStateRow } from "../../../backend/types/admin-rows.ts";
import { type ProviderId, providerLabel, providers } from "../../../backend/types/providers.ts";
import { longDate } from "../../../football/time/kick-off.ts";
import { Field } from "../../../ui/forms/field.tsx";
import { FormError } from "../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../ui/forms/submit-button.tsx";
import { AdminError, useAdminMutation } from "../mutations/use-admin-mutation.ts";

/** Sets the provider and its key. The server tries the key before it stores both; a stored key is never shown. */
export function KeyForm({ state }: { state: ProviderStateRow }) {
  const [provider, setProvider] = useState<ProviderId>(state.provider);
  const [apiKey, setApiKey] = useState("");
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    () => updateKey(provider, apiKey.trim()),
    { success: "API key updated", failure: "Failed to update API key" },
    { stale: [providerSubject], onDone: () => setApiKey("") },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = apiKey.trim() === "" ? "Please enter an API key" : null;
    setInvalid(problem);
    if (!problem) save.mutate(undefined);
  };
  return (
    <form className="panel form" noValidate onSubmit={submit}>
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
                onChange={() => setProvider(id)}
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
          onChange={(event) => setApiKey(event.target.value)}
        />
      </Field>
      <FormError message={invalid ?? save.problem} />
      <SubmitButton pending={save.isPending}>Update API Key</SubmitButton>
    </form>
  );
}

/** Shows the function's own message for errors of the provider, because it says what is wrong with the key. */
async function updateKey(provider: ProviderId, apiKey: string): Promise<void> {
  try {
    await callFunction("update-api-key", { apiKey, provider });
  } catch (error) {
    const isProviderError =
      error instanceof RequestError && ["api_error", "provider_unavailable"].includes(error.code);
    throw isProviderError ? new AdminError(error.message) : error;
  }
}

import { useState } from "react";
import * as words from "#words/admin-content";
import { backend } from "../../../../backend/connection/client.ts";
import { subject } from "../../../../backend/queries/query-keys.ts";
import { settingKeys } from "../../../../backend/queries/settings.ts";
import { ClubCountdown } from "../../../../football/components/club-countdown.tsx";
import type { CustomCountdown } from "../../../../football/rules/club-settings.ts";
import { countdownThemes, themeOf } from "../../../../football/rules/countdown-themes.ts";
import { clubInstant } from "../../../../football/time/club-instant.ts";
import { Field } from "../../../../ui/forms/field.tsx";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { QueryView } from "../../../../ui/loading/query-view.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { LastSavedBy } from "../../shared/settings/last-saved-by.tsx";
import { loadSettings, saveSettings } from "../../shared/settings/save-setting.ts";
import { TargetFields } from "../../shared/settings/target-fields.tsx";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { useFreshSettings } from "../../shared/settings/use-fresh-settings.ts";
import { customCountdownEditFields, customCountdownKeys, openedCountdown } from "./custom-countdown-rules.ts";

export { CountdownPanel as Component };

/** Edits the club's custom countdown on Home. */
function CountdownPanel() {
  const saved = useFreshSettings();
  const [edition, setEdition] = useState(0);
  return (
    <section aria-labelledby="custom-countdown">
      <div className="section-head">
        <h2 id="custom-countdown">{words.customCountdown}</h2>
        <p>{words.anExtraCountdownOnHome}</p>
      </div>
      <QueryView
        query={saved}
        failed={words.failedToLoadCountdownSettings}
        loading={{ count: 5, height: 64, label: words.loadingTheCountdown }}
      >
        {(data) => <Editor key={edition} saved={data} onShowTheirs={() => setEdition(edition + 1)} />}
      </QueryView>
    </section>
  );
}

function Editor({ saved, onShowTheirs }: { saved: ReadonlyMap<string, string>; onShowTheirs: () => void }) {
  const form = useEditForm({
    saved: openedCountdown(saved),
    fields: customCountdownEditFields,
    save: (values, seen) => saveSettings({ [settingKeys.customCountdown]: JSON.stringify(values) }, seen),
    load: async () => openedCountdown(await loadSettings(customCountdownKeys)),
  });
  const { values: countdown, setValues: setCountdown, store, question } = form;
  const save = useAdminMutation(
    store,
    {
      success: words.countdownSaved,
      failure: words.failedToSaveCountdownSettings,
    },
    { stale: [subject.settings] },
  );
  const set = (change: Partial<CustomCountdown>) => setCountdown({ ...countdown, ...change });
  const submit = () => {
    save.mutate(countdown);
  };
  const until = clubInstant(countdown.targetDate, countdown.targetTime, backend().config.time_zone);
  return (
    <div className="form-and-results">
      <Form className="panel form" noValidate onSubmit={submit}>
        <Field label={words.title}>
          <input
            value={countdown.title}
            maxLength={100}
            onChange={(event) => set({ title: event.target.value })}
          />
        </Field>
        <Field label={words.description}>
          <textarea
            rows={2}
            maxLength={300}
            value={countdown.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </Field>
        <TargetFields target={countdown} onChange={set} />
        <Field label={words.colourTheme}>
          <select
            value={themeOf(countdown.color).color}
            onChange={(event) => set({ color: event.target.value })}
          >
            {countdownThemes.map(({ id, name, color }) => (
              <option key={id} value={color}>
                {name}
              </option>
            ))}
          </select>
        </Field>
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={countdown.enabled}
            onChange={(event) => set({ enabled: event.target.checked })}
          />
          <span>{words.showItOnHome}</span>
        </label>
        {question}
        <LastSavedBy keys={customCountdownKeys} onShowTheirs={onShowTheirs} />
        <FormError message={save.problem} />
        <SubmitButton pending={save.isPending}>{words.saveCountdown}</SubmitButton>
      </Form>
      {countdown.enabled && countdown.title.trim() !== "" && until && (
        <div className="countdown-preview">
          <h3>{words.preview}</h3>
          <ClubCountdown countdown={countdown} until={until} />
        </div>
      )}
    </div>
  );
}

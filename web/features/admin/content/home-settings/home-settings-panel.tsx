import { useState } from "react";
import * as words from "#words/admin-content";
import { staleAfterSettings } from "../../../../backend/queries/query-keys.ts";
import { homeCompetitions } from "../../../../football/rules/club-settings.ts";
import { Form } from "../../../../ui/forms/form.tsx";
import { FormError } from "../../../../ui/forms/form-error.tsx";
import { SubmitButton } from "../../../../ui/forms/submit-button.tsx";
import { useAdminMutation } from "../../shared/acts/use-admin-mutation.ts";
import { LastSavedBy } from "../../shared/settings/last-saved-by.tsx";
import { loadSettings } from "../../shared/settings/save-setting.ts";
import { useEditForm } from "../../shared/settings/use-edit-form.ts";
import { useFreshSettings } from "../../shared/settings/use-fresh-settings.ts";
import { Choice } from "./choice.tsx";
import { CountdownFields } from "./countdown-fields.tsx";
import { DoublesSettings } from "./doubles-settings.tsx";
import { saveHomeSettings } from "./home-settings-mutations.ts";
import {
  type HomeSettings,
  homeEditFields,
  homeSettingKeys,
  openedHomeSettings,
  problemWith,
  summaryOf,
} from "./home-settings-rules.ts";
import { JackpotFields } from "./jackpot-fields.tsx";
import "./home-settings.css";
import { QueryView } from "../../../../ui/loading/query-view.tsx";

export { HomeSettingsPanel as Component };

function HomeSettingsPanel() {
  const saved = useFreshSettings();
  const [edition, setEdition] = useState(0);
  return (
    <div className="stack">
      <section aria-labelledby="home-settings">
        <div className="section-head">
          <h2 id="home-settings">{words.homeSettings}</h2>
          <p>{words.whatHomeAndLeaderboardShow}</p>
        </div>
        <QueryView
          query={saved}
          failed={words.failedToLoadSettings}
          loading={{ count: 6, height: 72, label: words.loadingSettings }}
        >
          {(data) => <Settings key={edition} saved={data} onShowTheirs={() => setEdition(edition + 1)} />}
        </QueryView>
      </section>
      {saved.data && <DoublesSettings saved={saved.data} />}
    </div>
  );
}

function Settings({ saved, onShowTheirs }: { saved: ReadonlyMap<string, string>; onShowTheirs: () => void }) {
  const form = useEditForm({
    saved: openedHomeSettings(saved),
    fields: homeEditFields,
    save: saveHomeSettings,
    load: async () => openedHomeSettings(await loadSettings(homeSettingKeys)),
  });
  const { values: settings, setValues: setSettings, store, question } = form;
  const [invalid, setInvalid] = useState<string | null>(null);
  const save = useAdminMutation(
    store,
    { success: words.homeSettingsSaved, failure: words.failedToSaveSettings },
    { stale: staleAfterSettings },
  );
  const set = (change: Partial<HomeSettings>) => setSettings({ ...settings, ...change });
  const submit = () => {
    const problem = problemWith(settings);
    setInvalid(problem);
    if (!problem) save.mutate(settings);
  };
  const problem = invalid ?? save.problem;
  return (
    <Form className="home-settings" noValidate onSubmit={submit}>
      <fieldset>
        <legend>{words.homeCountdownDisplay}</legend>
        {settings.countdowns.map((countdown) => (
          <CountdownFields
            key={countdown.id}
            countdown={countdown}
            onChange={(next) =>
              set({ countdowns: settings.countdowns.map((one) => (one.id === next.id ? next : one)) })
            }
          />
        ))}
      </fieldset>
      <Choice
        legend={words.homeLeaderboardDisplay}
        options={homeCompetitions}
        chosen={settings.leaderboards}
        onChange={(leaderboards) => set({ leaderboards })}
      />
      <fieldset>
        <legend>{words.leaderboardPageSettings}</legend>
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={settings.friendlyClubLeaderboard}
            onChange={(event) => set({ friendlyClubLeaderboard: event.target.checked })}
          />
          <span>{words.showFriendlyClubLeaderboard}</span>
        </label>
        <label className="checkbox-field">
          <input
            type="checkbox"
            checked={settings.pointsPerMatch}
            onChange={(event) => set({ pointsPerMatch: event.target.checked })}
          />
          <span>{words.showPointsPerMatch}</span>
        </label>
      </fieldset>
      <Choice
        legend={words.homeUpcomingMatchesDisplay}
        options={homeCompetitions}
        chosen={settings.matches}
        onChange={(matches) => set({ matches })}
      />
      <JackpotFields jackpot={settings.jackpot} onChange={(jackpot) => set({ jackpot })} />
      <dl className="settings-summary">
        {summaryOf(settings).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LastSavedBy keys={homeSettingKeys} onShowTheirs={onShowTheirs} />
      {question}
      <FormError message={problem} />
      <SubmitButton pending={save.isPending}>{words.saveSettings}</SubmitButton>
    </Form>
  );
}
